// The three loops that gain most from vector instructions: what the Western rules ask of every byte, which words of a short
// reference are equal to those of the hypothesis, and which n-grams of characters match. Each has a plain version and
// versions for AVX2 and AVX-512, which are chosen when the program starts. All give the same bits.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cuts.hpp"
#include "ids.hpp"

namespace karat {

// The answers for one block of 64 bytes, a bit for each byte.
struct WesternBits {
    Bits isolated;       // always a token of its own
    Bits stops;          // comma or full stop
    Bits before_digits;  // the next byte is a digit
    Bits spaces;         // the space itself
    Bits markup;         // may begin markup: `&`, `<`
    Bits unusual;        // not ASCII, or not printable
};

// From `text` on, one byte before to one byte after the blocks may be read.
using WesternBlocks = void (*)(const char* text, std::size_t blocks, WesternBits* found);

// positions[i] gets a bit for each of the keys that is wanted[i]. There are up to 64 keys. Up to `key_group` more of those that
// are wanted may be read, and as many positions written.
inline constexpr std::size_t key_group = 8;
using EqualKeys = void (*)(const std::uint64_t* keys, std::size_t count, const std::uint64_t* wanted, std::size_t size,
                           std::uint64_t* positions);

// Of each id the positions in each reference, `words` words of bits; an id from `nowhere` on has those of `nowhere`.
struct LanePositions {
    const std::uint64_t* of_id;
    std::size_t references;
    std::size_t words;
    Id nowhere;
};

// Adds the matches of the orders 1 to `order`, up to `most_lanes`, for as many words of bits as `most_lane_words` in all.
inline constexpr std::size_t most_lanes = 24;
inline constexpr std::size_t most_lane_words = 64;
using MatchOrders = void (*)(const LanePositions& positions, const Id* ids, std::size_t size, std::size_t order,
                             std::int64_t* matches);

struct Wide {
    const char* name;
    WesternBlocks western_blocks;
    EqualKeys equal_keys;      // null where hashing is faster
    MatchOrders match_orders;  // null where one order after the other is faster
};

// What this processor can do, best first; the last is the plain version.
std::size_t wide_versions(Wide (&versions)[3]);

extern const Wide wide;

}  // namespace karat
