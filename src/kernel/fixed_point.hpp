// Fixed-point numbers: weights as whole multiples of 2^-30, so that rows add without rounding.
#pragma once

#include <cstdint>

namespace karat {

// Parts of 1: 30 bits after the binary point.
inline constexpr std::int64_t real_parts = std::int64_t{1} << 30;

// To the nearest part; std::llrint is a call.
inline std::int64_t in_parts(double weight) {
    return static_cast<std::int64_t>(weight * static_cast<double>(real_parts) + (weight < 0 ? -0.5 : 0.5));
}

}  // namespace karat
