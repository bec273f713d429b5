// Sums of rows apart for each group that they belong to.
#pragma once

#include <cstddef>
#include <cstdint>

namespace karat {

// Adds each of `rows` to the row of `table` that `places` names; all have as many columns. False if a sum left 64 bits:
// then the table is worth nothing.
inline bool add_rows(const std::int64_t* rows, const std::int64_t* places, std::size_t count, std::size_t columns,
                     std::int64_t* table) {
    bool left = false;
    for (std::size_t row = 0; row < count; ++row, rows += columns) {
        std::int64_t* sums = table + static_cast<std::size_t>(places[row]) * columns;
        for (std::size_t column = 0; column < columns; ++column) {
            left |= __builtin_add_overflow(sums[column], rows[column], &sums[column]);
        }
    }
    return !left;
}

}  // namespace karat
