// TER's row: the fewest edits to any reference, and the references' mean length in parts of 1/720720.
#pragma once

#include "band.hpp"
#include "lengths.hpp"
#include "segment.hpp"

namespace karat {

struct TerOptions {
    Tokenizer tokenizer = Tokenizer::Tercom;
    TercomOptions tercom;
};

// tercom's greedy search for one reference: the shift that lowers the edit distance most is made, until none lowers it;
// the edits are the shifts plus the edit distance that is left.
class Edits {
public:
    std::int64_t count(const Ids& hypothesis, const Ids& reference);

private:
    struct Shift {
        int gain = 0;  // 0: no shift helps
        std::size_t length = 0;
        std::size_t start = 0;
        std::size_t target = 0;

        bool better_than(const Shift& other) const;
    };

    void align(std::span<const Id> reference);
    Shift best_shift(std::span<const Id> reference, int distance);
    void try_targets(std::size_t start, std::size_t in_reference, std::size_t length, int distance, Shift& best);
    int gain_of(const Shift& shift, int distance, int least);
    bool worth_trying(std::size_t start, std::size_t in_reference, std::size_t length) const;

    Band band_;
    Ids words_;
    Ids moved_;
    std::vector<std::int64_t> aligned_;                     // to each reference word, the hypothesis word or -1
    std::vector<int> hypothesis_errors_, reference_errors_;  // before each position
    int tried_ = 0;
};

class TerCounter {
public:
    void configure(const TerOptions& options) { options_ = options; }
    std::size_t columns() const { return 2; }

    void references(std::span<const Text> texts);
    void hypothesis(const Text& text, std::int64_t* row);

private:
    TerOptions options_;
    WordIds words_;
    Pool<WordSegment> segments_;
    Pool<Ids> reference_ids_;
    WordSegment hypothesis_words_;
    Ids hypothesis_ids_;
    std::vector<std::int64_t> lengths_;
    Edits edits_;
};

}  // namespace karat
