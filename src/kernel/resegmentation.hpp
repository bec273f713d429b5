// Resegmentation: where the segments of a reference end in a hypothesis that is cut at other places, or nowhere, so that
// the edit distances of the segments add up to the fewest edits (Matusov, Leusch, Bender & Ney 2005).
//
// The best path through the table of both texts crosses the end of each segment of the reference somewhere, and may be cut
// there. Hirschberg's method (1975) finds these places with memory for one row: the edits up to the end of a segment in the
// middle, for every place of the hypothesis, plus those from there on, are least where the path crosses it; then each half is
// a task of its own. A level of halves takes half the time of the level above, so all take twice the time of one distance.
#pragma once

#include <span>
#include <vector>

#include "edit_steps.hpp"

namespace karat {

class Resegmentation {
public:
    // To each segment of the reference, which ends before unit `ends[i]` of it, how many units of the hypothesis come before
    // its end. A cut has a price at each place, from before the first to after the last unit, which counts as so many parts of
    // an edit; where two places cost the same, the cut divides the hypothesis most nearly as the reference.
    static constexpr std::int64_t parts_of_an_edit = 16;
    void cut(std::span<const Id> hypothesis, std::span<const Id> reference, std::span<const std::size_t> ends,
             std::span<const std::uint8_t> prices, Id alphabet, std::span<std::size_t> cuts);

private:
    struct Task {
        std::size_t first, last;  // segments
        std::size_t from, to;     // units of the hypothesis
    };

    std::size_t begin_of(std::size_t segment) const { return segment == 0 ? 0 : ends_[segment - 1]; }
    std::size_t middle_of(const Task& task) const;
    std::size_t best_place(const Task& task, std::size_t middle);
    void add_edits(std::span<const Id> hypothesis, std::span<const Id> reference, bool backward);

    std::span<const Id> hypothesis_, reference_;
    std::span<const std::size_t> ends_;
    std::span<const std::uint8_t> prices_;
    Id alphabet_ = 0;

    EditSteps edge_;
    Ids hypothesis_backward_, reference_backward_;
    std::vector<std::int64_t> edits_;  // of a path through each place
    std::vector<Task> tasks_;
};

}  // namespace karat
