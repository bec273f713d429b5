// Bitsets: sets of positions as 64-bit words.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace karat {

inline bool has_bit(const std::uint64_t* bits, std::size_t at) { return (bits[at / 64] >> at % 64 & 1) != 0; }
inline void set_bit(std::uint64_t* bits, std::size_t at) { bits[at / 64] |= 1ULL << at % 64; }

// Population count by SWAR, adding neighbouring fields in parallel: std::popcount is a function call where the target
// has no instruction for it.
inline int count_bits(std::uint64_t bits) {
    bits -= bits >> 1 & 0x5555555555555555U;
    bits = (bits & 0x3333333333333333U) + (bits >> 2 & 0x3333333333333333U);
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0FU;
    return static_cast<int>(bits * 0x0101010101010101U >> 56);
}

// How many are set in [begin, end).
inline int count_bits(const std::uint64_t* bits, std::size_t begin, std::size_t end) {
    if (begin >= end) return 0;
    const std::size_t first = begin / 64, last = (end - 1) / 64;
    const std::uint64_t from = ~0ULL << begin % 64, to = ~0ULL >> (63 - (end - 1) % 64);
    if (first == last) return count_bits(bits[first] & from & to);
    int count = count_bits(bits[first] & from) + count_bits(bits[last] & to);
    for (std::size_t word = first + 1; word < last; ++word) count += count_bits(bits[word]);
    return count;
}

}  // namespace karat
