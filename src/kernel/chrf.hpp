// chrF's row: for each character order, then each word order, the n-grams of the hypothesis, of the chosen
// reference, and those they share.
#pragma once

#include "matches.hpp"
#include "segment.hpp"
#include "word_matcher.hpp"

namespace karat {

struct ChrfOptions {
    std::size_t character_order = 6;
    std::size_t word_order = 0;
    double beta = 2;
    bool keep_spaces = false;
    bool epsilon = false;  // how F is smoothed; it decides between references
};

class ChrfCounter {
public:
    void configure(const ChrfOptions& options) { options_ = options; }
    std::size_t columns() const { return 3 * (options_.character_order + options_.word_order); }

    void references(std::span<const Text> texts);
    void hypothesis(const Text& text, std::int64_t* row);

private:
    struct Reference {
        WordSegment words;
        Ids character_ids;
    };

    struct Matchers {
        Matcher characters;
        WordMatcher words;
    };

    // So many references have matchers of their own. What more there are share one, which is prepared for each in turn:
    // tables for each of thousands would take gigabytes.
    static constexpr std::size_t most_prepared = 16;

    void read(const Text& text, WordSegment& words);
    void prepare(std::size_t reference);
    void compare(std::size_t reference, std::int64_t* row);
    double f_score(const std::int64_t* row) const;

    ChrfOptions options_;
    CharacterIds alphabet_;
    CharacterSegment characters_;
    WordSegment hypothesis_words_;
    Ids character_ids_;
    Pool<Reference> references_;
    std::vector<Matchers> matchers_;
    std::size_t prepared_ = 0;  // for which reference the last of them is
    std::vector<std::int64_t> candidate_;
    std::vector<std::int64_t> matches_;
};

}  // namespace karat
