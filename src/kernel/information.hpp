// NIST's information weights of the n-grams of all references of a corpus: log2(count of the n-gram without its last
// word / count of the n-gram), for single words log2(number of words / count).
//
// By partition refinement: places of the references that share n words form a group, which is an n-gram; the next word
// splits it into groups that share n + 1. This is an MSD radix sort of the suffixes, cut off at the highest order, and
// counts n-grams without a table of them.
#pragma once

#include "fixed_point.hpp"
#include "parallel.hpp"
#include "reference_store.hpp"

namespace karat {

class InformationWeights {
public:
    // `perl_zero`: a pair of words that begins with 0 tells as much as a single word that is as frequent.
    InformationWeights(const UnitKind& units, std::size_t order, bool perl_zero)
        : order_(order), perl_zero_(perl_zero), store_(units) {}

    void learn(std::span<const Column> references, std::size_t segments);

    std::size_t order() const { return order_; }
    const ReferenceStore& store() const { return store_; }

    // In parts, of the n-gram of that order, counted from 0, whose first word stands there in the store.
    std::int64_t of(std::size_t n, std::size_t place) const { return n < levels_.size() ? levels_[n][place] : 0; }

    // The same of all places; an order without information has none.
    std::size_t levels() const { return levels_.size(); }
    const std::int64_t* level(std::size_t n) const { return levels_[n].data(); }

private:
    // Where an n-gram begins in the store, and how many segments have that reference.
    struct Place {
        std::uint32_t place, times;
    };

    // Places from which the same words go on: a stretch of the workbench's, how many words they share so far, and the
    // logarithm of how often these occur in all segments.
    struct Group {
        std::size_t begin, end, shared;
        double log;
    };

    // Of a group, the places at which the same word is next.
    struct Part {
        Id word;
        std::size_t end;  // first their number, then where the next one of them moves to
    };

    void gather();
    void split(const Group& group);
    bool split_pair(const Group& group);
    void reach_level(std::size_t n);
    void split_by_counting(const Group& group);
    void weigh(const Group& group, Id word, std::size_t begin, std::size_t end);

    std::size_t order_;
    bool perl_zero_;
    ReferenceStore store_;
    std::vector<std::vector<std::int64_t>> levels_;

    // While learning.
    static constexpr Id none = unknown;
    struct Workbench {
        std::vector<Place> places;   // group by group
        std::vector<Group> groups;   // still to split
        std::vector<Part> parts;     // of the group that is split
        std::vector<std::pair<Place, Id>> moving;
        Ids part_with;               // of each word of the lexicon
    };

    Workbench bench_;
    double log_of_all_ = 0;  // of the number of words
    Id zero_ = unknown;      // the word 0, where it is special
};

}  // namespace karat
