// Finding the bytes that a tokenizer has to look at, sixty-four at a time.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

namespace karat {

// `Plain::is(byte)` tells the bytes that only ever continue a token; it must be arithmetic without branches, so
// that the compiler turns the loop below into vector instructions. The text must lie in a PaddedText.
template <class Plain> class Scanner {
public:
    Scanner(const char* begin, const char* end) : block_(begin), end_(end), special_(scan(begin)) {}

    // The first byte at or after `p` that is not plain, or the end. `p` may not go back from call to call.
    const char* next(const char* p) {
        while (p < end_) {
            while (p >= block_ + width) special_ = scan(block_ += width);
            if (const std::uint64_t ahead = special_ >> (p - block_)) {
                return std::min(p + std::countr_zero(ahead), end_);
            }
            p = block_ + width;
        }
        return end_;
    }

private:
    static constexpr std::ptrdiff_t width = 64;

    static std::uint64_t scan(const char* block) {
        std::uint8_t flags[width];
        for (std::ptrdiff_t i = 0; i < width; ++i) flags[i] = Plain::is(static_cast<std::uint8_t>(block[i])) ? 0 : 1;
        std::uint64_t bits = 0;
        for (std::ptrdiff_t i = 0; i < width; i += 8) {
            std::uint64_t eight;
            std::memcpy(&eight, flags + i, 8);
            if constexpr (std::endian::native == std::endian::big) eight = __builtin_bswap64(eight);
            // Eight bytes of 0 or 1 become eight bits.
            bits |= eight * 0x0102040810204080U >> 56 << i;
        }
        return bits;
    }

    const char* block_;
    const char* end_;
    std::uint64_t special_;
};

inline constexpr bool is_ascii_letter(std::uint8_t c) { return static_cast<std::uint8_t>((c | 0x20) - 'a') < 26; }
inline constexpr bool is_ascii_digit(std::uint8_t c) { return static_cast<std::uint8_t>(c - '0') < 10; }

}  // namespace karat
