// Clipped n-gram matches of words against one reference: without ids where that is short, as it nearly always is.
#pragma once

#include <cstdint>

#include "matches.hpp"
#include "segment.hpp"
#include "word_positions.hpp"

namespace karat {

class WordMatcher {
public:
    // `reference` must stay where it is, unchanged, for as long as it is counted against.
    void prepare(const WordSegment& reference, std::size_t order);

    // Adds to matches[0 .. order - 1].
    void count(const WordSegment& hypothesis, std::int64_t* matches);

private:
    std::size_t order_ = 0;
    bool is_short_ = false;
    WordPositions positions_;
    WordIds words_;
    Ids reference_ids_;
    Ids hypothesis_ids_;
    Matcher matcher_;
};

}  // namespace karat
