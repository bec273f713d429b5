// The references of a whole corpus, tokenized once and stored as ids of its lexicon. Deduplicated: segments with the
// same set of references share one entry, with a count. A set is found again by the address of its text, or else by a
// hash of the text.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "lexicon.hpp"
#include "parallel.hpp"
#include "segment.hpp"

namespace karat {

// What texts are made of.
struct UnitKind {
    bool characters = false;
    bool keep_spaces = false;
    Tokenizer tokenizer = Tokenizer::Mteval13a;
};

// Tokens of one text at a time, characters as tokens too.
class UnitReader {
public:
    // They stay valid until the next call.
    const Tokens& read(const UnitKind& units, const Text& text) { return split(units, text_.load(text)); }

    // Of text that lies in a PaddedText.
    const Tokens& split(const UnitKind& units, std::string_view text);

private:
    PaddedText text_;
    PaddedText rewritten_;
    Tokens tokens_;
};

// One reference: where its words stand in the store, and how many segments have it.
struct Stored {
    std::size_t begin;
    std::uint32_t length;
    std::uint32_t times;
};

class ReferenceStore {
public:
    explicit ReferenceStore(const UnitKind& units) : units_(units) {}

    const UnitKind& units() const { return units_; }
    const Lexicon& lexicon() const { return lexicon_; }
    Lexicon& lexicon() { return lexicon_; }

    // The references of all segments; missing texts are left out. Once, and the texts must live as long as the store.
    void add(std::span<const Column> references, std::size_t segments);

    // The number of the set that each segment has.
    const Ids& sets_of_segments() const { return sets_of_segments_; }

    // What `find` works with; each thread needs its own.
    struct Scratch {
        PaddedText text;
        std::string joined;
    };

    // The number of a segment's set of references, or `unknown`. Most often these are the very texts of that segment,
    // which their addresses show without hashing.
    Id find(std::span<const Text> texts, std::size_t segment, Scratch& scratch) const;

    Id sets() const { return table_.size(); }
    std::span<const Stored> references(Id set) const {
        return {stored_.data() + firsts_[set], firsts_[set + 1] - firsts_[set]};
    }
    std::span<const Stored> references() const { return stored_; }

    // Of all references, with `end` after each.
    static constexpr Id end = unknown;
    const Ids& words() const { return words_; }
    std::span<const Id> words(const Stored& reference) const { return {words_.data() + reference.begin, reference.length}; }

private:
    struct Entry {
        std::uint64_t key = 0;
        Id id = unknown;
        std::uint32_t unused = 0;
        std::string_view text;
    };

    Id add(std::span<const Text> texts);
    static std::string_view key_text(std::span<const Text> texts, Scratch& scratch);
    bool is_segment(std::size_t segment, std::span<const Text> texts) const;
    void store(const Text& text);

    UnitKind units_;
    Lexicon lexicon_;
    GrowingTable<Entry> table_;
    Keeper keeper_;
    Ids words_;
    std::vector<Stored> stored_;
    std::vector<std::size_t> firsts_{0};
    std::vector<Text> texts_;  // segment by segment
    Ids sets_of_segments_;
    UnitReader reader_;
    Scratch scratch_;
};

}  // namespace karat
