// The Western rules of mteval-v13a, shared by `13a` and `zh`, in one pass over the bytes.
#include <array>
#include <cstring>
#include <string>

#include "punctuation_runs.hpp"
#include "scan.hpp"
#include "tokenizers.hpp"

namespace karat {

namespace {

enum class Kind : std::uint8_t {
    Word,      // part of a token
    Digit,     //
    Space,     //
    Isolated,  // always a token of its own
    Stop,      // . and , depend on the digits around them
    Dash,      // - is isolated after a digit
    Lead,      // begins a character of several bytes that may be white space or Chinese
    Markup,    // & < and newline may begin something that has to be rewritten first
};

constexpr std::array<Kind, 256> make_kinds(bool chinese) {
    std::array<Kind, 256> kinds{};
    for (int c = '0'; c <= '9'; ++c) kinds[c] = Kind::Digit;
    for (int c = 0x09; c <= 0x0D; ++c) kinds[c] = Kind::Space;
    for (int c = 0x1C; c <= 0x20; ++c) kinds[c] = Kind::Space;
    for (const char c : std::string_view{"{|}~[\\]^_`!\"#$%&()*+:;<=>?@/"}) {
        kinds[static_cast<unsigned char>(c)] = Kind::Isolated;
    }
    kinds['.'] = kinds[','] = Kind::Stop;
    kinds['-'] = Kind::Dash;
    for (const int lead : {0xC2, 0xE1, 0xE2, 0xE3}) kinds[lead] = Kind::Lead;
    if (chinese) {
        for (int lead = 0xE2; lead <= 0xEF; ++lead) kinds[lead] = Kind::Lead;
    } else {
        kinds['&'] = kinds['<'] = kinds['\n'] = Kind::Markup;
    }
    return kinds;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_stop(char c) { return c == '.' || c == ','; }

// Deliberate: U+2001 to U+2A6D and not Extension B. The rules as published write U+20000 as `\u20000`, and
// mteval-compatible scores everywhere have the slip in them.
bool is_chinese(char32_t c) {
    return (c >= 0x2001 && c <= 0x2A6D) || (c >= 0x2E80 && c <= 0x2FDF) || (c >= 0x2FF0 && c <= 0x303F) ||
           (c >= 0x3100 && c <= 0x312F) || (c >= 0x31A0 && c <= 0x31BF) || (c >= 0x31C0 && c <= 0x31EF) ||
           (c >= 0x3200 && c <= 0x4DB5) || (c >= 0x4E00 && c <= 0x9FBB) || (c >= 0xF900 && c <= 0xFA2D) ||
           (c >= 0xFA30 && c <= 0xFA6A) || (c >= 0xFA70 && c <= 0xFAD9) || (c >= 0xFE10 && c <= 0xFE1F) ||
           (c >= 0xFE30 && c <= 0xFE4F) || (c >= 0xFF00 && c <= 0xFFEF);
}

struct Western {
    static constexpr bool is(std::uint8_t c) {
        return is_ascii_letter(c) | is_ascii_digit(c) | ((c >= 0x80) & (c != 0xC2) & ((c < 0xE1) | (c > 0xE3)));
    }
    static constexpr auto kinds = make_kinds(false);
    static constexpr bool padded = true;  // the rules see a space before and after the line
    static bool isolates(char32_t) { return false; }
};

struct Chinese {
    static constexpr bool is(std::uint8_t c) {
        return is_ascii_letter(c) | is_ascii_digit(c) | ((c >= 0x80) & (c != 0xC2) & ((c < 0xE1) | (c > 0xEF)));
    }
    static constexpr auto kinds = make_kinds(true);
    static constexpr bool padded = false;
    static bool isolates(char32_t c) { return is_chinese(c); }
};

bool starts_with(const char* p, const char* end, std::string_view what) {
    return static_cast<std::size_t>(end - p) >= what.size() && std::memcmp(p, what.data(), what.size()) == 0;
}

bool needs_rewriting(const char* p, const char* begin, const char* end) {
    if (*p == '\n') return p > begin && p[-1] == '-';
    if (*p == '<') return starts_with(p, end, "<skipped>");
    return starts_with(p, end, "&quot;") || starts_with(p, end, "&amp;") || starts_with(p, end, "&lt;") ||
           starts_with(p, end, "&gt;");
}

template <class Rules> class Splitter {
public:
    Splitter(std::string_view text, Tokens& tokens)
        : begin_(text.data()), end_(begin_ + text.size()), token_(begin_), tokens_(tokens) {}

    // False as soon as something turns up that must be rewritten, unless that has been done.
    bool run(bool rewritten) {
        Scanner<Rules> scanner(begin_, end_);
        for (const char* p = begin_; (p = scanner.next(p)) < end_;) {
            switch (Rules::kinds[static_cast<unsigned char>(*p)]) {
                case Kind::Word:
                case Kind::Digit: ++p; break;
                case Kind::Space: p = skip(p, 1); break;
                case Kind::Isolated: p = isolate(p, 1); break;
                case Kind::Dash: p = p > begin_ && is_digit(p[-1]) ? isolate(p, 1) : p + 1; break;
                case Kind::Stop: p = stops(p); break;
                case Kind::Lead: p = lead(p); break;
                case Kind::Markup:
                    if (!rewritten && needs_rewriting(p, begin_, end_)) return false;
                    p = *p == '\n' ? skip(p, 1) : isolate(p, 1);
                    break;
            }
        }
        finish(end_);
        return true;
    }

private:
    void finish(const char* p) {
        if (p > token_) tokens_.emplace_back(token_, p - token_);
    }

    const char* skip(const char* p, std::size_t bytes) {
        finish(p);
        return token_ = p + bytes;
    }

    const char* isolate(const char* p, std::size_t bytes) {
        finish(p);
        tokens_.emplace_back(p, bytes);
        return token_ = p + bytes;
    }

    const char* lead(const char* p) {
        if (const std::size_t space = space_at(p)) return skip(p, space);
        const CodePoint point = decode(p);
        return Rules::isolates(point.value) ? isolate(p, point.bytes) : p + point.bytes;
    }

    const char* stops(const char* p) {
        const char* after = p + 1;
        while (after < end_ && is_stop(*after)) ++after;
        const bool after_number = p == begin_ ? !Rules::padded : is_digit(p[-1]);
        const bool before_number = after < end_ && is_digit(*after);
        const bool at_end = after == end_ && !Rules::padded;
        const RunEnd last = end_of_run(static_cast<std::size_t>(after - p), after_number, before_number, at_end);
        if (last.joins_left) return after;
        for (; p < after - 1; ++p) isolate(p, 1);
        if (!last.joins_right) return isolate(p, 1);
        finish(p);
        token_ = p;
        return after;
    }

    const char* begin_;
    const char* end_;
    const char* token_;
    Tokens& tokens_;
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

void tokenize_13a(std::string_view text, PaddedText& rewritten, Tokens& tokens) {
    const std::size_t first = tokens.size();
    if (Splitter<Western>(text, tokens).run(false)) return;
    tokens.resize(first);
    Splitter<Western>(rewritten.load(without_markup(text)), tokens).run(true);
}

void tokenize_zh(std::string_view text, Tokens& tokens) { Splitter<Chinese>(text, tokens).run(true); }

}  // namespace karat
