// BLEU's row: hypothesis length, reference length, matches of each order, totals of each order.
#pragma once

#include "lengths.hpp"
#include "matches.hpp"
#include "segment.hpp"
#include "word_matcher.hpp"

namespace karat {

struct BleuOptions {
    bool characters = false;
    bool keep_spaces = false;
    Tokenizer tokenizer = Tokenizer::Mteval13a;
    std::size_t order = 4;
    Brevity brevity = Brevity::Closest;
};

class BleuCounter {
public:
    void configure(const BleuOptions& options) { options_ = options; }
    std::size_t columns() const { return 2 + 2 * options_.order; }

    void references(std::span<const Text> texts);
    void hypothesis(const Text& text, std::int64_t* row);

    // Of the segment's references, without those that are missing.
    std::span<const std::int64_t> lengths() const { return lengths_; }

private:
    void read_words(std::span<const Text> texts);
    void read_characters(std::span<const Text> texts);
    std::int64_t reference_length(std::int64_t hypothesis_length) const;

    BleuOptions options_;
    WordIds words_;
    CharacterIds alphabet_;
    Pool<WordSegment> word_segments_;
    WordSegment hypothesis_words_;
    CharacterSegment characters_;
    Pool<Ids> reference_ids_;
    Ids hypothesis_ids_;
    std::vector<std::int64_t> lengths_;
    WordMatcher word_matcher_;  // for words and one reference
    Matcher matcher_;           // for the rest
};

}  // namespace karat
