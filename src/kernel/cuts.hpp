// Bit-parallel tokenization: a block of 64 bytes becomes bit masks, one bit for each byte. A tokenizer marks which
// bytes are white space and before which bytes to cut; where tokens start and end follows by shifting and masking the
// two, without a branch for each byte. README.md has a worked example.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "bits.hpp"
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
[[gnu::always_inline]] inline Bits bits_of(Mask mask) {
#ifdef __SSE2__
    return static_cast<std::uint16_t>(_mm_movemask_epi8(reinterpret_cast<__m128i>(mask)));
#else
    Bits bits = 0;
    for (int i = 0; i < 16; ++i) bits |= static_cast<Bits>(mask[i] & 1) << i;
    return bits;
#endif
}

// Sixteen bytes of a text, anywhere in it.
[[gnu::always_inline]] inline Bytes bytes_at(const char* p) {
    Bytes bytes;
    std::memcpy(&bytes, p, sizeof bytes);
    return bytes;
}

// Calls `look(p, shift)` for each part of a block that fits a vector, and where its bits go.
template <class Look> [[gnu::always_inline]] inline void each_part(const char* block, Look look) {
    constexpr int part = sizeof(Bytes);
    for (int shift = 0; shift < block_bytes; shift += part) look(block + shift, shift);
}

// Sixty-four bytes of a text.
class Block {
public:
    explicit Block(const char* bytes) : bytes_(bytes) {}

    // A bit for each byte of which `is` holds.
    template <class Is> [[gnu::always_inline]] Bits where(Is is) const {
        Bits bits = 0;
        each_part(bytes_, [&](const char* p, int shift) { bits |= bits_of(is(bytes_at(p))) << shift; });
        return bits;
    }

private:
    const char* bytes_;
};

[[gnu::always_inline]] inline Mask is_within(Bytes c, unsigned char first, unsigned char last) {
    return static_cast<Bytes>(c - first) <= static_cast<unsigned char>(last - first);
}
[[gnu::always_inline]] inline Mask is_letter(Bytes c) { return is_within(c | 0x20, 'a', 'z'); }
[[gnu::always_inline]] inline Mask is_digit(Bytes c) { return is_within(c, '0', '9'); }
[[gnu::always_inline]] inline Mask is_plain_space(Bytes c) { return (c == ' ') | is_within(c, 0x09, 0x0D) | is_within(c, 0x1C, 0x1F); }
// Whether a byte may begin white space outside ASCII.
[[gnu::always_inline]] inline Mask begins_wide_space(Bytes c) { return (c == 0xC2) | is_within(c, 0xE1, 0xE3); }

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
    // The same for each bit.
    void isolate_all(Bits bits, int bytes = 1) {
        before.here |= bits | bits << bytes;
        before.next |= bits >> (block_bytes - bytes);
    }
};

// Finds where tokens start and end. A token starts at a byte that is no space and follows a space or a cut. It ends
// before a space or a cut, unless a space stands right before that. Starts and ends alternate, so the two are written
// down apart, and the k-th of each belong together.
class TokenFinder {
public:
    explicit TokenFinder(Tokens& tokens) : tokens_(tokens), started_(tokens.size()) {}

    [[gnu::always_inline]] void take(const char* block, Bits spaces, Bits cuts) {
        const Bits after_space = spaces << 1 | after_space_;
        after_space_ = spaces >> (block_bytes - 1);
        Bits starts = ~spaces & (cuts | after_space);
        Bits ends = (spaces | cuts) & ~after_space;
        // One more may have started, and some are written in vain.
        tokens_.make_room(1 + block_bytes + step);
        const char **start = tokens_.starts() + started_, **end = tokens_.ends() + tokens_.size();
        started_ += static_cast<std::size_t>(count_bits(starts));
        tokens_.set_size(tokens_.size() + static_cast<std::size_t>(count_bits(ends)));
        // How many there are cannot be foreseen: some are written in vain, to branch less.
        for (; (starts | ends) != 0; start += step, end += step) {
            for (int i = 0; i < step; ++i) {
                start[i] = block + pop(starts);
                end[i] = block + pop(ends);
            }
        }
    }

private:
    static constexpr int step = 8;

    Tokens& tokens_;  // those that have ended
    std::size_t started_;
    Bits after_space_ = 1;  // the start of a text is like the end of a space
};

// `rules.mark(block, cuts)` says what is in a block; false gives up. The text must lie in a PaddedText.
template <class Rules>
[[gnu::always_inline]] inline bool cut(std::string_view text, Rules&& rules, Tokens& tokens) {
    TokenFinder finder(tokens);
    Cuts cuts;
    const char* end = text.data() + text.size();
    for (const char* block = text.data(); block <= end; block += block_bytes) {
        if (!rules.mark(block, cuts)) return false;
        if (end - block < block_bytes) cuts.spaces.here |= ~Bits{0} << (end - block);
        finder.take(block, cuts.spaces.here, cuts.before.here);
        cuts.spaces.advance();
        cuts.before.advance();
    }
    return true;
}

}  // namespace karat
