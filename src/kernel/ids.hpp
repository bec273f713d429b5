// Interning: small ids for the tokens and characters of one segment, so that text is compared once and never again.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace karat {

using Id = std::uint32_t;
using Ids = std::vector<Id>;
inline constexpr Id unknown = std::numeric_limits<Id>::max();

inline std::uint64_t mixed(std::uint64_t x) {
    x *= 0x9E3779B97F4A7C15U;
    x ^= x >> 32;
    x *= 0xD6E8FEB86659FD93U;
    return x ^ x >> 29;
}

// A hash table by open addressing with linear probing, which hands out ids 0, 1, 2 … to 64-bit keys. `clear` costs
// nothing: an entry is valid while its stamp is recent.
template <class Entry> class StampedTable {
public:
    // Forgets all keys and makes room for `keys` of them, which may become more. Few keys use few slots, however large the
    // table was.
    void clear(std::size_t keys) {
        // Empty slots make finding fast where they fit the nearest cache; beyond, each that is looked at has to be fetched.
        const std::size_t slots = std::bit_ceil(keys < most_cached ? keys * 8 + 16 : keys + keys / 2);
        if (slots > entries_.size()) entries_.assign(slots, Entry{});
        base_ += size_;
        size_ = 0;
        use(slots);
        if (base_ > std::numeric_limits<Id>::max() / 2) {
            entries_.assign(entries_.size(), Entry{});
            base_ = 1;
        }
    }

    Id size() const { return size_; }

    // Asks for what finding a key will read.
    void fetch_ahead(std::uint64_t key) const { __builtin_prefetch(entries_.data() + slot_of(key)); }

    // `differs(entry)` tells apart entries whose keys are equal but which are not the same.
    template <class Differs> Id find(std::uint64_t key, Differs differs) const {
        for (std::size_t slot = slot_of(key);; slot = (slot + 1) & mask_) {
            const Entry& entry = entries_[slot];
            if (entry.stamp < base_) return unknown;
            if (entry.key == key && !differs(entry)) return entry.stamp - base_;
        }
    }

    // `fill(entry)` completes a new one.
    template <class Differs, class Fill> Id intern(std::uint64_t key, Differs differs, Fill fill) {
        for (std::size_t slot = slot_of(key);; slot = (slot + 1) & mask_) {
            Entry& entry = entries_[slot];
            if (entry.stamp < base_) {
                if (size_ == room_) [[unlikely]] break;
                fill(entry);
                entry.key = key;
                entry.stamp = base_ + size_;
                return size_++;
            }
            if (entry.key == key && !differs(entry)) return entry.stamp - base_;
        }
        grow();
        return intern(key, differs, fill);
    }

private:
    static constexpr std::size_t most_cached = 1 << 10;

    void use(std::size_t slots) {
        mask_ = slots - 1;
        shift_ = 64 - std::countr_zero(slots);
        room_ = slots / 4 * 3;
    }

    void grow() {
        const std::vector<Entry> before = std::exchange(entries_, std::vector<Entry>(2 * (mask_ + 1)));
        const std::size_t slots = mask_ + 1;
        use(2 * slots);
        for (std::size_t old = 0; old < slots; ++old) {
            if (before[old].stamp < base_) continue;
            std::size_t slot = slot_of(before[old].key);
            while (entries_[slot].stamp >= base_) slot = (slot + 1) & mask_;
            entries_[slot] = before[old];
        }
    }

    // The upper bits of the product depend on all bits of the key.
    std::size_t slot_of(std::uint64_t key) const { return key * 0x9E3779B97F4A7C15U >> shift_; }

    std::vector<Entry> entries_;
    Id base_ = 1;  // stamps below are of earlier segments; 0 is an empty slot
    Id size_ = 0;
    std::size_t mask_ = 0;
    std::size_t room_ = 0;
    int shift_ = 0;
};

// Masks of the lowest n − 8 bytes of a number: none for n up to 8, all from 16. Words are cut to length by looking up,
// because branches on the length of a word cannot be foreseen.
inline constexpr std::array<std::uint64_t, 24> lowest_bytes = [] {
    std::array<std::uint64_t, 24> masks{};
    for (std::size_t n = 8; n < masks.size(); ++n) masks[n] = n < 16 ? (1ULL << 8 * (n - 8)) - 1 : ~0ULL;
    return masks;
}();

// Two numbers that stand for a token. Tokens of up to fifteen bytes have them for themselves; of longer ones, which
// may share them, the bytes must be compared.
struct WordKey {
    std::uint64_t key;
    std::uint64_t tail;

    static std::uint64_t eight_bytes(const char* p) {
        std::uint64_t word;
        std::memcpy(&word, p, 8);
        return word;
    }

    // Reads up to sixteen bytes past the token: PaddedText promises them.
    static WordKey of(std::string_view token) {
        const std::size_t length = token.size();
        if (length >= long_token) return of_long(token);
        const std::uint64_t head = eight_bytes(token.data()) & lowest_bytes[length + 8];
        const std::uint64_t tail = eight_bytes(token.data() + 8) & lowest_bytes[length];
        return spread(head, tail | static_cast<std::uint64_t>(length) << 56);
    }

    bool is_long() const { return tail >> 63 != 0; }

