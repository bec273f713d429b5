// Sets of positions as words of bits.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace karat {

inline bool has_bit(const std::uint64_t* bits, std::size_t at) { return (bits[at / 64] >> at % 64 & 1) != 0; }
inline void set_bit(std::uint64_t* bits, std::size_t at) { bits[at / 64] |= 1ULL << at % 64; }

// How many are set in [begin, end).
inline int count_bits(const std::uint64_t* bits, std::size_t begin, std::size_t end) {
    if (begin >= end) return 0;
    const std::size_t first = begin / 64, last = (end - 1) / 64;
    const std::uint64_t from = ~0ULL << begin % 64, to = ~0ULL >> (63 - (end - 1) % 64);
    if (first == last) return std::popcount(bits[first] & from & to);
    int count = std::popcount(bits[first] & from) + std::popcount(bits[last] & to);
    for (std::size_t word = first + 1; word < last; ++word) count += std::popcount(bits[word]);
    return count;
}

}  // namespace karat
