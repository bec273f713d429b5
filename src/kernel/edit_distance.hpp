// Levenshtein distance: the fewest insertions, deletions and substitutions.
#pragma once

#include "bag_distance.hpp"
#include "edit_steps.hpp"

namespace karat {

class EditDistance {
public:
    std::int64_t count(const Ids& hypothesis, const Ids& reference, Id alphabet);

private:
    std::int64_t within(std::size_t band, const Ids& hypothesis, const Ids& reference, Id alphabet);

    BagDistance bag_;  // never more than the edits
    EditSteps edge_;
};

}  // namespace karat
