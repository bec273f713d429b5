// Edit distance between a hypothesis and a reference within a band around the diagonal, as TER's authors cut
// it, and the distance after words of the hypothesis are moved, for which only the rows between are new.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ids.hpp"

namespace karat {

class Band {
public:
    // The words of the hypothesis come later, but there must be `length` of them: the band depends on it.
    void prepare(std::span<const Id> reference, std::size_t length);

    // Fills both tables for these words; the distance.
    int measure(std::span<const Id> hypothesis);

    // The distance of words that differ from the measured ones in [first, last) only, or anything above `limit`
    // if it is above it.
    int distance_if(std::span<const Id> changed, std::size_t first, std::size_t last, int limit);

    // The cheapest way through the table, from its end: true, true for a pair, and so on.
    struct Step {
        bool hypothesis;
        bool reference;
    };
    Step step_back(std::span<const Id> hypothesis, std::size_t i, std::size_t j) const;

private:
    static constexpr int outside = 1 << 29;

    int from_start(std::size_t i, std::size_t j) const;
    int to_end(std::size_t i, std::size_t j) const;
    void next_row(std::size_t i, Id word, int* above, int* row) const;
    void fill_from_start(std::span<const Id> hypothesis);
    void fill_to_end(std::span<const Id> hypothesis);
    void unpack(std::size_t i, int* row) const;

    std::span<const Id> reference_;
    std::size_t length_ = 0;
    std::size_t stride_ = 0;
    std::vector<std::size_t> begin_, end_;  // of the band in each row
    std::vector<int> from_start_, to_end_;
    std::vector<int> above_, row_;  // whole rows, by column
};

}  // namespace karat
