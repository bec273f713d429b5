// What is refused before the kernel sees it: numbers for which there is no memory, or no meaning.
#pragma once

#include <nanobind/nanobind.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <new>

#include "errors.hpp"

namespace karat {

// As in karat.options: a row has a few columns for each order.
inline constexpr std::size_t highest_order = 100'000;

inline std::size_t checked_order(const char* option, std::size_t order, std::size_t least = 1) {
    if (order < least || order > highest_order) {
        raise("InvalidOption", nullptr,
              nb::str("{} is {}; it must be a whole number from {} to {}.").format(option, order, least, highest_order));
    }
    return order;
}

// A finite number within bounds.
inline double checked_number(const char* option, double number, double least, double most) {
    if (!(number >= least && number <= most)) {
        raise("InvalidOption", nullptr,
              nb::str("{} is {}; it must be a number from {} to {}.").format(option, number, least, most));
    }
    return number;
}

// So many rows of so many columns, unless there can be no memory for them.
inline std::size_t checked_size(std::size_t rows, std::size_t columns) {
    constexpr std::size_t most = std::numeric_limits<std::ptrdiff_t>::max() / sizeof(std::int64_t);
    if (columns != 0 && rows > most / columns) throw std::bad_alloc();
    return rows * columns;
}

}  // namespace karat
