// The information of the n-grams of all references of a corpus: log2(count of the n-gram without its last word / count
// of the n-gram), for single words log2(number of words / count).
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
    struct Entry {
        std::uint64_t key = 0;
        Id id = unknown;
    };

    // Of each n-gram of an order: how often it occurs in all segments, and in how many places of the store.
    struct Tally {
        std::uint64_t count = 0;
        std::uint32_t places = 0;
        Id shorter = unknown;  // the n-gram without its last word
    };

    // An n-gram that may go on to longer ones with information: where it begins in the store, how many words there are
    // from there to the end of its reference, and how many segments have that.
    struct Growing {
        std::size_t place;
        std::uint32_t words;
        std::uint32_t times;
    };

    void start();
    bool extend(std::size_t n);
    void find_grams(std::size_t n);
    void weigh(std::size_t n);

    std::size_t order_;
    bool perl_zero_;
    ReferenceStore store_;
    std::vector<std::vector<std::int64_t>> levels_;

    struct Weighed {
        std::int64_t weight = 0;
        bool once = false;
    };

    // While learning. `grams` has the id of the n-gram that begins at each place, or `single` where that is its only
    // place: then whatever goes on from it is as frequent as itself, and has no information.
    static constexpr Id single = unknown;
    struct Workbench {
        Ids grams;
        std::vector<Growing> growing;
        std::vector<Tally> tallies;
        std::vector<Weighed> weighed;
        std::vector<double> logs, longer_logs;  // of the counts of one word less, and of these
        GrowingTable<Entry> table;
    };

    Workbench bench_;
    double log_of_all_ = 0;     // of the number of words
    Id zero_ = unknown;         // the word 0, where it is special
};

}  // namespace karat
