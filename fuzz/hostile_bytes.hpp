// Random bytes full of what tokenizers have rules for, and what the sizes of units depend on.
#pragma once

#include <random>
#include <string>
#include <vector>

namespace karat {

// Mostly short, so that there are many; now and then so long that other algorithms are taken.
inline std::string hostile_bytes(std::mt19937_64& random) {
    static const std::vector<std::string> pieces = {
        " ", " ", " ", "a", "b", "the ", "cat ", "internationalisation ", "-", "--", ".", ",", "5", "1.5", "&amp;", "&quot;",
        "<skipped>", "-\n", "\xC2\xA0", "\xC2\x85", "\xC3\xA4", "\xC3\x97", "\xD0\xB6", "\xE3\x80\x80", "\xE3\x80\x82",
        "\xE3\x81\x82", "\xE6\x97\xA5", "\xE9\xBE\xBC", "\xEF\xBC\x8C", "\xF0\x9F\x98\x80", "\xE6\x97", "\x80", "\n",
    };
    const auto below = [&](std::size_t end) { return static_cast<std::size_t>(random() % end); };
    std::string bytes{static_cast<char>(below(256)), static_cast<char>(below(256))};
    const std::size_t size = below(50) == 0 ? 4000 : std::size_t{1} << below(10);
    const std::size_t variety = 1 + below(pieces.size());
    while (bytes.size() < size) bytes += pieces[below(variety)];
    return bytes;
}

}  // namespace karat
