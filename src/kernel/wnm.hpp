// WNM's row: the weight of the n-grams that match, of those of the hypothesis and of those of the reference, in parts,
// all orders together.
#pragma once

#include "known_words.hpp"
#include "occurrences.hpp"
#include "salience.hpp"

namespace karat {

// What an n-gram weighs: as much as its last word, all of them, or the heaviest.
enum class GramWeight : std::uint8_t { Last, Sum, Max };

struct WnmOptions {
    const SalienceWeights* weights = nullptr;
    std::size_t order = 4;
    GramWeight gram_weight = GramWeight::Last;
    std::span<const Id> documents;  // of each segment, or empty
};

// The weights of the words of a text, and of the n-grams in it.
class WeightedText {
public:
    void clear(std::size_t length) { words_.assign(length, 0); }
    std::int64_t& operator[](std::size_t place) { return words_[place]; }

    // Of the n-gram that ends there; orders are counted from 0.
    std::int64_t gram(GramWeight kind, std::size_t end, std::size_t n) const;
    std::int64_t total(GramWeight kind, std::size_t order) const;

private:
    std::vector<std::int64_t> words_;
};

class WnmCounter {
public:
    void configure(const WnmOptions& options);
    std::size_t columns() const { return 3; }

    void segment(std::size_t segment) { segment_ = segment; }
    void references(std::span<const Text> texts);
    void hypothesis(const Text& text, std::int64_t* row);

private:
    struct Slot {
        std::int64_t weight = 0;
        Id stamp = 0;  // the text's
    };

    void use_text(Id text);
    std::int64_t weight_of(Id word) const;
    std::int64_t matches(std::size_t reference);
    template <std::size_t Words> std::int64_t matches_in(BitOccurrences<Words>& occurrences, std::size_t reference);
    std::int64_t matches_by_hashing(const Ids& reference);

    WnmOptions options_;
    std::size_t segment_ = 0;
    KnownWords words_;
    std::vector<Slot> slots_;  // of each word of the lexicon
    Id stamp_ = 0;
    Id text_ = unknown;
    std::vector<std::int64_t> totals_;  // of each reference
    std::vector<WeightedText> reference_weights_;
    WeightedText weights_;  // of the hypothesis
    BitOccurrences<1> short_;
    BitOccurrences<4> medium_;
    std::vector<std::uint64_t> met_;  // places of each order whose n-gram the hypothesis has
    CommonGrams long_;
};

}  // namespace karat
