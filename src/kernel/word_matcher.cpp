#include "word_matcher.hpp"

#include "twice.hpp"

namespace karat {

KARAT_TWICE void WordMatcher::prepare(const WordSegment& reference, std::size_t order) {
    order_ = order;
    is_short_ = reference.tokens.size() <= positions_.most() && order <= WordPositions::highest_order;
    if (is_short_) return positions_.fill(reference.tokens);
    words_.clear(reference.tokens.size());
    reference.intern(words_, reference_ids_);
    matcher_.prepare({&reference_ids_, 1}, words_.size(), order);
}

KARAT_TWICE void WordMatcher::count(const WordSegment& hypothesis, std::int64_t* matches) {
    if (is_short_) {
        const std::uint64_t* const found = positions_.find(hypothesis.tokens);
        return match_found(positions_.words(), found, hypothesis.tokens.size(), order_, matches);
    }
    hypothesis.find(words_, hypothesis_ids_);
    matcher_.count(hypothesis_ids_, matches);
}

}  // namespace karat
