#include "tokenizers.hpp"

#include <algorithm>
#include <array>

#include "cuts.hpp"
#include "ids.hpp"
#include "twice.hpp"

namespace karat {

namespace {

bool is_ascii_punctuation(char c) {
    const bool letter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z', digit = c >= '0' && c <= '9';
    return c > ' ' && c < 0x7F && !letter && !digit;
}

Mask is_punctuation(Bytes c) { return is_within(c, '!', '~') & ~(is_letter(c) | is_digit(c)); }

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

// Deliberate: one mark only, the last before the first, so `(hi)` becomes `(hi` and `)` (chrF++.py).
class WordsAndMarks {
public:
    explicit WordsAndMarks(std::string_view text) : end_(text.data() + text.size()) {}

    [[gnu::always_inline]] bool mark(const char* block, Cuts& cuts) {
        WhiteSpace{}.mark(block, cuts);
        const std::ptrdiff_t left = end_ - block;
        const Bits spaces = cuts.spaces.here | (left < block_bytes ? ~Bits{0} << left : 0);
        const bool space_follows = left <= block_bytes || (cuts.spaces.next & 1) != 0 || space_at(block + block_bytes) != 0;
        const Bits firsts = ~spaces & (spaces << 1 | after_space_);
        const Bits lasts = ~spaces & (spaces >> 1 | Bits{space_follows} << (block_bytes - 1));
        after_space_ = spaces >> (block_bytes - 1);
        const Bits marks = Block(block).where(is_punctuation);
        cuts.before.here |= lasts & marks & ~firsts;
        for (Bits opening = firsts & marks & ~lasts; opening != 0;) {
            const int place = pop(opening);
            if (!ends_in_mark(block + place)) cuts.before.set(place + 1);
        }
        return true;
    }

private:
    bool ends_in_mark(const char* word) const {
        while (word + 1 < end_ && space_at(word + 1) == 0) ++word;
        return is_ascii_punctuation(*word);
    }

    const char* end_;
    Bits after_space_ = 1;
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

KARAT_TWICE void tokenize_words(std::string_view text, Tokens& tokens) { cut(text, WordsAndMarks(text), tokens); }

namespace {

// Whether characters below 256 are kept.
constexpr std::array<std::uint8_t, 256> latin_kept(bool spaces) {
    std::array<std::uint8_t, 256> kept{};
    for (char32_t c = 0; c < 256; ++c) kept[c] = spaces || !(is_ascii_space(static_cast<unsigned char>(c)) || is_wide_space(c));
    return kept;
}

constexpr auto all_latin = latin_kept(true);
constexpr auto latin_but_spaces = latin_kept(false);

// Written in any case, kept unless it is white space: cheaper than asking first.
template <class Unit>
[[gnu::always_inline]] inline char32_t* write_units(const Unit* units, std::size_t size, const std::uint8_t* kept, char32_t* out) {
    for (std::size_t i = 0; i < size; ++i) {
        const char32_t c = units[i];
        *out = c;
        out += c < 256 ? kept[c] : !is_wide_space(c);
    }
    return out;
}

template <class Unit> void split_units(const Text& text, std::vector<char32_t>& characters) {
    characters.resize(text.length);
    char32_t* const begin = characters.data();
    const char32_t* end = write_units(static_cast<const Unit*>(text.data), text.length, latin_but_spaces.data(), begin);
    characters.resize(static_cast<std::size_t>(end - begin));
}

}  // namespace

void split_characters(std::string_view text, bool keep_spaces, std::vector<char32_t>& characters) {
    characters.resize(text.size());
    char32_t* out = characters.data();
    const char* end = text.data() + text.size();
    const std::uint8_t* kept = keep_spaces ? all_latin.data() : latin_but_spaces.data();
    for (const char* p = text.data(); p < end;) {
        if (end - p >= 8 && (WordKey::eight_bytes(p) & 0x8080808080808080U) == 0) {
            out = write_units(reinterpret_cast<const unsigned char*>(p), 8, kept, out);
            p += 8;
            continue;
        }
        const CodePoint point = decode(p);
        *out = point.value;
        out += keep_spaces || space_at(p) == 0;
        p += point.bytes;
    }
    characters.resize(static_cast<std::size_t>(out - characters.data()));
}

void split_characters(const Text& text, std::vector<char32_t>& characters) {
    switch (text.encoding) {
        case Encoding::Latin1: return split_units<std::uint8_t>(text, characters);
        case Encoding::Ucs2: return split_units<std::uint16_t>(text, characters);
        case Encoding::Ucs4: return split_units<std::uint32_t>(text, characters);
        case Encoding::Utf8: return split_characters({static_cast<const char*>(text.data), text.length}, false, characters);
        case Encoding::Missing: characters.clear();
    }
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
