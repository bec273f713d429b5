#include "bleu.hpp"

#include <algorithm>

#include "twice.hpp"

namespace karat {

KARAT_TWICE Id BleuCounter::intern_words(std::span<const Text> texts) {
    word_segments_.clear();
    std::size_t tokens = 0;
    for (const Text& text : texts) {
        if (text.missing()) continue;
        WordSegment& segment = word_segments_.next();
        segment.load(text, options_.tokenizer);
        tokens += segment.tokens.size();
    }
    words_.clear(tokens);
    for (std::size_t r = 0; r < word_segments_.size(); ++r) word_segments_[r].intern(words_, reference_ids_.next());
    return words_.size();
}

Id BleuCounter::intern_characters(std::span<const Text> texts) {
    alphabet_.clear();
    for (const Text& text : texts) {
        if (text.missing()) continue;
        characters_.load(text, options_.keep_spaces, true);
        characters_.intern(alphabet_, reference_ids_.next());
    }
    return alphabet_.size();
}

void BleuCounter::references(std::span<const Text> texts) {
    reference_ids_.clear();
    const Id alphabet = options_.characters ? intern_characters(texts) : intern_words(texts);
    lengths_.clear();
    for (const Ids& ids : reference_ids_.span()) lengths_.push_back(static_cast<std::int64_t>(ids.size()));
    matcher_.prepare(reference_ids_.span(), alphabet, options_.order);
}

std::int64_t BleuCounter::reference_length(std::int64_t hypothesis_length) const {
    switch (options_.brevity) {
        case Brevity::Shortest: return shortest(lengths_);
        case Brevity::Average: return mean_in_parts(lengths_);
        default: return closest(lengths_, hypothesis_length);
    }
}

KARAT_TWICE void BleuCounter::hypothesis(const Text& text, std::int64_t* row) {
    if (options_.characters) {
        characters_.load(text, options_.keep_spaces, true);
        characters_.find(alphabet_, hypothesis_ids_);
    } else {
        hypothesis_words_.load(text, options_.tokenizer);
        hypothesis_words_.find(words_, hypothesis_ids_);
    }
    const auto length = static_cast<std::int64_t>(hypothesis_ids_.size());
    const auto order = static_cast<std::int64_t>(options_.order);
    row[0] = length;
    row[1] = reference_length(length);
    std::fill_n(row + 2, order, 0);
    matcher_.count(hypothesis_ids_, row + 2);
    for (std::int64_t n = 0; n < order; ++n) row[2 + order + n] = std::max<std::int64_t>(length - n, 0);
}

}  // namespace karat
