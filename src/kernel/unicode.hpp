// The three Unicode categories that tokenizers ask for. The table is generated: see tools/unicode_table.py.
#pragma once

#include <cstdint>

namespace karat {

enum class Category : std::uint8_t { Other, Number, Punctuation, Symbol };

extern const std::uint8_t category_pages[];
extern const std::uint8_t category_page_of[];
extern const char unicode_version[];

inline Category category_of(char32_t c) {
    if (c > 0x10FFFF) return Category::Other;
    return static_cast<Category>(category_pages[category_page_of[c >> 8] * 256 + (c & 0xFF)]);
}

}  // namespace karat
