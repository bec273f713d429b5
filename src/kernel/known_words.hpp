// The references of one segment out of a store, and hypotheses beside them, in small ids of that segment.
#pragma once

#include "reference_store.hpp"

namespace karat {

// References that are not in the store that a metric learnt from.
struct NotInCorpus {
    std::size_t segment;
};

class KnownWords {
public:
    void use(const ReferenceStore& store);

    // The number of the set of references; refuses those that are not in the store.
    Id load(std::span<const Text> texts, std::size_t segment);
    void read(const Text& hypothesis);

    std::span<const Ids> references() const { return references_.span(); }
    std::size_t longest() const { return longest_; }
    Id alphabet() const { return alphabet_; }

    // In ids of the segment, `unknown` for words that no reference of it has, and in ids of the lexicon.
    const Ids& hypothesis() const { return hypothesis_; }
    const Ids& lexical() const { return lexical_; }

private:
    struct Local {
        Id stamp = 0;  // the segment's
        Id id = 0;
    };

    const ReferenceStore* store_ = nullptr;
    ReferenceStore::Scratch scratch_;
    UnitReader reader_;
    std::vector<Local> locals_;  // of each word of the lexicon
    Id stamp_ = 0;
    Id alphabet_ = 0;
    std::size_t longest_ = 0;
    Pool<Ids> references_;
    Ids hypothesis_;
    Ids lexical_;
    std::vector<WordKey> keys_;
};

}  // namespace karat
