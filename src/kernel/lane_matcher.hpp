// Clipped n-gram matches of all orders at once (see order_lanes.hpp), where the processor has vectors for it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ids.hpp"

namespace karat {

class LaneMatcher {
public:
    // Whether references, the longest of so many units, can be matched.
    static bool fits(std::size_t references, std::size_t longest, std::size_t order);

    void prepare(std::span<const Ids> references, std::size_t longest, Id alphabet, std::size_t order);
    void count(const Ids& hypothesis, std::int64_t* matches) const;

private:
    std::vector<std::uint64_t> positions_;  // of each id, and of none, in each reference
    std::size_t references_ = 0;
    std::size_t words_ = 0;  // for each reference
    Id alphabet_ = 0;
    std::size_t order_ = 0;
};

}  // namespace karat
