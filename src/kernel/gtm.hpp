// GTM's row: the size of the matching in parts, the length of the hypothesis, the mean length of the references in
// parts, and 1 where the search for the heaviest matching was cut short.
#pragma once

#include "fixed_point.hpp"
#include "lengths.hpp"
#include "runs.hpp"
#include "segment.hpp"

namespace karat {


struct GtmOptions {
    Tokenizer tokenizer = Tokenizer::Mteval13a;
    double exponent = 1;
    bool exact = false;
};

class GtmCounter {
public:
    void configure(const GtmOptions& options) { options_ = options; }
    std::size_t columns() const { return 4; }

    void references(std::span<const Text> texts);
    void hypothesis(const Text& text, std::int64_t* row);

    // What is matched, after `references`: runs with places in all references, one after the other with a barrier
    // between two.
    std::span<const Run> match(const Text& hypothesis);
    std::span<const std::int64_t> lengths() const { return lengths_; }

private:
    void drop_surplus();

    GtmOptions options_;
    WordIds words_;
    Pool<WordSegment> segments_;
    WordSegment hypothesis_words_;
    Ids ids_, joined_, hypothesis_ids_;
    std::vector<std::int64_t> lengths_;
    std::vector<Run> runs_;
    RunMatcher matcher_;
};

}  // namespace karat
