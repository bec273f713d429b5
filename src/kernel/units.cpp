#include "units.hpp"

namespace karat {

void Units::load_references(std::span<const Text> texts) {
    references_.clear();
    if (options_.characters) {
        alphabet_.clear();
        for (const Text& text : texts) {
            if (text.missing()) continue;
            characters_.load(text, options_.keep_spaces, true);
            characters_.intern(alphabet_, references_.next());
        }
        return;
    }
    // All are read before the first id: the table is made for so many words, and refers to their texts.
    reference_words_.clear();
    std::size_t tokens = 0;
    for (const Text& text : texts) {
        if (text.missing()) continue;
        WordSegment& segment = reference_words_.next();
        segment.load(text, options_.tokenizer);
        tokens += segment.tokens.size();
    }
    words_.clear(tokens);
    for (std::size_t r = 0; r < reference_words_.size(); ++r) reference_words_[r].intern(words_, references_.next());
}

const Ids& Units::load_hypothesis(const Text& text) {
    if (options_.characters) {
        characters_.load(text, options_.keep_spaces, true);
        characters_.find(alphabet_, hypothesis_);
    } else {
        hypothesis_words_.load(text, options_.tokenizer);
        hypothesis_words_.find(words_, hypothesis_);
    }
    return hypothesis_;
}

}  // namespace karat
