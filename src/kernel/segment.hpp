// What a counter keeps of one text while it works on a segment; reused from segment to segment.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "ids.hpp"
#include "tokenizers.hpp"

namespace karat {

struct WordSegment {
    PaddedText text;
    PaddedText rewritten;
    Tokens tokens;

    // The tokens stay valid until the next load.
    void load(const Text& source, Tokenizer tokenizer, const TercomOptions& tercom = {}) {
        tokens.clear();
        const bool looks_around = tokenizer != Tokenizer::Mteval13a;
        tokenize(tokenizer, looks_around ? text.load(source) : text.view(source), rewritten, tokens, tercom);
    }

    // Tokenizes the tokens once more.
    void reload(Tokenizer tokenizer, const TercomOptions& tercom) {
        std::string joined;
        for (const std::string_view token : tokens) joined.append(joined.empty() ? "" : " ").append(token);
        load({joined.data(), joined.size(), Encoding::Utf8}, tokenizer, tercom);
    }

    void intern(WordIds& words, Ids& ids) const {
        ids.resize(tokens.size());
        std::transform(tokens.begin(), tokens.end(), ids.begin(), [&](auto token) { return words.intern(token); });
    }

    void find(const WordIds& words, Ids& ids) const {
        ids.resize(tokens.size());
        std::transform(tokens.begin(), tokens.end(), ids.begin(), [&](auto token) { return words.find(token); });
    }
};

struct CharacterSegment {
    PaddedText text;
    std::vector<char32_t> characters;

    // `stripped`: without the white space at both ends, which matters where the rest of it is kept.
    void load(const Text& source, bool keep_spaces, bool stripped) {
        if (!keep_spaces && (source.encoding != Encoding::Utf8 || source.roomy)) return split_characters(source, characters);
        const std::string_view whole = text.load(source);
        split_characters(stripped && keep_spaces ? strip(whole) : whole, keep_spaces, characters);
    }

    void intern(CharacterIds& alphabet, Ids& ids) const { alphabet.intern(characters, ids); }
    void find(const CharacterIds& alphabet, Ids& ids) const { alphabet.find(characters, ids); }
};

// A vector whose elements keep their memory when it shrinks.
template <class Element> class Pool {
public:
    Element& next() {
        if (size_ == elements_.size()) elements_.emplace_back();
        return elements_[size_++];
    }
    void clear() { size_ = 0; }
    std::size_t size() const { return size_; }
    Element& operator[](std::size_t i) { return elements_[i]; }
    std::span<const Element> span() const { return {elements_.data(), size_}; }

private:
    std::vector<Element> elements_;
    std::size_t size_ = 0;
};

}  // namespace karat
