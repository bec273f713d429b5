// Beam-limited edit distance: the dynamic program within tercom's band around the diagonal. Prefix and suffix tables
// make it incremental: if a shift changes words [first, last) of the hypothesis, only those rows are computed again,
// between the row before them (costs from the start) and the row after them (costs to the end).
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

    // Fills the prefix and the suffix table for these words, and gives the distance.
    int measure(std::span<const Id> hypothesis);

    // The distance of words that differ from the measured ones in [first, last) only. Gives up early: if the distance
    // is above `limit`, the result is any number above it.
    int distance_if(std::span<const Id> changed, std::size_t first, std::size_t last, int limit);

    // One step of the traceback from a cell: which of the two texts it goes back in; both for a match or substitution.
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
    std::vector<int> from_start_, to_end_;  // prefix and suffix costs of the cells in the band
    std::vector<int> above_, row_;  // whole rows, by column
};

}  // namespace karat
