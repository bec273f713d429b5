// Weighted n-gram matching: where the n-grams of a hypothesis occur in references. Metrics that give n-grams weights
// (NIST, WNM) must know which n-grams match, not only how many. Bitsets for references of up to 256 units, incremental
// hashing beyond; the algorithms are those of bit_matcher.hpp and hash_matcher.hpp.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "ids.hpp"

namespace karat {

// Places in a reference, one bit each.
template <std::size_t Words> struct Places {
    std::uint64_t bits[Words] = {};

    bool any() const {
        std::uint64_t all = 0;
        for (const std::uint64_t word : bits) all |= word;
        return all != 0;
    }

    std::size_t first() const {
        std::size_t word = 0;
        while (word + 1 < Words && bits[word] == 0) ++word;
        return word * 64 + static_cast<std::size_t>(std::countr_zero(bits[word]));
    }

    void set(std::size_t place) { bits[place / 64] |= 1ULL << place % 64; }

    void add(const Places& other) {
        for (std::size_t w = 0; w < Words; ++w) bits[w] |= other.bits[w];
    }

    Places without(const Places& other) const {
        Places rest;
        for (std::size_t w = 0; w < Words; ++w) rest.bits[w] = bits[w] & ~other.bits[w];
        return rest;
    }

    // Those of which the place just before is in `before`; at the beginning of the text there is none.
    Places following(const Places& before, bool at_beginning) const {
        Places found;
        found.bits[0] = bits[0] & (before.bits[0] << 1 | static_cast<std::uint64_t>(at_beginning));
        for (std::size_t w = 1; w < Words; ++w) {
            found.bits[w] = bits[w] & (before.bits[w] << 1 | before.bits[w - 1] >> 63);
        }
        return found;
    }

    template <class Visit> void each(Visit visit) const {
        for (std::size_t w = 0; w < Words; ++w) {
            for (std::uint64_t left = bits[w]; left != 0; left &= left - 1) {
                visit(w * 64 + static_cast<std::size_t>(std::countr_zero(left)));
            }
        }
    }
};

// Bitset matching: all n-grams that end at a unit of the hypothesis are found by shifting and masking (see
// bit_matcher.hpp).
template <std::size_t Words> class BitOccurrences {
public:
    void prepare(const Ids& reference, Id alphabet) {
        units_.assign(alphabet, {});
        for (std::size_t i = 0; i < reference.size(); ++i) units_[reference[i]].set(i);
    }

    // Calls visit(end, n, places) for each n-gram of the hypothesis that the reference has: the place of its last unit,
    // its order counted from 0, and the places in the reference where its last unit stands.
    template <class Visit> void each(const Ids& hypothesis, std::size_t order, Visit visit) {
        claimed_.assign(order, {});
        ends_.assign(order + 1, {});
        for (std::uint64_t& word : ends_[0].bits) word = ~0ULL;  // the empty n-gram ends everywhere
        std::size_t depth = 0;  // the longest n-gram that ends here
        Places<Words>* const ends = ends_.data();
        for (std::size_t end = 0; end < hypothesis.size(); ++end) {
            if (hypothesis[end] == unknown) {
                depth = 0;
                continue;
            }
            const Places<Words>& here = units_[hypothesis[end]];
            std::size_t reach = std::min(depth + 1, order);
            // Longest first: each needs the ends of the n-grams one shorter as they were one unit ago.
            for (; reach > 0; --reach) {
                ends[reach] = here.following(ends[reach - 1], reach == 1);
                if (ends[reach].any()) break;
            }
            depth = reach;
            // Whatever occurs, its shorter ends occur too.
            for (std::size_t n = reach; n > 0; --n) {
                if (n < reach) ends[n] = here.following(ends[n - 1], n == 1);
                visit(end, n - 1, ends[n]);
            }
        }
    }

    // Takes one of the places that no earlier n-gram of that order took; `none` where there is none left.
    static constexpr std::size_t none = static_cast<std::size_t>(-1);
    std::size_t claim(std::size_t n, const Places<Words>& places) {
        const Places<Words> free = places.without(claimed_[n]);
        if (!free.any()) return none;
        const std::size_t place = free.first();
        claimed_[n].set(place);
        return place;
    }

    const Places<Words>& claimed(std::size_t n) const { return claimed_[n]; }

    // Where a unit of the hypothesis stands in the reference.
    Places<Words> of(Id unit) const { return unit == unknown ? Places<Words>{} : units_[unit]; }

private:
    std::vector<Places<Words>> units_;    // where each stands
    std::vector<Places<Words>> ends_;     // of the n-gram just read, of each order
    std::vector<Places<Words>> claimed_;  // of each order
};

// An n-gram that the hypothesis and some reference have.
struct CommonGram {
    std::size_t order;  // counted from 0
    std::int64_t in_hypothesis;
    std::int64_t in_reference;  // in the one that has most
    std::size_t end;            // the place of its last unit where the hypothesis first has it
    std::size_t reference;      // one that has it, and the place of its last unit there
    std::size_t reference_end;
};

// The same for texts of any length, by incremental hashing (see hash_matcher.hpp): each common n-gram once, order by
// order.
class CommonGrams {
public:
    template <class Visit>
    void each(std::span<const Ids> references, const Ids& hypothesis, Id alphabet, std::size_t order, Visit visit) {
        start(references, hypothesis, alphabet);
        for (std::size_t n = 0; n < order && tally(n); ++n) {
            for (const CommonGram& gram : common_) {
                if (gram.in_hypothesis > 0 && gram.in_reference > 0) visit(gram);
            }
            extend(references, hypothesis, n + 1);
        }
    }

private:
    // An n-gram that may still grow.
    struct Gram {
        std::uint32_t start;
        Id id;
    };

    void start(std::span<const Ids> references, const Ids& hypothesis, Id alphabet);
    bool tally(std::size_t n);
    void extend(std::span<const Ids> references, const Ids& hypothesis, std::size_t n);

    PairIds pairs_;
    std::size_t ids_ = 0;
    std::vector<std::vector<Gram>> reference_grams_;
    std::vector<Gram> hypothesis_grams_;
    std::vector<CommonGram> common_;  // of each id
    std::vector<std::int64_t> seen_;  // of each id, in one reference
};

}  // namespace karat
