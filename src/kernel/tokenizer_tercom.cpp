// The normalization of tercom, rule by rule over a copy of the text: TER itself costs far more than this.
#include <string>

#include "punctuation_runs.hpp"
#include "tokenizers.hpp"

namespace karat {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_stop(char c) { return c == '.' || c == ','; }

bool is_isolated(char c) {
    return (c >= '{' && c <= '~') || (c >= '[' && c <= '`') || (c >= ' ' && c <= '&') || (c >= '(' && c <= '+') ||
           (c >= ':' && c <= '@') || c == '/';
}

bool is_asian_mark(char32_t c) {
    return c == 0x3001 || c == 0x3002 || (c >= 0x3008 && c <= 0x3011) || (c >= 0x3014 && c <= 0x301F) ||
           (c >= 0xFF61 && c <= 0xFF65) || c == 0x30FB || c == 0xFF0E || c == 0xFF0C || c == 0xFF1F || c == 0xFF1A ||
           c == 0xFF1B || c == 0xFF01 || c == 0xFF02 || c == 0xFF08 || c == 0xFF09;
}

// Deliberate: enclosed letters run to U+3F22, as in the rules as published; the ranges overlap, which changes
// nothing. Their rule for kana can never match a padded line, so there is none here.
bool is_asian_character(char32_t c) {
    return (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0x3400 && c <= 0x4DBF) || (c >= 0x31C0 && c <= 0x31EF) ||
           (c >= 0x2E80 && c <= 0x2EFF) || (c >= 0x3300 && c <= 0x33FF) || (c >= 0xF900 && c <= 0xFAFF) ||
           (c >= 0xFE30 && c <= 0xFE4F) || (c >= 0x3200 && c <= 0x3F22);
}

std::string replaced(const std::string& text, std::string_view what, std::string_view with) {
    std::string result;
    std::size_t from = 0;
    for (std::size_t at; (at = text.find(what, from)) != std::string::npos; from = at + what.size()) {
        result.append(text, from, at - from).append(with);
    }
    return result.append(text, from);
}

// Deliberate: newline before hyphen, although hyphenation has it the other way round (sacreBLEU).
std::string without_markup(std::string line) {
    line = replaced(line, "\n-", "");
    line = replaced(line, "\n", " ");
    line = replaced(line, "&quot;", "\"");
    line = replaced(line, "&amp;", "&");
    line = replaced(line, "&lt;", "<");
    return replaced(line, "&gt;", ">");
}

std::string with_isolated_punctuation(const std::string& line) {
    std::string result;
    for (const char c : line) {
        if (is_isolated(c)) {
            (result += ' ') += c;
            result += ' ';
        } else {
            result += c;
        }
    }
    return result;
}

std::string with_isolated_stops(const std::string& line) {
    std::string result;
    for (std::size_t i = 0; i < line.size();) {
        if (!is_stop(line[i])) {
            result += line[i++];
            continue;
        }
        std::size_t after = i;
        while (after < line.size() && is_stop(line[after])) ++after;
        // The line is padded: something stands before and after each run.
        const RunEnd last = end_of_run(after - i, is_digit(line[i - 1]), is_digit(line[after]), false);
        for (; i < after; ++i) {
            const bool is_last = i + 1 == after;
            if (!(is_last && last.joins_left)) result += ' ';
            result += line[i];
            if (!(is_last && last.joins_right)) result += ' ';
        }
    }
    return result;
}

std::string with_isolated_dashes(const std::string& line) {
    std::string result;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const bool after_digit = line[i] == '-' && i > 0 && is_digit(line[i - 1]);
        if (after_digit) result += ' ';
        result += line[i];
        if (after_digit) result += ' ';
    }
    return result;
}

std::string normalized(std::string_view text) {
    std::string padded(1, ' ');
    padded.append(without_markup(std::string(text))).append(1, ' ');
    const std::string line = replaced(with_isolated_punctuation(padded), "'s ", " 's ");
    return with_isolated_dashes(with_isolated_stops(line));
}

// Copies `line`; what `change` says of a code point is written in its place.
template <class Change> std::string changed(const std::string& line, Change change) {
    std::string result;
    PaddedText padded;
    const std::string_view text = padded.load(line);
    for (std::size_t i = 0; i < text.size();) {
        const CodePoint point = decode(text.data() + i);
        change(point.value, text.substr(i, point.bytes), result);
        i += point.bytes;
    }
    return result;
}

std::string with_isolated_asian(const std::string& line) {
    return changed(line, [](char32_t c, std::string_view bytes, std::string& result) {
        const bool alone = is_asian_character(c) || is_asian_mark(c);
        if (alone) result += ' ';
        result += bytes;
        if (alone) result += ' ';
    });
}

std::string without_punctuation(const std::string& line, bool asian) {
    return changed(line, [asian](char32_t c, std::string_view bytes, std::string& result) {
        const bool western_mark = c < 0x80 && std::string_view(".,?:;!\"()").find(static_cast<char>(c)) != std::string_view::npos;
        if (!western_mark && !(asian && is_asian_mark(c))) result += bytes;
    });
}

}  // namespace

void tokenize_tercom(std::string_view text, const TercomOptions& options, PaddedText& rewritten, Tokens& tokens) {
    if (!options.normalized && !options.no_punctuation) return split_at_spaces(text, tokens);
    std::string line(text);
    if (options.normalized && !text.empty()) {
        line = normalized(text);
        if (options.asian) line = with_isolated_asian(line);
    }
    if (options.no_punctuation) line = without_punctuation(line, options.asian);
    split_at_spaces(rewritten.load(line), tokens);
}

}  // namespace karat
