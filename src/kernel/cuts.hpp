// Bit-parallel tokenization: a block of 64 bytes becomes bit masks, one bit for each byte. A tokenizer marks which
// bytes are white space and before which bytes to cut; where tokens start and end follows by shifting and masking the
// two, without a branch for each byte. README.md has a worked example.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "text.hpp"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace karat {

inline constexpr int block_bytes = 64;

using Bits = std::uint64_t;
using Bytes [[gnu::vector_size(16)]] = std::uint8_t;
using Mask [[gnu::vector_size(16)]] = std::int8_t;  // what comparing Bytes gives: −1 or 0 for each

// The one step that compilers do not find an instruction for by themselves.
inline Bits bits_of(Mask mask) {
#ifdef __SSE2__
    return static_cast<std::uint16_t>(_mm_movemask_epi8(reinterpret_cast<__m128i>(mask)));
#else
    Bits bits = 0;
    for (int i = 0; i < 16; ++i) bits |= static_cast<Bits>(mask[i] & 1) << i;
    return bits;
#endif
}

// Sixty-four bytes of a text.
class Block {
public:
    explicit Block(const char* bytes) { std::memcpy(&bytes_, bytes, sizeof bytes_); }

    // A bit for each byte of which `is` holds.
    template <class Is> Bits where(Is is) const {
        Bits bits = 0;
        for (int i = 0; i < 4; ++i) bits |= bits_of(is(bytes_[i])) << 16 * i;
        return bits;
    }

private:
    Bytes bytes_[block_bytes / sizeof(Bytes)];
};

inline Mask is_within(Bytes c, unsigned char first, unsigned char last) {
    return static_cast<Bytes>(c - first) <= static_cast<unsigned char>(last - first);
}
inline Mask is_letter(Bytes c) { return is_within(c | 0x20, 'a', 'z'); }
inline Mask is_digit(Bytes c) { return is_within(c, '0', '9'); }
inline Mask is_plain_space(Bytes c) { return (c == ' ') | is_within(c, 0x09, 0x0D) | is_within(c, 0x1C, 0x1F); }
// Whether a byte may begin white space outside ASCII.
inline Mask begins_wide_space(Bytes c) { return (c == 0xC2) | is_within(c, 0xE1, 0xE3); }

// Takes the lowest bit out and gives its place.
inline int pop(Bits& bits) {
    const int place = std::countr_zero(bits);
    bits &= bits - 1;
    return place;
}

// The last byte of a block, and the last of the text if it lies there: what follows them has to be looked at apart.
inline Bits last_bytes(const char* block, const char* end) {
    const std::ptrdiff_t left = end - block;
    return Bits{1} << (block_bytes - 1) | (left > 0 && left <= block_bytes ? Bits{1} << (left - 1) : 0);
}

// Bits of the block at hand and of the next: a character or a cut may reach into it.
struct Marks {
    Bits here = 0;
    Bits next = 0;

    void set(int place) { (place < block_bytes ? here : next) |= Bits{1} << place % block_bytes; }
    void set(int place, std::size_t bytes) {
        for (std::size_t i = 0; i < bytes; ++i) set(place + static_cast<int>(i));
    }
    void advance() {
        here = next;
        next = 0;
    }
};

// What a tokenizer says of a block.
struct Cuts {
    Marks spaces;
    Marks before;

    void isolate(int place, std::size_t bytes) {
        before.set(place);
        before.set(place + static_cast<int>(bytes));
    }
    void isolate(Bits bits) {
        before.here |= bits | bits << 1;
        before.next |= bits >> (block_bytes - 1);
    }
};

// Finds where tokens start and end, and hands each to `write(start, end)`. A token starts at a byte that is no space
// and follows a space or a cut. It ends before a space or a cut, unless a space stands right before that.
template <class Write> class TokenFinder {
public:
    explicit TokenFinder(Write& write) : write_(write) {}

    void take(const char* block, Bits spaces, Bits cuts) {
        const Bits after_space = spaces << 1 | after_space_;
        after_space_ = spaces >> (block_bytes - 1);
        Bits starts = ~spaces & (cuts | after_space);
        Bits ends = (spaces | cuts) & ~after_space;
        // Starts and ends alternate. A token may have started in an earlier block, and may end in a later one.
        if (open_ != nullptr) {
            if (ends == 0) return;
            write_(open_, block + pop(ends));
        }
        while (ends != 0) {
            const char* start = block + pop(starts);
            write_(start, block + pop(ends));
        }
        open_ = starts != 0 ? block + pop(starts) : nullptr;
    }

private:
    Write& write_;
    const char* open_ = nullptr;
    Bits after_space_ = 1;  // the start of a text is like the end of a space
};

// `rules.mark(block, cuts)` says what is in a block; false gives up. The text must lie in a PaddedText.
template <class Rules, class Write>
[[gnu::always_inline]] inline bool cut_into(std::string_view text, Rules rules, Write write) {
    TokenFinder<Write> tokens(write);
    Cuts cuts;
    const char* end = text.data() + text.size();
    for (const char* block = text.data(); block <= end; block += block_bytes) {
        if (!rules.mark(block, cuts)) return false;
        if (end - block < block_bytes) cuts.spaces.here |= ~Bits{0} << (end - block);
        tokens.take(block, cuts.spaces.here, cuts.before.here);
        cuts.spaces.advance();
        cuts.before.advance();
    }
    return true;
}

template <class Rules>
[[gnu::always_inline]] inline bool cut(std::string_view text, Rules rules, Tokens& tokens) {
    return cut_into(text, rules, [&](const char* start, const char* end) { tokens.emplace_back(start, end - start); });
}

}  // namespace karat
