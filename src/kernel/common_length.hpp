// The length of the longest common subsequence.
#pragma once

#include "bag_distance.hpp"
#include "stripes.hpp"

namespace karat {

// The bit-parallel algorithm of Crochemore et al. (2001) in Hyyrö's form (2004). An addition finds the next matches;
// its carry out of a stripe goes into the next.
class CommonLength {
public:
    std::int64_t count(const Ids& hypothesis, const Ids& reference, Id alphabet);

private:
    std::int64_t within(std::size_t band, const Ids& hypothesis, const Ids& reference, Id alphabet);
    template <std::size_t words>
    std::int64_t sweep(std::span<const Id> stripe, StripeColumns columns, const Ids& hypothesis);

    BagDistance bag_;
    StripePlaces places_;
    std::vector<std::uint8_t> carries_;  // out of the last stripe, at each unit of the hypothesis
};

}  // namespace karat
