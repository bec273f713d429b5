// mteval splits off punctuation by two rules, one after the other over the whole line:
//
//   1. (not a number)(mark) -> the mark is isolated
//   2. (mark)(not a number) -> the mark is isolated
//
// Each rule consumes what it matches, so in a run of marks every second one is passed over by rule 1. What is
// left is told by the run's length, what stands before it and what comes after it; no rewriting is needed.
#pragma once

#include <cstddef>

namespace karat {

// How the last mark of a run is joined to its neighbours; all marks before it stand alone.
struct RunEnd {
    bool joins_left;
    bool joins_right;
};

// `after_number`: a number or the start of the text stands before the run, so that rule 1 cannot begin there.
// `before_number`: a number follows. `at_end`: nothing follows, so that rule 2 has nothing to match.
inline RunEnd end_of_run(std::size_t length, bool after_number, bool before_number, bool at_end) {
    const bool passed_over_by_rule_1 = after_number == (length % 2 == 1);
    if (!passed_over_by_rule_1) return {false, false};
    return {length == 1 && (before_number || at_end), before_number};
}

}  // namespace karat
