// The Western rules of mteval-v13a, shared by `13a` and `zh`, in one pass over the bytes.
#include <cstring>
#include <string>

#include "cuts.hpp"
#include "punctuation_runs.hpp"
#include "tokenizers.hpp"
#include "twice.hpp"

namespace karat {

namespace {

bool is_number(char c) { return c >= '0' && c <= '9'; }
bool is_stop(char c) { return c == '.' || c == ','; }

// Always tokens of their own: all marks but the apostrophe, which is part of a word, and comma, dash and full stop,
// which depend on the numbers around them.
Mask is_isolated(Bytes c) {
    return is_within(c, '!', '~') & ~(is_letter(c) | is_digit(c) | (c == '\'') | is_within(c, ',', '.'));
}

// Deliberate: U+2001 to U+2A6D and not Extension B. The rules as published write U+20000 as `\u20000`, and
// mteval-compatible scores everywhere have the slip in them.
bool is_chinese(char32_t c) {
    if (c >= 0x4E00 && c <= 0x9FBB) return true;  // nearly always
    return (c >= 0x2001 && c <= 0x2A6D) || (c >= 0x2E80 && c <= 0x2FDF) || (c >= 0x2FF0 && c <= 0x303F) ||
           (c >= 0x3100 && c <= 0x312F) || (c >= 0x31A0 && c <= 0x31BF) || (c >= 0x31C0 && c <= 0x31EF) ||
           (c >= 0x3200 && c <= 0x4DB5) || (c >= 0xF900 && c <= 0xFA2D) || (c >= 0xFA30 && c <= 0xFA6A) ||
           (c >= 0xFA70 && c <= 0xFAD9) || (c >= 0xFE10 && c <= 0xFE1F) || (c >= 0xFE30 && c <= 0xFE4F) ||
           (c >= 0xFF00 && c <= 0xFFEF);
}

struct Western {
    static constexpr bool padded = true;  // the rules see a space before and after the line
    static Mask is_rare(Bytes c) { return begins_wide_space(c) | (c == '&') | (c == '<') | (c == '\n') | (c == '-'); }
    static bool isolates(char32_t) { return false; }
};

struct Chinese {
    static constexpr bool padded = false;
    static Mask is_rare(Bytes c) { return (c == 0xC2) | is_within(c, 0xE1, 0xEF) | (c == '-'); }
    static bool isolates(char32_t c) { return is_chinese(c); }
};

bool starts_with(const char* p, const char* end, std::string_view what) {
    return static_cast<std::size_t>(end - p) >= what.size() && std::memcmp(p, what.data(), what.size()) == 0;
}

template <class Language> class Rules {
public:
    // `rewritten`: markup has been taken out, and what now looks like it is text.
    Rules(std::string_view text, bool rewritten)
        : begin_(text.data()), end_(begin_ + text.size()), rewritten_(rewritten) {}

    // False as soon as something turns up that must be rewritten.
    bool mark(const char* block, Cuts& cuts) const {
        const Block bytes(block);
        cuts.spaces.here |= bytes.where(is_plain_space);
        cuts.isolate(bytes.where(is_isolated));
        // A stop before a number depends on more; before the end of the line, on what the language makes of it.
        const Bits stops = bytes.where([](Bytes c) { return (c == '.') | (c == ','); });
        const Bits before_number = bytes.where([](Bytes c) { return is_digit(c); }) >> 1 | last_bytes(block, end_);
        cuts.isolate(stops & ~before_number);
        for (Bits bits = bytes.where(Language::is_rare) | (stops & before_number); bits != 0;) {
            const int place = pop(bits);
            const char* p = block + place;
            if (p >= end_) break;
            if (is_stop(*p)) {
                stop(p, place, cuts);
            } else if (*p == '-') {
                if (p > begin_ && is_number(p[-1])) cuts.isolate(place, 1);
            } else if (static_cast<unsigned char>(*p) >= 0x80) {
                wide_character(p, place, cuts);
            } else if (!rewritten_ && needs_rewriting(p)) {
                return false;
            }
        }
        return true;
    }

private:
    void stop(const char* p, int place, Cuts& cuts) const {
        const bool at_end = p + 1 == end_;
        if (!at_end && is_stop(p[1])) return cuts.isolate(place, 1);
        const char* run = p;
        while (run > begin_ && is_stop(run[-1])) --run;
        const bool after_number = run == begin_ ? !Language::padded : is_number(run[-1]);
        const bool before_number = !at_end && is_number(p[1]);
        const RunEnd last = end_of_run(static_cast<std::size_t>(p + 1 - run), after_number, before_number,
                                       at_end && !Language::padded);
        if (last.joins_left) return;
        cuts.before.set(place);
        if (!last.joins_right) cuts.before.set(place + 1);
    }

    void wide_character(const char* p, int place, Cuts& cuts) const {
        const CodePoint point = decode(p);
        if (space_at(p) != 0) {
            cuts.spaces.set(place, point.bytes);
        } else if (Language::isolates(point.value)) {
            cuts.isolate(place, point.bytes);
        }
    }

    bool needs_rewriting(const char* p) const {
        if (*p == '\n') return p > begin_ && p[-1] == '-';
        if (*p == '<') return starts_with(p, end_, "<skipped>");
        return starts_with(p, end_, "&quot;") || starts_with(p, end_, "&amp;") || starts_with(p, end_, "&lt;") ||
               starts_with(p, end_, "&gt;");
    }

    const char* begin_;
    const char* end_;
    bool rewritten_;
};

void replace_all(std::string& text, std::string_view what, std::string_view with) {
    std::size_t at = text.find(what);
    if (at == std::string::npos) return;
    std::string replaced;
    std::size_t from = 0;
    for (; at != std::string::npos; at = text.find(what, from)) {
        replaced.append(text, from, at - from).append(with);
        from = at + what.size();
    }
    text = replaced.append(text, from);
}

// The order is mteval's, and matters: `&amp;lt;` becomes `<`, `&lt;amp;` does not become `&`.
std::string without_markup(std::string_view text) {
    std::string line(text);
    replace_all(line, "<skipped>", "");
    replace_all(line, "-\n", "");
    replace_all(line, "\n", " ");
    replace_all(line, "&quot;", "\"");
    replace_all(line, "&amp;", "&");
    replace_all(line, "&lt;", "<");
    replace_all(line, "&gt;", ">");
    return line;
}

}  // namespace

KARAT_TWICE void tokenize_13a(std::string_view text, PaddedText& rewritten, Tokens& tokens) {
    const std::size_t first = tokens.size();
    if (cut(text, Rules<Western>(text, false), tokens)) return;
    tokens.resize(first);
    const std::string_view line = rewritten.load(without_markup(text));
    cut(line, Rules<Western>(line, true), tokens);
}

KARAT_TWICE void tokenize_zh(std::string_view text, Tokens& tokens) { cut(text, Rules<Chinese>(text, true), tokens); }

}  // namespace karat
