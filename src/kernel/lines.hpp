// A file's bytes as segments, one per line. A line ends at LF or CRLF and nowhere else.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "text.hpp"

namespace karat {

struct BadByte {
    std::size_t line;    // from 1
    std::size_t column;  // in bytes, from 1
    bool nul;            // NUL, or else not UTF-8
};

// The first byte that cannot stand in a text file.
std::optional<BadByte> find_bad_byte(std::string_view bytes);

std::vector<Text> split_lines(std::string_view bytes);

}  // namespace karat
