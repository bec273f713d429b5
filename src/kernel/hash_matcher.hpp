// Incremental hashing of n-grams: clipped matches of any length, order and number of references (see matches.hpp).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ids.hpp"

namespace karat {

// An n-gram's id is the id of the pair (id of its first n-1 units, its last unit), so that an n-gram costs one lookup,
// whatever its length. Only n-grams whose beginning matched are extended. Time is linear in length and order.
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

}  // namespace karat
