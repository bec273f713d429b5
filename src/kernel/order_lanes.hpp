// Clipped n-gram matches with one order in each lane of a vector: what bitset matching (see bit_matcher.hpp) does for one
// order after the other is done for all of them at once.
#pragma once

#include <cstddef>
#include <cstdint>

#include "bits.hpp"

namespace karat {

// Lane n has the bits of order n + 1.
using FourLanes [[gnu::vector_size(32)]] = std::uint64_t;
using EightLanes [[gnu::vector_size(64)]] = std::uint64_t;

// What is put together here must be one function, compiled for one processor; vectors are not handed to others.
#if defined(__clang__) || __GNUC__ >= 12
#define KARAT_ONE_UP(low) __builtin_shufflevector(low, low, 0, 0, 1, 2)
#define KARAT_ONE_UP_PAIR(low, high) __builtin_shufflevector(low, high, 3, 4, 5, 6)
#define KARAT_ONE_UP_EIGHT(low) __builtin_shufflevector(low, low, 0, 0, 1, 2, 3, 4, 5, 6)
#else
#define KARAT_ONE_UP(low) __builtin_shuffle(low, FourLanes{0, 0, 1, 2})
#define KARAT_ONE_UP_PAIR(low, high) __builtin_shuffle(low, high, FourLanes{3, 4, 5, 6})
#define KARAT_ONE_UP_EIGHT(low) __builtin_shuffle(low, EightLanes{0, 0, 1, 2, 3, 4, 5, 6})
#endif

// Adds the matches of the orders 1 to `order`, which has to fit the lanes of so many vectors. `positions(i, w)` are the
// positions from 64 w on at which the reference has unit i of the hypothesis. A match claims a position, so there are as
// many as positions are claimed.
template <class Lanes, std::size_t Vectors, std::size_t Words, class Positions>
[[gnu::always_inline]] inline void match_in_lanes(const Positions& positions, std::size_t size, std::size_t order,
                                                  std::int64_t* matches) {
    constexpr std::size_t lanes = sizeof(Lanes) / sizeof(std::uint64_t);
    constexpr Lanes first = {~0ULL};  // a single unit may end anywhere
    Lanes ends[Words][Vectors] = {}, claimed[Words][Vectors] = {};
    for (std::size_t i = 0; i < size; ++i) {
        Lanes carry[Vectors] = {}, still[Vectors];
        for (Lanes& none : still) none = ~Lanes{};  // all ones until something is claimed
        for (std::size_t w = 0; w < Words; ++w) {
            const std::uint64_t here = positions(i, w);
            for (std::size_t v = Vectors; v-- > 0;) {
                // What every order needs of the one below it; the lowest lane is overwritten.
                Lanes shorter;
                if constexpr (lanes == 8) {
                    shorter = KARAT_ONE_UP_EIGHT(ends[w][v]);
                } else {
                    shorter = v == 0 ? KARAT_ONE_UP(ends[w][v]) : KARAT_ONE_UP_PAIR(ends[w][v - (v > 0)], ends[w][v]);
                }
                Lanes moved = shorter << 1 | carry[v];
                if (v == 0) moved |= first;
                ends[w][v] = moved & here;
                const Lanes free = ends[w][v] & ~claimed[w][v] & still[v];
                claimed[w][v] |= free & -free;
                if constexpr (Words > 1) {
                    carry[v] = shorter >> 63;
                    still[v] &= reinterpret_cast<Lanes>(free == Lanes{});
                }
            }
        }
    }
    for (const auto& word : claimed) {
        for (std::size_t n = 0; n < lanes * Vectors; ++n) {
            if (n < order) matches[n] += count_bits(word[n / lanes][n % lanes]);
        }
    }
}

#undef KARAT_ONE_UP
#undef KARAT_ONE_UP_PAIR
#undef KARAT_ONE_UP_EIGHT

}  // namespace karat
