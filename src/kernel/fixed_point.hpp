// Weights as whole numbers, so that rows add without rounding.
#pragma once

#include <cstdint>

namespace karat {

// A weight of 1 has so many parts.
inline constexpr std::int64_t weight_parts = std::int64_t{1} << 30;

// To the nearest part; std::llrint is a call.
inline std::int64_t in_parts(double weight) {
    return static_cast<std::int64_t>(weight * static_cast<double>(weight_parts) + (weight < 0 ? -0.5 : 0.5));
}

}  // namespace karat
