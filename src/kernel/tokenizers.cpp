#include "tokenizers.hpp"

#include <algorithm>
#include <array>

#include "cuts.hpp"
#include "twice.hpp"

namespace karat {

namespace {

struct WhiteSpace {
    [[gnu::always_inline]] bool mark(const char* block, Cuts& cuts) const {
        const Block bytes(block);
        cuts.spaces.here |= bytes.where(is_plain_space);
        for (Bits wide = bytes.where(begins_wide_space); wide != 0;) {
            const int place = pop(wide);
            cuts.spaces.set(place, wide_space_at(block + place));
        }
        return true;
    }
};

}  // namespace

KARAT_TWICE void split_at_spaces(std::string_view text, Tokens& tokens) { cut(text, WhiteSpace{}, tokens); }

void split_at_nul(std::string_view text, Tokens& tokens) {
    while (!text.empty()) {
        const std::size_t size = std::min(text.find('\0'), text.size());
        if (size > 0) tokens.emplace_back(text.data(), size);
        text.remove_prefix(std::min(size + 1, text.size()));
    }
}

namespace {

bool is_ascii_punctuation(char c) {
    const bool letter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z', digit = c >= '0' && c <= '9';
    return c > ' ' && c < 0x7F && !letter && !digit;
}

}  // namespace

// Deliberate: one mark only, the last before the first, so `(hi)` becomes `(hi` and `)` (chrF++.py).
KARAT_TWICE void tokenize_words(std::string_view text, Tokens& tokens) {
    const std::size_t first = tokens.size();
    cut(text, WhiteSpace{}, tokens);
    const std::size_t words = tokens.size() - first;
    // Each word becomes two tokens at most: they are written behind the words, and then moved to the front.
    tokens.make_room(2 * words + 1);
    std::size_t last = tokens.size();
    for (std::size_t i = first; i < first + words; ++i) {
        const std::string_view word = tokens[i];
        const char *start = word.data(), *end = start + word.size(), *middle = end;
        if (word.size() > 1 && is_ascii_punctuation(end[-1])) {
            middle = end - 1;
        } else if (word.size() > 1 && is_ascii_punctuation(*start)) {
            middle = start + 1;
        }
        tokens.set(last++, start, middle);
        tokens.set(last, middle, end);
        last += middle < end;
    }
    std::copy(tokens.starts() + first + words, tokens.starts() + last, tokens.starts() + first);
    std::copy(tokens.ends() + first + words, tokens.ends() + last, tokens.ends() + first);
    tokens.set_size(last - words);
}

namespace {

constexpr std::array<std::uint8_t, 128> ascii_kept(bool spaces) {
    std::array<std::uint8_t, 128> kept{};
    for (unsigned char c = 0; c < 128; ++c) kept[c] = spaces || !is_ascii_space(c);
    return kept;
}

constexpr auto all_ascii = ascii_kept(true);
constexpr auto ascii_but_spaces = ascii_kept(false);

}  // namespace

void split_characters(std::string_view text, bool keep_spaces, std::vector<char32_t>& characters) {
    characters.resize(text.size());
    char32_t* out = characters.data();
    const char* end = text.data() + text.size();
    const std::uint8_t* kept = keep_spaces ? all_ascii.data() : ascii_but_spaces.data();
    for (const char* p = text.data(); p < end;) {
        const auto c = static_cast<unsigned char>(*p);
        if (c < 0x80) {
            // Written in any case, kept unless it is white space: cheaper than asking first.
            *out = c;
            out += kept[c];
            ++p;
            continue;
        }
        const CodePoint point = decode(p);
        *out = point.value;
        out += keep_spaces || wide_space_at(p) == 0;
        p += point.bytes;
    }
    characters.resize(static_cast<std::size_t>(out - characters.data()));
}

void tokenize(Tokenizer tokenizer, std::string_view text, PaddedText& rewritten, Tokens& tokens,
              const TercomOptions& tercom) {
    switch (tokenizer) {
        case Tokenizer::None: return split_at_spaces(text, tokens);
        case Tokenizer::Mteval13a: return tokenize_13a(strip_end(text), rewritten, tokens);
        case Tokenizer::Intl: return tokenize_intl(strip_end(text), tokens);
        case Tokenizer::Zh: return tokenize_zh(strip(text), tokens);
        case Tokenizer::Tercom: return tokenize_tercom(strip_end(text), tercom, rewritten, tokens);
        case Tokenizer::Words: return tokenize_words(text, tokens);
        case Tokenizer::Separated: return split_at_nul(text, tokens);
    }
}

}  // namespace karat
