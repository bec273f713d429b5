// The words of one short reference, each with the set of its positions as bits. Interning gives words ids, and
// `BitMatcher` turns ids into positions; in the usual case, one short reference, a single comparison of keys does both.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "bits.hpp"
#include "ids.hpp"
#include "order_lanes.hpp"
#include "text.hpp"
#include "wide.hpp"

namespace karat {

class WordPositions {
public:
    static constexpr std::size_t highest_order = 4;  // that `match_found` counts

    // Which version is taken; the others are for tests.
    explicit WordPositions(EqualKeys equal_keys = wide.equal_keys) : equal_keys_(equal_keys) {}

    // So many tokens a reference may have. Hashing has one word of bits for each of its slots.
    std::size_t most() const { return equal_keys_ == nullptr ? 64 : most_keys; }

    // Up to `most` tokens, which must stay where they are.
    [[gnu::always_inline]] void fill(const Tokens& tokens) {
        tokens_ = &tokens;
        if (equal_keys_ == nullptr) return enter(tokens);
        filled_ = tokens.size();
        for (std::size_t i = 0; i < filled_; ++i) keys_[i] = key_of(tokens[i]);
    }

    // How many words of 64 bits its positions take.
    std::size_t words() const { return std::max<std::size_t>((filled_ + 63) / 64, 1); }

    // Where each word stands in the reference: first the positions below 64 of every word, then those from there on. Before
    // them in memory stand zeros, for as many words as an n-gram reaches back from the first.
    [[gnu::always_inline]] const std::uint64_t* find(const Tokens& tokens) {
        const std::size_t size = tokens.size(), room = highest_order + words() * size + key_group;
        if (positions_.size() < room) positions_.resize(2 * room);
        std::uint64_t* const positions = positions_.data() + highest_order;
        if (equal_keys_ == nullptr) {
            look_up(tokens, positions);
            return positions;
        }
        if (long_.size() <= size) {
            wanted_.resize(2 * size + key_group);
            long_.resize(2 * size + 1);
        }
        std::size_t longs = 0;
        for (std::size_t i = 0; i < size; ++i) {
            const std::string_view token = tokens[i];
            wanted_[i] = key_of(token);
            // Without a branch: the length of a word cannot be foreseen.
            long_[longs] = static_cast<std::uint32_t>(i);
            longs += token.size() >= long_word;
        }
        std::uint64_t* found = positions;
        for (std::size_t first = 0; first == 0 || first < filled_; first += 64, found += size) {
            equal_keys_(keys_.data() + first, std::min<std::size_t>(filled_ - first, 64), wanted_.data(), size, found);
            for (std::size_t k = 0; k < longs; ++k) verify(tokens[long_[k]], first, found[long_[k]]);
        }
        return positions;
    }

private:
    // So many slots that two words seldom want the same, so few that they stay in the fastest cache.
    static constexpr int slot_bits = 9;
    static constexpr std::uint64_t is_long = 1ULL << 63;
    static constexpr std::size_t most_keys = 256;

    struct Entry {
        std::uint64_t key = 0;  // 0 if the slot is empty
        std::uint64_t positions = 0;
    };

    // How a word makes its key, by its length: which of its first eight bytes are its own, how its last eight are mixed in,
    // and a mark on top. It is looked up, because branches on the length of a word cannot be foreseen.
    struct Making {
        std::uint64_t own, factor, mark;
    };
    static constexpr std::size_t long_word = 8;
    static constexpr std::array<Making, long_word + 1> makings = [] {
        std::array<Making, long_word + 1> made{};
        for (std::size_t length = 0; length < long_word; ++length) made[length] = {lowest_bytes[length + 8], 0, length << 56};
        made[long_word] = {~0ULL, 0xD6E8FEB86659FD93U, is_long};
        return made;
    }();

    // Words of up to seven bytes are their own keys, with the length on top. Longer ones may have the same key.
    static std::uint64_t key_of(std::string_view token) {
        const Making& making = makings[std::min(token.size(), long_word)];
        const std::uint64_t first = WordKey::eight_bytes(token.data()) & making.own;
        const std::uint64_t last = WordKey::eight_bytes(token.data() + token.size() - 8);
        return (first ^ last * making.factor) | making.mark;
    }

    // Takes out the positions, from `first` on, of other words that happen to have the same key. Nearly always there is
    // one position or none, and the word there is the same.
    void verify(std::string_view word, std::size_t first, std::uint64_t& positions) const {
        const auto at = [&](std::uint64_t bits) { return (*tokens_)[first + static_cast<std::size_t>(std::countr_zero(bits)) % 64]; };
        const bool several = (positions & (positions - 1)) != 0;
        if (positions == 0 || (!several && is_same(word, at(positions)))) return;
        for (std::uint64_t left = positions; left != 0; left &= left - 1) {
            if (word != at(left)) positions &= ~(left & (~left + 1));
        }
    }

    // Whether words are the same that are no longer than their first and last eight bytes together. False may be wrong.
    static bool is_same(std::string_view a, std::string_view b) {
        const auto first = [](std::string_view word) { return WordKey::eight_bytes(word.data()); };
        const auto last = [](std::string_view word) { return WordKey::eight_bytes(word.data() + word.size() - 8); };
        const std::uint64_t longer = a.size() > 16;
        return (longer | (a.size() ^ b.size()) | (first(a) ^ first(b)) | (last(a) ^ last(b))) == 0;
    }

