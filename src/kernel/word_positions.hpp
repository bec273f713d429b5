// The words of one short reference, each with the set of its positions as bits. Interning gives words ids, and
// `BitMatcher` turns ids into positions; in the usual case, one short reference, a single lookup does both.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "bits.hpp"
#include "ids.hpp"
#include "text.hpp"

namespace karat {

class WordPositions {
public:
    static constexpr std::size_t most = 64;

    // Up to `most` tokens, which must stay where they are.
    [[gnu::always_inline]] void fill(const Tokens& tokens) {
        for (std::size_t i = 0; i < filled_; ++i) entries_[slots_[i]] = {};
        filled_ = tokens.size();
        tokens_ = tokens.data();
        for (std::size_t place = 0; place < tokens.size(); ++place) {
            const std::uint64_t key = key_of(tokens[place]);
            std::size_t slot = slot_of(key);
            while (is_taken(slot, key, tokens[place])) slot = after(slot);
            slots_[place] = static_cast<std::uint16_t>(slot);
            entries_[slot].key = key;
            entries_[slot].positions |= 1ULL << place;
        }
    }

    // Where each word stands in the reference.
    [[gnu::always_inline]] void find(const Tokens& tokens, std::vector<std::uint64_t>& positions) const {
        if (positions.size() < tokens.size()) positions.resize(2 * tokens.size());
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            const std::uint64_t key = key_of(tokens[i]);
            std::size_t slot = slot_of(key);
            while (is_taken(slot, key, tokens[i])) slot = after(slot);
            // Without a branch: whether the reference has a word cannot be foreseen.
            positions[i] = entries_[slot].positions & (0 - static_cast<std::uint64_t>(entries_[slot].key == key));
        }
    }

private:
    // So many slots that two words seldom want the same, so few that they stay in the fastest cache.
    static constexpr int slot_bits = 9;
    static constexpr std::uint64_t is_long = 1ULL << 63;

    struct Entry {
        std::uint64_t key = 0;  // 0 if the slot is empty
        std::uint64_t positions = 0;
    };

    // How the first sixteen bytes of a word make its key, by its length. It is looked up, because branches on the
    // length of a word cannot be foreseen.
    struct Making {
        std::uint64_t head, tail, factor, top;
    };
    static constexpr std::array<Making, 16> makings = [] {
        std::array<Making, 16> made{};
        for (std::uint64_t length = 0; length < 16; ++length) {
            const bool whole = length < 8;
            made[length] = {lowest_bytes[length + 8], lowest_bytes[length], whole ? 1 : 0xD6E8FEB86659FD93U,
                            whole ? 0 : is_long};
        }
        return made;
    }();

    // Words of up to seven bytes are their own keys, with the length on top. Those of longer ones may be the same.
    static std::uint64_t key_of(std::string_view token) {
        const std::uint64_t length = token.size();
        if (length >= makings.size()) return WordKey::of(token).key | is_long;
        const Making& making = makings[length];
        const std::uint64_t head = WordKey::eight_bytes(token.data()) & making.head;
        const std::uint64_t tail = (WordKey::eight_bytes(token.data() + 8) & making.tail) | length << 56;
        return (head ^ tail * making.factor) | making.top;
    }

    static std::size_t slot_of(std::uint64_t key) { return key * 0x9E3779B97F4A7C15U >> (64 - slot_bits); }
    static std::size_t after(std::size_t slot) { return (slot + 1) % (std::size_t{1} << slot_bits); }

    // Whether a slot has another word.
    bool is_taken(std::size_t slot, std::uint64_t key, std::string_view token) const {
        const Entry& entry = entries_[slot];
        // Neither empty nor of this key, in one branch, which nearly always goes the same way.
        if (std::min(entry.key, entry.key ^ key) != 0) return true;
        return (key & entry.key & is_long) != 0 && tokens_[std::countr_zero(entry.positions)] != token;
    }

    std::array<Entry, std::size_t{1} << slot_bits> entries_{};
    std::array<std::uint16_t, most> slots_{};  // of each token, to empty them again
    std::size_t filled_ = 0;
    const std::string_view* tokens_ = nullptr;
};

// Clipped matches of the orders 1 to `Order` against one reference, as `BitMatcher` counts them, from the positions of
// each word of the hypothesis. A match claims a position, so there are as many as positions are claimed.
template <std::size_t Order>
[[gnu::always_inline]] inline void count_matches(std::span<const std::uint64_t> positions, std::int64_t* matches) {
    std::uint64_t ends[Order] = {};
    std::uint64_t claimed[Order] = {};
    for (const std::uint64_t here : positions) {
        for (std::size_t n = Order; n-- > 0;) {
            ends[n] = n == 0 ? here : ends[n - 1] << 1 & here;
            const std::uint64_t free = ends[n] & ~claimed[n];
            claimed[n] |= free & (~free + 1);
        }
    }
    for (std::size_t n = 0; n < Order; ++n) matches[n] += count_bits(claimed[n]);
}

}  // namespace karat
