// Blocks of bit-parallel dynamic programming: the table of hypothesis by reference is computed in stripes of 64, 128 or
// 256 units of the reference. One unit of the hypothesis updates 64 cells in a few operations. Only what crosses the
// lower edge of a stripe is kept for the next, so memory grows with the lengths, not with their product.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "ids.hpp"
#include "stopping.hpp"

namespace karat {

inline constexpr std::size_t most_words = 4;  // of 64 bits in a stripe: their operations overlap in the processor

using PlaceBits = std::array<std::uint64_t, most_words>;

// Where each unit stands in one stripe.
class StripePlaces {
public:
    void make_room(Id alphabet) {
        if (bits_.size() < alphabet) bits_.resize(alphabet, PlaceBits{});
    }
    void enter(std::span<const Id> stripe) {
        for (std::size_t i = 0; i < stripe.size(); ++i) bits_[stripe[i]][i / 64] |= 1ULL << i % 64;
    }
    void leave(std::span<const Id> stripe) {
        for (const Id id : stripe) bits_[id] = {};
    }
    const PlaceBits& of(Id id) const { return id == unknown ? none_ : bits_[id]; }

private:
    std::vector<PlaceBits> bits_;
    PlaceBits none_{};
};

// How many words the next stripe has, so that none of them is empty.
inline std::size_t words_for(std::size_t units) { return units > 192 ? 4 : units > 64 ? 2 : 1; }

// Calls `sweep.template operator()<words>(stripe)` for each stripe of the reference in turn; it goes through a hypothesis of
// so many units.
template <class Sweep>
void for_each_stripe(std::span<const Id> reference, std::size_t hypothesis, Id alphabet, StripePlaces& places, Sweep sweep) {
    places.make_room(alphabet);
    while (!reference.empty()) {
        const std::size_t words = words_for(reference.size());
        spend(2 * words * hypothesis);
        const auto stripe = reference.first(std::min(words * 64, reference.size()));
        places.enter(stripe);
        switch (words) {
            case 1: sweep.template operator()<1>(stripe); break;
            case 2: sweep.template operator()<2>(stripe); break;
            default: sweep.template operator()<4>(stripe);
        }
        places.leave(stripe);
        reference = reference.subspan(stripe.size());
    }
}

}  // namespace karat