    // The plain version: a hash table.
    [[gnu::always_inline]] void enter(const Tokens& tokens) {
        for (std::size_t i = 0; i < filled_; ++i) entries_[slots_[i]] = {};
        filled_ = tokens.size();
        for (std::size_t place = 0; place < tokens.size(); ++place) {
            const std::uint64_t key = key_of(tokens[place]);
            std::size_t slot = slot_of(key);
            while (is_taken(slot, key, tokens[place])) slot = after(slot);
            slots_[place] = static_cast<std::uint16_t>(slot);
            entries_[slot].key = key;
            entries_[slot].positions |= 1ULL << place;
        }
    }

    [[gnu::always_inline]] void look_up(const Tokens& tokens, std::uint64_t* positions) const {
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            const std::uint64_t key = key_of(tokens[i]);
            std::size_t slot = slot_of(key);
            while (is_taken(slot, key, tokens[i])) slot = after(slot);
            // Without a branch: whether the reference has a word cannot be foreseen.
            positions[i] = entries_[slot].positions & (0 - static_cast<std::uint64_t>(entries_[slot].key == key));
        }
    }

    static std::size_t slot_of(std::uint64_t key) { return key * 0x9E3779B97F4A7C15U >> (64 - slot_bits); }
    static std::size_t after(std::size_t slot) { return (slot + 1) % (std::size_t{1} << slot_bits); }

    // Whether a slot has another word.
    bool is_taken(std::size_t slot, std::uint64_t key, std::string_view token) const {
        const Entry& entry = entries_[slot];
        // Neither empty nor of this key, in one branch, which nearly always goes the same way.
        if (std::min(entry.key, entry.key ^ key) != 0) return true;
        return (key & entry.key & is_long) != 0 && (*tokens_)[static_cast<std::size_t>(std::countr_zero(entry.positions))] != token;
    }

    EqualKeys equal_keys_;
    std::array<std::uint64_t, most_keys> keys_{};
    std::vector<std::uint64_t> wanted_;
    std::vector<std::uint32_t> long_;  // which words of the hypothesis are
    std::vector<std::uint64_t> positions_;
    std::array<Entry, std::size_t{1} << slot_bits> entries_{};
    std::array<std::uint16_t, 64> slots_{};  // of each token, to empty them again
    std::size_t filled_ = 0;
    const Tokens* tokens_ = nullptr;
};

#if defined(__clang__) || __GNUC__ >= 12
#define KARAT_ONE_DOWN(lanes, above) __builtin_shufflevector(lanes, above, 1, 2, 3, 4)
#define KARAT_TWO_DOWN(lanes, above) __builtin_shufflevector(lanes, above, 2, 3, 4, 5)
#else
#define KARAT_ONE_DOWN(lanes, above) __builtin_shuffle(lanes, above, FourLanes{1, 2, 3, 4})
#define KARAT_TWO_DOWN(lanes, above) __builtin_shuffle(lanes, above, FourLanes{2, 3, 4, 5})
#endif

// Clipped matches of the orders 1 to `order`, at most four, against one reference, from what `find` has found for each word
// of the hypothesis.
template <std::size_t Words>
[[gnu::always_inline]] inline void match_found(const std::uint64_t* found, std::size_t size, std::size_t order,
                                               std::int64_t* matches) {
    const auto positions = [=](std::size_t i, std::size_t w) [[gnu::always_inline]] { return found[w * size + i]; };
    match_in_lanes<FourLanes, 1, Words>(positions, size, order, matches);
}

// The same where the reference has up to 64 words: then where n-grams end is found for each unit by itself, from what is known
// of it and of the three before it, and only the claims wait for those of the unit before.
[[gnu::always_inline]] inline void match_found_in_one(const std::uint64_t* found, std::size_t size, std::size_t order,
                                                      std::int64_t* matches) {
    constexpr FourLanes ones = {~0ULL, ~0ULL, ~0ULL, ~0ULL}, units_back = {3, 2, 1, 0};
    FourLanes claimed = {};  // the highest order has the lowest lane
    for (std::size_t i = 0; i < size; ++i) {
        FourLanes ends;
        std::memcpy(&ends, found + i - 3, sizeof ends);
        ends <<= units_back;
        ends &= KARAT_ONE_DOWN(ends, ones);
        ends &= KARAT_TWO_DOWN(ends, ones);
        const FourLanes free = ends & ~claimed;
        claimed |= free & -free;
    }
    for (std::size_t n = 0; n < order; ++n) matches[n] += count_bits(claimed[3 - n]);
}

// The same for as many words of 64 bits as there are, up to four.
[[gnu::always_inline]] inline void match_found(std::size_t words, const std::uint64_t* found, std::size_t size,
                                               std::size_t order, std::int64_t* matches) {
    switch (words) {
        case 1: return match_found_in_one(found, size, order, matches);
        case 2: return match_found<2>(found, size, order, matches);
        case 3: return match_found<3>(found, size, order, matches);
        default: return match_found<4>(found, size, order, matches);
    }
}

#undef KARAT_ONE_DOWN
#undef KARAT_TWO_DOWN

}  // namespace karat
