// A table of hypothesis by reference, worked off in stripes of 64 reference units: a unit of the hypothesis takes a
// stripe in a few operations on 64 bits, and any length fits, in memory that grows with the lengths alone.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "ids.hpp"

namespace karat {

// Where each unit stands among the at most 64 of one stripe.
class Places {
public:
    static constexpr std::size_t width = 64;

    void make_room(Id alphabet) {
        if (bits_.size() < alphabet) bits_.resize(alphabet, 0);
    }
    void enter(std::span<const Id> stripe) {
        for (std::size_t i = 0; i < stripe.size(); ++i) bits_[stripe[i]] |= 1ULL << i;
    }
    void leave(std::span<const Id> stripe) {
        for (const Id id : stripe) bits_[id] = 0;
    }
    std::uint64_t of(Id id) const { return id == unknown ? 0 : bits_[id]; }

private:
    std::vector<std::uint64_t> bits_;
};

// Calls `sweep(stripe)` for each stripe of the reference in turn.
template <class Sweep> void for_each_stripe(std::span<const Id> reference, Id alphabet, Places& places, Sweep sweep) {
    places.make_room(alphabet);
    for (std::size_t start = 0; start < reference.size(); start += Places::width) {
        const auto stripe = reference.subspan(start, std::min(Places::width, reference.size() - start));
        places.enter(stripe);
        sweep(stripe);
        places.leave(stripe);
    }
}

}  // namespace karat
