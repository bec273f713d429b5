// Levenshtein's distance: the fewest units to insert, delete or replace.
#pragma once

#include "stripes.hpp"

namespace karat {

// By Myers' bit-parallel algorithm (1999) in Hyyrö's form (2003): the steps from row to row of the table are bits.
class EditDistance {
public:
    std::int64_t count(const Ids& hypothesis, const Ids& reference, Id alphabet);

private:
    template <std::size_t words> void sweep(std::span<const Id> stripe, const Ids& hypothesis);

    StripePlaces places_;
    std::vector<std::int8_t> steps_;  // along the lower edge of the last stripe, from column to column
};

}  // namespace karat
