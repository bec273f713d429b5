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
#define KARAT_ONE_UP_EIGHT_PAIR(low, high) __builtin_shufflevector(low, high, 7, 8, 9, 10, 11, 12, 13, 14)
#else
#define KARAT_ONE_UP(low) __builtin_shuffle(low, FourLanes{0, 0, 1, 2})
#define KARAT_ONE_UP_PAIR(low, high) __builtin_shuffle(low, high, FourLanes{3, 4, 5, 6})
#define KARAT_ONE_UP_EIGHT(low) __builtin_shuffle(low, EightLanes{0, 0, 1, 2, 3, 4, 5, 6})
#define KARAT_ONE_UP_EIGHT_PAIR(low, high) __builtin_shuffle(low, high, EightLanes{7, 8, 9, 10, 11, 12, 13, 14})
#endif

// Of 64 positions of a reference: where the n-grams just read end, and which positions are claimed.
template <class Lanes, std::size_t Vectors> struct LaneState {
    Lanes ends[Vectors] = {}, claimed[Vectors] = {};
};

// What is handed from one word of positions to the next while a unit is read.
template <class Lanes, std::size_t Vectors> struct LaneCarry {
    Lanes moved[Vectors] = {};  // the position that leaves the word before at its top
    Lanes still[Vectors];       // all ones until something is claimed

    [[gnu::always_inline]] LaneCarry() {
        for (Lanes& none : still) none = ~Lanes{};
    }
};

// Reads one unit, which stands at the positions `here`, and claims the first free position of each order.
template <class Lanes, std::size_t Vectors>
[[gnu::always_inline]] inline void read_in_lanes(std::uint64_t here, LaneState<Lanes, Vectors>& state,
                                                 LaneCarry<Lanes, Vectors>& carry) {
    constexpr Lanes first = {~0ULL};  // a single unit may end anywhere
    for (std::size_t v = Vectors; v-- > 0;) {
        // What every order needs of the one below it; the lowest lane is overwritten.
        Lanes shorter;
        if constexpr (sizeof(Lanes) == sizeof(EightLanes)) {
            shorter = v == 0 ? KARAT_ONE_UP_EIGHT(state.ends[v]) : KARAT_ONE_UP_EIGHT_PAIR(state.ends[v - (v > 0)], state.ends[v]);
        } else {
            shorter = v == 0 ? KARAT_ONE_UP(state.ends[v]) : KARAT_ONE_UP_PAIR(state.ends[v - (v > 0)], state.ends[v]);
        }
        Lanes moved = shorter << 1 | carry.moved[v];
        if (v == 0) moved |= first;
        state.ends[v] = moved & here;
        const Lanes free = state.ends[v] & ~state.claimed[v] & carry.still[v];
        state.claimed[v] |= free & -free;
        carry.moved[v] = shorter >> 63;
        carry.still[v] &= reinterpret_cast<Lanes>(free == Lanes{});
    }
}

#undef KARAT_ONE_UP
#undef KARAT_ONE_UP_PAIR
#undef KARAT_ONE_UP_EIGHT
#undef KARAT_ONE_UP_EIGHT_PAIR

// Adds the matches of the orders 1 to `order`, which has to fit the lanes of so many vectors. `positions(i, w)` are the
// positions from 64 w on at which the reference has unit i of the hypothesis. A match claims a position, so there are as
// many as positions are claimed. Everything stays in registers.
template <class Lanes, std::size_t Vectors, std::size_t Words, class Positions>
[[gnu::always_inline]] inline void match_in_lanes(const Positions& positions, std::size_t size, std::size_t order,
                                                  std::int64_t* matches) {
    constexpr std::size_t lanes = sizeof(Lanes) / sizeof(std::uint64_t);
    LaneState<Lanes, Vectors> states[Words];
    for (std::size_t i = 0; i < size; ++i) {
        LaneCarry<Lanes, Vectors> carry;
        for (std::size_t w = 0; w < Words; ++w) read_in_lanes(positions(i, w), states[w], carry);
    }
    for (const auto& state : states) {
        for (std::size_t n = 0; n < lanes * Vectors; ++n) {
            if (n < order) matches[n] += count_bits(state.claimed[n / lanes][n % lanes]);
        }
    }
}

// The same for several references, or a long one: `references` times `words` words of positions, which `positions(i)` has
// side by side. A unit may claim a position in each reference, and is one match.
template <class Lanes, std::size_t Vectors, std::size_t MostWords, class Positions>
[[gnu::always_inline]] inline void match_in_many_lanes(const Positions& positions, std::size_t references, std::size_t words,
                                                       std::size_t size, std::size_t order, std::int64_t* matches) {
    constexpr std::size_t lanes = sizeof(Lanes) / sizeof(std::uint64_t);
    LaneState<Lanes, Vectors> states[MostWords];
    Lanes found[Vectors] = {};
    for (std::size_t i = 0; i < size; ++i) {
        const std::uint64_t* here = positions(i);
        LaneState<Lanes, Vectors>* state = states;
        Lanes hit[Vectors] = {};
        for (std::size_t r = 0; r < references; ++r) {
            LaneCarry<Lanes, Vectors> carry;
            for (std::size_t w = 0; w < words; ++w) read_in_lanes(*here++, *state++, carry);
            for (std::size_t v = 0; v < Vectors; ++v) hit[v] |= ~carry.still[v];
        }
        for (std::size_t v = 0; v < Vectors; ++v) found[v] -= hit[v];  // all ones is −1
    }
    for (std::size_t n = 0; n < order; ++n) matches[n] += static_cast<std::int64_t>(found[n / lanes][n % lanes]);
}

}  // namespace karat
