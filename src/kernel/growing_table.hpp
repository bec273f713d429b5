// A hash table by open addressing for the keys of a whole corpus: unlike a segment's, they are never forgotten, and the
// table grows.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "ids.hpp"

namespace karat {

struct TooMany : std::length_error {
    TooMany() : std::length_error("more than 4,294,967,294 different words, n-grams or segments") {}
};

// Hands out ids 0, 1, 2 … to 64-bit keys. An Entry has a `key`, and an `id` that is `unknown` where it is empty.
template <class Entry> class GrowingTable {
public:
    // Forgets all keys, with room for about so many.
    void clear(std::size_t keys) {
        resize(std::bit_ceil(keys + 16));
        size_ = 0;
    }

    Id size() const { return size_; }

    void fetch_ahead(std::uint64_t key) const {
        if (!entries_.empty()) __builtin_prefetch(entries_.data() + slot_of(key));
    }

    // `differs(entry)` tells apart entries whose keys are equal but which are not the same.
    template <class Differs> Id find(std::uint64_t key, Differs differs) const {
        if (entries_.empty()) return unknown;
        for (std::size_t slot = slot_of(key);; slot = (slot + 1) & mask_) {
            const Entry& entry = entries_[slot];
            if (entry.id == unknown || (entry.key == key && !differs(entry))) return entry.id;
        }
    }

    // `fill(entry)` completes a new one.
    template <class Differs, class Fill> Id intern(std::uint64_t key, Differs differs, Fill fill) {
        if ((size_ + std::size_t{1}) * 3 > entries_.size() * 2) grow();
        for (std::size_t slot = slot_of(key);; slot = (slot + 1) & mask_) {
            Entry& entry = entries_[slot];
            if (entry.id == unknown) {
                if (size_ == unknown) throw TooMany();
                entry.key = key;
                entry.id = size_;
                fill(entry);
                return size_++;
            }
            if (entry.key == key && !differs(entry)) return entry.id;
        }
    }

private:
    // The upper bits of the product depend on all bits of the key.
    std::size_t slot_of(std::uint64_t key) const { return key * 0x9E3779B97F4A7C15U >> shift_; }

    void resize(std::size_t slots) {
        entries_.assign(slots, Entry{});
        mask_ = slots - 1;
        shift_ = 64 - std::countr_zero(slots);
    }

    void grow() {
        const std::vector<Entry> before = std::exchange(entries_, {});
        resize(std::max<std::size_t>(before.size() * 2, 16));
        for (const Entry& entry : before) {
            if (entry.id == unknown) continue;
            std::size_t slot = slot_of(entry.key);
            while (entries_[slot].id != unknown) slot = (slot + 1) & mask_;
            entries_[slot] = entry;
        }
    }

    std::vector<Entry> entries_;
    Id size_ = 0;
    std::size_t mask_ = 0;
    int shift_ = 0;
};

}  // namespace karat
