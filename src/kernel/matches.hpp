// Clipped n-gram matches, for each order n:
//
//   matches_n = sum over n-grams g of min(count of g in the hypothesis, max over references of its count there)
//
// Clipping is the same as claiming: the k-th occurrence of g in the hypothesis matches if some reference has at least k
// occurrences.
#pragma once

#include <cstdint>
#include <span>

#include "bit_matcher.hpp"
#include "hash_matcher.hpp"
#include "ids.hpp"
#include "lane_matcher.hpp"
#include "sort_matcher.hpp"

namespace karat {

// Chooses the fastest of four exact algorithms: bitsets for short references, of all orders at once where the processor
// has vectors for it, a radix sort for long references, incremental hashing for the rest.
// `references` must outlive the matcher's use of them.
class Matcher {
public:
    static constexpr std::size_t highest_order_in_bits = 64;

    void prepare(std::span<const Ids> references, Id alphabet, std::size_t order);

    // Adds to matches[0 .. order - 1].
    void count(const Ids& hypothesis, std::int64_t* matches);

private:
    enum class Way { Lanes, OneWord, TwoWords, FourWords, Sorting, Hashing };

    Way fastest(std::size_t longest);

    Way way_ = Way::Hashing;
    std::span<const Ids> references_;
    Id alphabet_ = 0;
    std::size_t order_ = 0;
    LaneMatcher lanes_;
    BitMatcher<1> one_;
    BitMatcher<2> two_;
    BitMatcher<4> four_;
    SortMatcher sort_;
    HashMatcher hash_;
};

}  // namespace karat
