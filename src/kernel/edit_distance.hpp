// Levenshtein distance: the fewest insertions, deletions and substitutions.
#pragma once

#include "bag_distance.hpp"
#include "stripes.hpp"

namespace karat {

// Myers' bit-parallel algorithm (1999) in Hyyrö's form (2003): the vertical differences of a column, −1, 0 or 1, are
// two bit vectors. The horizontal differences along the lower edge of a stripe carry over to the next.
class EditDistance {
public:
    std::int64_t count(const Ids& hypothesis, const Ids& reference, Id alphabet);

private:
    std::int64_t within(std::size_t band, const Ids& hypothesis, const Ids& reference, Id alphabet);
    template <std::size_t words>
    void sweep(std::span<const Id> stripe, StripeColumns columns, const Ids& hypothesis);

    BagDistance bag_;  // never more than the edits
    StripePlaces places_;
    std::vector<std::int8_t> steps_;  // horizontal differences along the lower edge of the last stripe
};

}  // namespace karat
