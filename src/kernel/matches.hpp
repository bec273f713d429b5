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
#include "sort_matcher.hpp"

namespace karat {

// Chooses the fastest of three exact algorithms: bitsets for short references, a radix sort for one long reference,
// incremental hashing for the rest.
// `references` must outlive the matcher's use of them.
class Matcher {
public:
    static constexpr std::size_t highest_order_in_bits = 64;

    void prepare(std::span<const Ids> references, Id alphabet, std::size_t order);

    // Adds to matches[0 .. order - 1].
    void count(const Ids& hypothesis, std::int64_t* matches);

private:
    enum class Way { OneWord, TwoWords, FourWords, EightWords, Sorting, Hashing };

    Way fastest(std::size_t longest) const;

    Way way_ = Way::Hashing;
    std::span<const Ids> references_;
    Id alphabet_ = 0;
    std::size_t order_ = 0;
    BitMatcher<1> one_;
    BitMatcher<2> two_;
    BitMatcher<4> four_;
    BitMatcher<8> eight_;
    SortMatcher sort_;
    HashMatcher hash_;
};

}  // namespace karat