    // Whether an entry with the same `key` is of another token.
    template <class Entry> bool differs(std::string_view token, const Entry& entry) const {
        if (entry.tail != tail) return true;
        return is_long() && (entry.length != token.size() || std::memcmp(entry.data, token.data(), token.size()) != 0);
    }

private:
    static constexpr std::size_t long_token = 16;

    // Equal keys of equal tails have equal heads, and tokens that begin alike get different keys.
    static WordKey spread(std::uint64_t head, std::uint64_t tail) { return {head ^ tail * 0xD6E8FEB86659FD93U, tail}; }

    static WordKey of_long(std::string_view token) {
        std::uint64_t hash = token.size();
        for (std::size_t i = 0; i + 8 <= token.size(); i += 8) hash = mixed(hash ^ eight_bytes(token.data() + i));
        hash = mixed(hash ^ eight_bytes(token.data() + token.size() - 8));
        return spread(hash, hash | 1ULL << 63);
    }
};

// Ids for the words of a segment. No two words can ever share one.
class WordIds {
public:
    // A long text has far fewer words than tokens: room for each token would take more memory than anything else.
    void clear(std::size_t tokens) { table_.clear(std::min(tokens, most_expected)); }
    Id size() const { return table_.size(); }

    Id intern(std::string_view token) {
        const WordKey key = WordKey::of(token);
        const auto differs = [&](const Entry& entry) { return key.differs(token, entry); };
        return table_.intern(key.key, differs, [&](Entry& entry) {
            entry.tail = key.tail;
            entry.length = static_cast<std::uint32_t>(token.size());
            entry.data = token.data();
        });
    }

    Id find(std::string_view token) const {
        const WordKey key = WordKey::of(token);
        return table_.find(key.key, [&](const Entry& entry) { return key.differs(token, entry); });
    }

private:
    static constexpr std::size_t most_expected = 1 << 16;

    struct Entry {
        std::uint64_t key = 0;
        std::uint64_t tail = 0;
        const char* data = nullptr;
        std::uint32_t length = 0;
        Id stamp = 0;
    };

    StampedTable<Entry> table_;
};

// Ids for characters. Those of ASCII that can be seen always have the same, so most text needs no table. The others have a
// slot for each code point, forgotten by stamp.
class CharacterIds {
public:
    void clear() {
        if (slots_.empty()) slots_.assign(0x200000, 0);  // whatever four UTF-8 bytes can decode to
        base_ += size_;
        size_ = 0;
        if (base_ > std::numeric_limits<Id>::max() / 2) {
            slots_.assign(slots_.size(), 0);
            base_ = 1;
        }
    }

    Id size() const { return fixed + size_; }

    // Of many at once: what is a member of ours might change with each slot that is written, as far as the compiler
    // knows, and would be read anew for each character.
    [[gnu::always_inline]] void intern(std::span<const char32_t> characters, Ids& ids) {
        ids.resize(characters.size());
        Id* const slots = slots_.data();
        Id* const out = ids.data();
        const Id base = base_;
        Id next = base + size_;
        for (std::size_t i = 0; i < characters.size(); ++i) {
            if (const Id id = fixed_id(characters[i]); id < fixed) {
                out[i] = id;
                continue;
            }
            Id& slot = slots[characters[i]];
            // Without a branch: whether a character is new cannot be foreseen.
            const bool is_new = slot < base;
            const Id id = is_new ? next : slot;
            next += is_new;
            slot = id;
            out[i] = fixed + id - base;
        }
        size_ = next - base;
    }

    [[gnu::always_inline]] void find(std::span<const char32_t> characters, Ids& ids) const {
        ids.resize(characters.size());
        const Id* const slots = slots_.data();
        Id* const out = ids.data();
        const Id base = base_;
        for (std::size_t i = 0; i < characters.size(); ++i) {
            if (const Id id = fixed_id(characters[i]); id < fixed) {
                out[i] = id;
                continue;
            }
            const Id slot = slots[characters[i]];
            out[i] = slot < base ? unknown : fixed + slot - base;
        }
    }

private:
    static constexpr Id fixed = '~' - '!' + 1;
    static Id fixed_id(char32_t character) { return character - '!'; }  // if it is less than `fixed`

    std::vector<Id> slots_;
    Id base_ = 1;
    Id size_ = 0;
};

// Ids for pairs of ids; the pair is the key, so there is nothing to verify.
class PairIds {
public:
    void clear(std::size_t pairs) { table_.clear(pairs); }
    Id size() const { return table_.size(); }
    Id intern(Id first, Id second) { return table_.intern(key_of(first, second), never, [](Entry&) {}); }
    Id find(Id first, Id second) const { return table_.find(key_of(first, second), never); }

    // A pair will be wanted when so many others have been.
    static constexpr std::size_t ahead = 16;
    void fetch_ahead(Id first, Id second) const { table_.fetch_ahead(key_of(first, second)); }

private:
    struct Entry {
        std::uint64_t key = 0;
        Id stamp = 0;
    };

    static bool never(const Entry&) { return false; }
    static std::uint64_t key_of(Id first, Id second) { return static_cast<std::uint64_t>(first) << 32 | second; }

    StampedTable<Entry> table_;
};

}  // namespace karat
