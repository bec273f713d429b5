#include "skip_bigrams.hpp"

#include <algorithm>

#include "stopping.hpp"

namespace karat {

std::int64_t SkipBigrams::total(std::size_t length) const {
    const std::size_t single = unigrams_ ? length : 0;
    if (length < 2) return static_cast<std::int64_t>(single);
    // Each distance 1 .. d has length - distance pairs.
    const std::size_t distances = longest_skip_ < length - 2 ? longest_skip_ + 1 : length - 1;
    return static_cast<std::int64_t>(single + distances * length - distances * (distances + 1) / 2);
}

// Adds to `counts` how often each unit follows `first`, by a sliding window: at each place, the number of times that
// `first` stands within reach before it.
void SkipBigrams::count_after(Id first, const Ids& text, std::vector<std::int64_t>& counts) const {
    std::int64_t within = 0;
    const auto start = static_cast<std::size_t>(std::find(text.begin(), text.end(), first) - text.begin());
    for (std::size_t i = start; i < text.size(); ++i) {
        if (i > start && i - start - 1 > longest_skip_ && text[i - longest_skip_ - 2] == first) --within;
        if (text[i] != unknown) counts[text[i]] += within;
        if (text[i] == first) ++within;
    }
}

std::int64_t SkipBigrams::matches(const Ids& hypothesis, const Ids& reference, Id alphabet) {
    ours_.assign(alphabet, 0);
    theirs_.assign(alphabet, 0);
    for (const Id id : hypothesis) {
        if (id != unknown) ++ours_[id];
    }
    for (const Id id : reference) ++theirs_[id];
    shared_.clear();
    std::int64_t matched = 0;
    for (Id id = 0; id < alphabet; ++id) {
        const std::int64_t both = std::min(ours_[id], theirs_[id]);
        if (both > 0) shared_.push_back(id);
        if (unigrams_) matched += both;
        ours_[id] = theirs_[id] = 0;
    }
    for (const Id first : shared_) {
        spend(hypothesis.size() + reference.size() + 2 * alphabet);
        count_after(first, hypothesis, ours_);
        count_after(first, reference, theirs_);
        for (const Id second : shared_) matched += std::min(ours_[second], theirs_[second]);
        std::fill(ours_.begin(), ours_.end(), 0);
        std::fill(theirs_.begin(), theirs_.end(), 0);
    }
    return matched;
}

}  // namespace karat
