// Clipped n-gram matches: how many n-grams of the hypothesis, each order apart, some reference can still give.
//
//   matches_n = sum over n-grams g of min(count of g in the hypothesis, max over references of its count there)
//
// Read as claiming: the k-th occurrence of g in the hypothesis matches if some reference has at least k of it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ids.hpp"

namespace karat {

// For references of up to 512 units: a reference is a row of bits, one per position, and all places where an
// n-gram of the hypothesis ends in it are found by shifting and masking.
template <std::size_t Words> class BitMatcher {
public:
    void prepare(std::span<const Ids> references, Id alphabet, std::size_t order);
    void count(const Ids& hypothesis, std::int64_t* matches);

private:
    using Bits = std::uint64_t[Words];

    struct Reference {
        std::vector<std::uint64_t> positions;  // of each id, and of none; Words each
        std::vector<std::uint64_t> ends;       // of the n-gram just read, of each order
        std::vector<std::uint64_t> claimed;    // of each order
        std::size_t depth = 0;                 // the highest order that still ends somewhere
    };

    void start(Reference& reference) const;
    // Reads one unit; sets the bits of the orders, counted from 0, for which the reference gives a match.
    std::uint64_t read(Reference& reference, Id id) const;

    std::vector<Reference> references_;
    std::size_t count_ = 0;
    Id alphabet_ = 0;
    std::size_t order_ = 0;
};

// For any length and any order, in time linear in both: an n-gram's id is that of the pair (its first n-1
// units, its last unit), and only n-grams whose beginning matched are looked at again.
class HashMatcher {
public:
    void prepare(std::span<const Ids> references, Id alphabet, std::size_t order);
    void count(const Ids& hypothesis, std::int64_t* matches);

private:
    // An n-gram that may still grow.
    struct Gram {
        std::uint32_t start;
        Id id;
    };

    void start(const Ids& hypothesis);
    void extend_references(std::size_t n);
    void extend_hypothesis(const Ids& hypothesis, std::size_t n);
    void count_references(std::size_t ids);
    std::int64_t claim(std::size_t ids);

    std::span<const Ids> references_;
    Id alphabet_ = 0;
    std::size_t order_ = 0;
    PairIds pairs_;
    std::vector<Gram> hypothesis_grams_;
    std::vector<std::vector<Gram>> reference_grams_;
    std::vector<std::uint32_t> available_;  // of each n-gram, in the reference that has most
    std::vector<std::uint32_t> seen_;       // of each n-gram, in one reference
    std::vector<std::uint32_t> used_;       // of each n-gram, by the hypothesis
};

// Chooses between the two. `references` must outlive the matcher's use of them.
class Matcher {
public:
    static constexpr std::size_t longest_in_bits = 512;
    static constexpr std::size_t highest_order_in_bits = 64;

    void prepare(std::span<const Ids> references, Id alphabet, std::size_t order);

    // Adds to matches[0 .. order - 1].
    void count(const Ids& hypothesis, std::int64_t* matches);

private:
    std::size_t words_ = 0;  // 0: hashing
    BitMatcher<1> one_;
    BitMatcher<2> two_;
    BitMatcher<4> four_;
    BitMatcher<8> eight_;
    HashMatcher hash_;
};

}  // namespace karat
