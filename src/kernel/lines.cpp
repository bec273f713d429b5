#include "lines.hpp"

#include <algorithm>

#include "stopping.hpp"

namespace karat {

std::optional<BadByte> find_bad_byte(std::string_view bytes) {
    const std::size_t nul = bytes.find('\0');
    const std::size_t at = std::min(first_invalid_utf8(bytes), nul);
    if (at == std::string_view::npos) return std::nullopt;
    const std::string_view before = bytes.substr(0, at);
    const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
    return BadByte{1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')),
                   1 + at - line_start, at == nul};
}

std::vector<Text> split_lines(std::string_view bytes) {
    std::vector<Text> lines;
    lines.reserve(bytes.size() / 64);  // most lines are longer, so that most texts need no other room
    const char* const begin = bytes.data();
    while (!bytes.empty()) {
        const std::size_t newline = bytes.find('\n');
        const bool ended = newline != std::string_view::npos;
        std::size_t length = ended ? newline : bytes.size();
        const std::size_t next = ended ? newline + 1 : bytes.size();
        if (ended && length > 0 && bytes[length - 1] == '\r') --length;
        const bool roomy = bytes.data() - begin >= static_cast<std::ptrdiff_t>(PaddedText::before) &&
                           bytes.size() - length >= PaddedText::after;
        lines.push_back({bytes.data(), length, Encoding::Utf8, roomy});
        bytes.remove_prefix(next);
        spend(next / 16 + 4);
    }
    return lines;
}

}  // namespace karat
