// The Western rules of mteval-v13a, shared by `13a` and `zh`, in one pass over the bytes.
#include <algorithm>
#include <cstring>
#include <string>

#include "cuts.hpp"
#include "punctuation_runs.hpp"
#include "tokenizers.hpp"
#include "twice.hpp"
#include "wide.hpp"

namespace karat {

namespace {

bool is_number(char c) { return c >= '0' && c <= '9'; }
bool is_stop(char c) { return c == '.' || c == ','; }

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

// What a block has outside ASCII: the first bytes of characters of three bytes that stand alone, and of others that must be
// looked at one by one.
struct WideBits {
    Bits isolated = 0;
    Bits unclear = 0;
};

struct Western {
    static constexpr bool padded = true;  // the rules see a space before and after the line
    static WideBits wide(const char* block) { return {0, Block(block).where(begins_wide_space)}; }
    static bool isolates(char32_t) { return false; }
};

struct Chinese {
    static constexpr bool padded = false;
    static bool isolates(char32_t c) { return is_chinese(c); }

    // Nearly all that such texts have is seen from the first two bytes. Ideographs from U+4E00 to U+9F7F, full-width forms
    // to U+FFBF, and U+3001 to U+303F stand alone. U+3040 to U+30FF, kana, are like letters, and not asked about.
    [[gnu::always_inline]] static WideBits wide(const char* block) {
        WideBits bits;
        each_part(block, [&](const char* p, int shift) {
            const Bytes first = bytes_at(p), second = bytes_at(p + 1), third = bytes_at(p + 2);
            const Mask ideograph = is_within(first, 0xE5, 0xE8) | ((first == 0xE4) & (second >= 0xB8)) |
                                   ((first == 0xE9) & (second < 0xBE));
            const Mask punctuation = (first == 0xE3) & (second == 0x80) & (third > 0x80);
            const Mask full_width = (first == 0xEF) & is_within(second, 0xBC, 0xBE);
            const Mask is_whole = is_within(second, 0x80, 0xBF) & is_within(third, 0x80, 0xBF);
            const Mask alone = (ideograph | punctuation | full_width) & is_whole;
            const Mask kana = (first == 0xE3) & is_within(second, 0x81, 0x83);
            bits.isolated |= bits_of(alone) << shift;
            bits.unclear |= bits_of(((first == 0xC2) | is_within(first, 0xE1, 0xEF)) & ~(alone | kana)) << shift;
        });
        return bits;
    }
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
    [[gnu::always_inline]] bool mark(const char* block, Cuts& cuts) {
        if (next_ == asked_) ask(block);
        WesternBits& found = found_[next_++];
        // What stands before the text is not a digit of it.
        if (block == begin_ && *block == '-') found.isolated &= ~Bits{1};
        const auto [isolated, stops, before_digits, spaces, markup, unusual_bytes] = found;
        const Bits inside = end_ - block < block_bytes ? ~(~Bits{0} << (end_ - block)) : ~Bits{0};
        // Where nothing is padded, a stop that nothing follows is like a stop before a number: both depend on more.
        const Bits last = Language::padded || end_ - block > block_bytes ? 0 : inside & ~(inside >> 1);
        const Bits other_stops = stops & (before_digits | last) & inside;
        cuts.isolate_all(isolated | (stops & ~other_stops));
        cuts.spaces.here |= spaces;
        for (Bits bits = other_stops; bits != 0;) {
            const int place = pop(bits);
            stop(block + place, place, cuts);
        }
        if (!rewritten_) {
            for (Bits bits = markup & inside; bits != 0;) {
                if (needs_rewriting(block + pop(bits))) return false;
            }
        }
        return (unusual_bytes & inside) == 0 || unusual(block, inside, cuts);
    }

private:
    // Asks of some blocks at once what each of their bytes is.
    void ask(const char* block) {
        const auto left = static_cast<std::size_t>(end_ - block) / block_bytes + 1;
        asked_ = std::min(left, at_once);
        next_ = 0;
        wide.western_blocks(block, asked_, found_);
    }

    [[gnu::always_inline]] bool unusual(const char* block, Bits inside, Cuts& cuts) const {
        const Block bytes(block);
        cuts.spaces.here |= bytes.where(is_plain_space);
        if (!rewritten_) {
            for (Bits bits = bytes.where([](Bytes c) { return c == '\n'; }) & inside; bits != 0;) {
                if (needs_rewriting(block + pop(bits))) return false;
            }
        }
        const WideBits wide = Language::wide(block);
        cuts.isolate_all(wide.isolated & inside, 3);
        for (Bits bits = wide.unclear & inside; bits != 0;) {
            const int place = pop(bits);
            wide_character(block + place, place, cuts);
        }
        return true;
    }

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

    static constexpr std::size_t at_once = 8;
    WesternBits found_[at_once];
    std::size_t asked_ = 0;
    std::size_t next_ = 0;
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
    tokens.shrink(first);
    const std::string_view line = rewritten.load(without_markup(text));
    cut(line, Rules<Western>(line, true), tokens);
}

KARAT_TWICE void tokenize_zh(std::string_view text, Tokens& tokens) { cut(text, Rules<Chinese>(text, true), tokens); }

}  // namespace karat
