// Which systems wrote the same of a segment. Of the outputs of nine systems for wmt22.de-en three in ten are ones that an
// earlier system has too; a row depends on nothing but the text and its references, so it is counted once.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "ids.hpp"
#include "text.hpp"

namespace karat {

class Repeats {
public:
    explicit Repeats(std::size_t systems) : slots_(std::bit_ceil(2 * systems + 1)) {}

    // Asked for each of a segment's texts in turn: the first that is the same.
    std::size_t first_like(std::span<const Column> systems, std::size_t segment, std::size_t system) {
        const Text& text = systems[system][segment];
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t slot = hash_of(text) & mask;; slot = (slot + 1) & mask) {
            Slot& entry = slots_[slot];
            if (entry.stamp != segment + 1) {
                entry = {segment + 1, system};
                return system;
            }
            if (is_same(systems[entry.system][segment], text)) return entry.system;
        }
    }

private:
    struct Slot {
        std::size_t stamp = 0;  // the segment's number from 1: what another segment has left is empty
        std::size_t system = 0;
    };

    static std::size_t bytes_of(const Text& text) {
        switch (text.encoding) {
            case Encoding::Ucs2: return 2 * text.length;
            case Encoding::Ucs4: return 4 * text.length;
            default: return text.length;
        }
    }

    // Of the length and the beginning, which lies in the cache already: texts with the same are compared.
    static std::uint64_t hash_of(const Text& text) {
        const std::size_t bytes = bytes_of(text);
        if (bytes < 8) return mixed(bytes);
        const char* data = static_cast<const char*>(text.data);
        return mixed(bytes ^ WordKey::eight_bytes(data) ^ mixed(WordKey::eight_bytes(data + std::min<std::size_t>(bytes, 32) - 8)));
    }

    static bool is_same(const Text& a, const Text& b) {
        if (a.length != b.length || a.encoding != b.encoding) return false;
        return a.data == b.data || a.length == 0 || std::memcmp(a.data, b.data, bytes_of(a)) == 0;
    }

    std::vector<Slot> slots_;
};

}  // namespace karat
