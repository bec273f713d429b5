#include "json_rows.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "cuts.hpp"
#include "stopping.hpp"

namespace karat {

namespace {

enum Seen : std::uint8_t { absent, null, present };

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

void skip_spaces(const char*& p, const char* end) {
    while (p < end && is_space(*p)) ++p;
}

bool skip(const char*& p, const char* end, std::string_view what) {
    if (static_cast<std::size_t>(end - p) < what.size() || std::memcmp(p, what.data(), what.size()) != 0) return false;
    p += what.size();
    return true;
}

bool skip_digits(const char*& p, const char* end) {
    const char* first = p;
    while (p < end && *p >= '0' && *p <= '9') ++p;
    return p > first;
}

// -0.5e+3, without zeros in front.
bool skip_number(const char*& p, const char* end) {
    skip(p, end, "-");
    if (!skip(p, end, "0") && !skip_digits(p, end)) return false;
    if (skip(p, end, ".") && !skip_digits(p, end)) return false;
    if (skip(p, end, "e") || skip(p, end, "E")) {
        if (!skip(p, end, "+")) skip(p, end, "-");
        return skip_digits(p, end);
    }
    return true;
}

// Where the next byte is that a string cannot simply hold: a quotation mark, a backslash, a control character.
const char* find_special(const char* p, const char* end) {
    constexpr std::ptrdiff_t part = sizeof(Bytes);
    for (; end - p >= part; p += part) {
        const Bytes c = bytes_at(p);
        const Bits bits = bits_of((c == '"') | (c == '\\') | (c < 0x20));
        if (bits != 0) return p + std::countr_zero(bits);
    }
    while (p < end && *p != '"' && *p != '\\' && static_cast<unsigned char>(*p) >= 0x20) ++p;
    return p;
}

// Four hexadecimal digits.
bool hexadecimal(const char*& p, const char* end, std::uint32_t& number) {
    if (end - p < 4) return false;
    number = 0;
    for (int i = 0; i < 4; ++i, ++p) {
        const char small = static_cast<char>(*p | 0x20);
        if (*p >= '0' && *p <= '9') {
            number = number << 4 | static_cast<std::uint32_t>(*p - '0');
        } else if (small >= 'a' && small <= 'f') {
            number = number << 4 | static_cast<std::uint32_t>(small - 'a' + 10);
        } else {
            return false;
        }
    }
    return true;
}

void append(StringColumn* column, const char* begin, const char* end) {
    if (column != nullptr) column->data.insert(column->data.end(), begin, end);
}

void append_utf8(StringColumn* column, std::uint32_t c) {
    char bytes[4];
    char* out = bytes;
    if (c < 0x80) {
        *out++ = static_cast<char>(c);
    } else {
        const int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
        *out++ = static_cast<char>(0xFF00 >> (more + 1) | c >> 6 * more);
        for (int i = more; i-- > 0;) *out++ = static_cast<char>(0x80 | (c >> 6 * i & 0x3F));
    }
    append(column, bytes, out);
}

}  // namespace

JsonRows::JsonRows(std::vector<std::string> names, std::vector<bool> wanted)
    : names_(std::move(names)), wanted_(std::move(wanted)), columns_(names_.size()), seen_(names_.size(), absent),
      found_(names_.size(), 0) {}

bool JsonRows::read(std::string_view lines) {
    const char* p = lines.data();
    const char* end = p + lines.size();
    // Memory that is not written to costs nothing; growing by copying does.
    for (std::size_t i = 0; i < names_.size(); ++i) {
        if (wanted_[i]) columns_[i].data.reserve(lines.size());
    }
    for (skip_spaces(p, end); p < end; skip_spaces(p, end)) {
        const char* const before = p;
        if (!object(p, end)) return false;
        spend(static_cast<std::size_t>(p - before));
    }
    return rows_ > 0 && std::find(found_.begin(), found_.end(), 0) == found_.end();
}

bool JsonRows::object(const char*& p, const char* end) {
    if (!skip(p, end, "{")) return false;
    next_ = 0;
    std::fill(seen_.begin(), seen_.end(), absent);
    skip_spaces(p, end);
    if (!skip(p, end, "}")) {
        do {
            skip_spaces(p, end);
            if (!field(p, end)) return false;
            skip_spaces(p, end);
        } while (skip(p, end, ","));
        if (!skip(p, end, "}")) return false;
    }
    finish_row();
    return true;
}

bool JsonRows::field(const char*& p, const char* end) {
    std::size_t at;
    if (!name(p, end, at) || seen_[at] != absent) return false;
    found_[at] = 1;
    next_ = at + 1;
    skip_spaces(p, end);
    if (!skip(p, end, ":")) return false;
    skip_spaces(p, end);
    seen_[at] = null;
    if (p < end && *p == '"') {
        seen_[at] = present;
        return text(p, end, wanted_[at] ? &columns_[at] : nullptr);
    }
    if (skip(p, end, "null")) return true;
    return !wanted_[at] && (skip(p, end, "true") || skip(p, end, "false") || skip_number(p, end));
}

// A field's name, which is nearly always the next.
bool JsonRows::name(const char*& p, const char* end, std::size_t& found) {
    if (!skip(p, end, "\"")) return false;
    const char* close = find_special(p, end);
    if (close == end || *close != '"') return false;
    const std::string_view written(p, static_cast<std::size_t>(close - p));
    p = close + 1;
    for (std::size_t i = 0; i < names_.size(); ++i) {
        found = (next_ + i) % names_.size();
        if (names_[found] == written) return true;
    }
    return false;
}

bool JsonRows::text(const char*& p, const char* end, StringColumn* column) {
    for (++p;;) {
        const char* special = find_special(p, end);
        append(column, p, special);
        p = special;
        if (p == end || static_cast<unsigned char>(*p) < 0x20) return false;
        if (*p++ == '"') return true;
        if (!escaped(p, end, column)) return false;
    }
}

// What follows a backslash.
bool JsonRows::escaped(const char*& p, const char* end, StringColumn* column) {
    constexpr std::string_view letters = "\"\\/bfnrt", meanings = "\"\\/\b\f\n\r\t";
    if (p == end) return false;
    const char letter = *p++;
    if (const std::size_t at = letters.find(letter); at != std::string_view::npos) {
        append(column, &meanings[at], &meanings[at] + 1);
        return true;
    }
    std::uint32_t unit, low;
    if (letter != 'u' || !hexadecimal(p, end, unit)) return false;
    if (unit >= 0xD800 && unit < 0xE000) {
        // Two of them make a character beyond the first 65,536; one alone makes none.
        if (unit >= 0xDC00 || !skip(p, end, "\\u") || !hexadecimal(p, end, low)) return false;
        if (low < 0xDC00 || low >= 0xE000) return false;
        unit = 0x10000 + ((unit - 0xD800) << 10 | (low - 0xDC00));
    }
    append_utf8(column, unit);
    return true;
}

void JsonRows::finish_row() {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        if (!wanted_[i]) continue;
        StringColumn& column = columns_[i];
        column.offsets.push_back(static_cast<std::int32_t>(column.data.size()));
        if (rows_ % 8 == 0) column.valid.push_back(0);
        column.valid.back() |= static_cast<std::uint8_t>((seen_[i] == present) << rows_ % 8);
        column.nulls += seen_[i] != present;
    }
    ++rows_;
}

}  // namespace karat
