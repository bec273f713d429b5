// The candidates of an alignment problem: a layer for each word of the hypothesis, with the positions that it may take.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace karat {

// What may become of one word of the hypothesis.
struct Layer {
    enum class Kind : std::uint8_t {
        Unmapped,  // nothing
        Bound,     // the one position that it has
        Choosing,  // its class has more words in the reference: any position after the class' last one
        Leaving,   // its class has more words in the hypothesis: the class' next position, or nothing
        Open,      // any free position, or nothing
    };

    Kind kind = Kind::Unmapped;
    bool may_stay_out = true;               // Leaving: even if none of its positions is taken yet
    std::span<const std::int32_t> options;  // ascending
};

// A class of words that count as the same, of which one text has more than the other: its places in either. Mapped in
// order they never cross more than otherwise, so the class is a chain.
struct Chain {
    std::span<const std::int32_t> hypothesis, reference;
};

struct Layers {
    std::vector<Layer> of_words;
    std::vector<Chain> chains;

    void clear(std::size_t words) {
        of_words.assign(words, Layer{});
        chains.clear();
    }
};

}  // namespace karat
