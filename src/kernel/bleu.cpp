#include "bleu.hpp"

#include <algorithm>

#include "twice.hpp"

namespace karat {

KARAT_TWICE void BleuCounter::read_words(std::span<const Text> texts) {
    word_segments_.clear();
    std::size_t tokens = 0;
    for (const Text& text : texts) {
        if (text.missing()) continue;
        WordSegment& segment = word_segments_.next();
        segment.load(text, options_.tokenizer);
        tokens += segment.tokens.size();
        lengths_.push_back(static_cast<std::int64_t>(segment.tokens.size()));
    }
    if (lengths_.size() == 1) return word_matcher_.prepare(word_segments_[0], options_.order);
    words_.clear(tokens);
    for (std::size_t r = 0; r < word_segments_.size(); ++r) word_segments_[r].intern(words_, reference_ids_.next());
    matcher_.prepare(reference_ids_.span(), words_.size(), options_.order);
}

void BleuCounter::read_characters(std::span<const Text> texts) {
    alphabet_.clear();
    for (const Text& text : texts) {
        if (text.missing()) continue;
        characters_.load(text, options_.keep_spaces, true);
        characters_.intern(alphabet_, reference_ids_.next());
    }
    for (const Ids& ids : reference_ids_.span()) lengths_.push_back(static_cast<std::int64_t>(ids.size()));
    matcher_.prepare(reference_ids_.span(), alphabet_.size(), options_.order);
}

void BleuCounter::references(std::span<const Text> texts) {
    reference_ids_.clear();
    lengths_.clear();
    return options_.characters ? read_characters(texts) : read_words(texts);
}

std::int64_t BleuCounter::reference_length(std::int64_t hypothesis_length) const {
    switch (options_.brevity) {
        case Brevity::Shortest: return shortest(lengths_);
        case Brevity::Average: return mean_in_parts(lengths_);
        default: return closest(lengths_, hypothesis_length);
    }
}

KARAT_TWICE void BleuCounter::hypothesis(const Text& text, std::int64_t* row) {
    const auto order = static_cast<std::int64_t>(options_.order);
    std::fill_n(row + 2, order, 0);
    std::int64_t length = 0;
    if (options_.characters) {
        characters_.load(text, options_.keep_spaces, true);
        characters_.find(alphabet_, hypothesis_ids_);
        length = static_cast<std::int64_t>(hypothesis_ids_.size());
        matcher_.count(hypothesis_ids_, row + 2);
    } else {
        hypothesis_words_.load(text, options_.tokenizer);
        length = static_cast<std::int64_t>(hypothesis_words_.tokens.size());
        if (lengths_.size() == 1) {
            word_matcher_.count(hypothesis_words_, row + 2);
        } else {
            hypothesis_words_.find(words_, hypothesis_ids_);
            matcher_.count(hypothesis_ids_, row + 2);
        }
    }
    row[0] = length;
    row[1] = reference_length(length);
    for (std::int64_t n = 0; n < order; ++n) row[2 + order + n] = std::max<std::int64_t>(length - n, 0);
}

}  // namespace karat
