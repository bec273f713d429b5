#include "gtm.hpp"

#include <cmath>

namespace karat {

void GtmCounter::references(std::span<const Text> texts) {
    segments_.clear();
    lengths_.clear();
    joined_.clear();
    std::size_t tokens = 0;
    for (const Text& text : texts) {
        if (text.missing()) continue;
        WordSegment& segment = segments_.next();
        segment.load(text, options_.tokenizer);
        tokens += segment.tokens.size();
        lengths_.push_back(static_cast<std::int64_t>(segment.tokens.size()));
    }
    words_.clear(tokens);
    for (std::size_t r = 0; r < segments_.size(); ++r) {
        if (r > 0) joined_.push_back(RunMatcher::barrier);
        segments_[r].intern(words_, ids_);
        joined_.insert(joined_.end(), ids_.begin(), ids_.end());
    }
    matcher_.prepare(joined_, words_.size());
}

// A matching over several references may have more hits than a reference has words on average: hits are taken from
// the ends of the shortest runs, the last of these first.
void GtmCounter::drop_surplus() {
    if (lengths_.size() == 1) return;
    std::int64_t hits = 0, all = 0;
    for (const Run& run : runs_) hits += static_cast<std::int64_t>(run.length);
    for (const std::int64_t length : lengths_) all += length;
    const std::int64_t most = all / static_cast<std::int64_t>(lengths_.size());
    if (hits <= most) return;
    std::stable_sort(runs_.begin(), runs_.end(), [](const Run& a, const Run& b) {
        return a.length != b.length ? a.length > b.length : a.hypothesis < b.hypothesis;
    });
    while (hits > most) {
        --hits;
        if (--runs_.back().length == 0) runs_.pop_back();
    }
}

std::span<const Run> GtmCounter::match(const Text& hypothesis) {
    hypothesis_words_.load(hypothesis, options_.tokenizer);
    hypothesis_words_.find(words_, hypothesis_ids_);
    const auto found =
        options_.exact ? matcher_.heaviest(hypothesis_ids_, options_.exponent) : matcher_.greedy(hypothesis_ids_);
    runs_.assign(found.begin(), found.end());
    drop_surplus();
    return runs_;
}

void GtmCounter::hypothesis(const Text& text, std::int64_t* row) {
    double weight = 0;
    for (const Run& run : match(text)) weight += std::pow(static_cast<double>(run.length), options_.exponent);
    const double size = std::pow(weight, 1 / options_.exponent);
    row[0] = std::llround(size * static_cast<double>(real_parts));
    row[1] = static_cast<std::int64_t>(hypothesis_ids_.size());
    row[2] = mean_in_parts(lengths_);
    row[3] = matcher_.cut_short();
}

}  // namespace karat
