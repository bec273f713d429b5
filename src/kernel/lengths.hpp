// The reference length of a segment with several references.
#pragma once

#include <cstdint>
#include <span>

namespace karat {

// A mean of lengths is kept in parts of this size, so that statistics stay whole numbers and add without
// rounding: the least common multiple of 1 .. 16, exact for any mean over up to 16 references.
inline constexpr std::int64_t length_parts = 720720;

enum class Brevity : std::uint8_t { Closest, Shortest, Average };

inline std::int64_t mean_in_parts(std::span<const std::int64_t> lengths) {
    std::int64_t sum = 0;
    for (const std::int64_t length : lengths) sum += length;
    const auto count = static_cast<std::int64_t>(lengths.size());
    return sum / count * length_parts + (sum % count * length_parts + count / 2) / count;
}

inline std::int64_t closest(std::span<const std::int64_t> lengths, std::int64_t to) {
    std::int64_t best = lengths[0];
    for (const std::int64_t length : lengths) {
        const std::int64_t distance = length > to ? length - to : to - length;
        const std::int64_t least = best > to ? best - to : to - best;
        if (distance < least || (distance == least && length < best)) best = length;
    }
    return best;
}

inline std::int64_t shortest(std::span<const std::int64_t> lengths) {
    std::int64_t best = lengths[0];
    for (const std::int64_t length : lengths) best = length < best ? length : best;
    return best;
}

}  // namespace karat
