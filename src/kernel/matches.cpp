#include "matches.hpp"

#include <algorithm>

namespace karat {

template <std::size_t Words>
void BitMatcher<Words>::prepare(std::span<const Ids> references, Id alphabet, std::size_t order) {
    count_ = references.size();
    alphabet_ = alphabet;
    order_ = order;
    if (references_.size() < count_) references_.resize(count_);
    for (std::size_t r = 0; r < count_; ++r) {
        auto& positions = references_[r].positions;
        positions.assign((alphabet + 1) * Words, 0);
        for (std::size_t i = 0; i < references[r].size(); ++i) {
            positions[references[r][i] * Words + i / 64] |= 1ULL << i % 64;
        }
    }
}

template <std::size_t Words> void BitMatcher<Words>::start(Reference& reference) const {
    reference.claimed.assign(order_ * Words, 0);
    // Order 0, the empty n-gram, ends everywhere.
    reference.ends.assign((order_ + 1) * Words, 0);
    std::fill_n(reference.ends.begin(), Words, ~0ULL);
    reference.depth = 0;
}

// Moves `ends` on to the next unit, and gives what of it is free to be claimed; the loop has no branch, so that it
// becomes vector instructions.
template <std::size_t Words>
inline void advance(const std::uint64_t* shorter, const std::uint64_t* here, const std::uint64_t* claimed,
                    std::uint64_t first_bit, std::uint64_t* ends, std::uint64_t* free) {
    std::uint64_t shifted[Words];
    shifted[0] = shorter[0] << 1 | first_bit;
    for (std::size_t w = 1; w < Words; ++w) shifted[w] = shorter[w] << 1 | shorter[w - 1] >> 63;
    for (std::size_t w = 0; w < Words; ++w) {
        ends[w] = shifted[w] & here[w];
        free[w] = ends[w] & ~claimed[w];
    }
}

// Claims the first free position, if there is one.
template <std::size_t Words> inline bool claim_first(const std::uint64_t* free, std::uint64_t* claimed) {
    if constexpr (Words <= 2) {
        std::uint64_t still = ~0ULL;  // all ones until something is claimed
        for (std::size_t w = 0; w < Words; ++w) {
            claimed[w] |= free[w] & (~free[w] + 1) & still;
            still = free[w] == 0 ? still : 0;
        }
        return still == 0;
    } else {
        std::size_t word = 0;
        for (std::size_t w = Words; w-- > 0;) word = free[w] != 0 ? w : word;
        claimed[word] |= free[word] & (~free[word] + 1);
        return free[word] != 0;
    }
}

template <std::size_t Words> inline bool any_of(const std::uint64_t* words) {
    std::uint64_t any = 0;
    for (std::size_t w = 0; w < Words; ++w) any |= words[w];
    return any != 0;
}

template <std::size_t Words> std::uint64_t BitMatcher<Words>::read(Reference& reference, Id id) const {
    if (id == unknown) {
        reference.depth = 0;
        return 0;
    }
    const std::uint64_t* here = reference.positions.data() + id * Words;
    const std::size_t reach = std::min(reference.depth + 1, order_);
    std::uint64_t* ends = reference.ends.data() + reach * Words;
    std::uint64_t* claimed = reference.claimed.data() + (reach - 1) * Words;
    std::uint64_t hits = 0;
    std::size_t depth = 0;
    // Highest order first: each needs the ends of the order below as they were one unit ago.
    for (std::size_t n = reach; n > 0; --n, ends -= Words, claimed -= Words) {
        std::uint64_t free[Words];
        advance<Words>(ends - Words, here, claimed, n == 1, ends, free);
        hits |= static_cast<std::uint64_t>(claim_first<Words>(free, claimed)) << (n - 1);
        if (depth == 0 && any_of<Words>(ends)) depth = n;
    }
    reference.depth = depth;
    return hits;
}

// One reference and an order that the compiler knows: everything stays in registers.
template <std::size_t Words, std::size_t Order>
void count_order(const std::uint64_t* positions, Id nowhere, const Ids& hypothesis, std::int64_t* matches) {
    std::uint64_t ends[Order + 1][Words] = {};
    std::uint64_t claimed[Order][Words] = {};
    std::int64_t counted[Order] = {};
    std::fill_n(ends[0], Words, ~0ULL);
    for (const Id id : hypothesis) {
        const std::uint64_t* here = positions + std::min(id, nowhere) * Words;
        for (std::size_t n = Order; n > 0; --n) {
            std::uint64_t free[Words];
            advance<Words>(ends[n - 1], here, claimed[n - 1], n == 1, ends[n], free);
            counted[n - 1] += claim_first<Words>(free, claimed[n - 1]);
        }
    }
    for (std::size_t n = 0; n < Order; ++n) matches[n] += counted[n];
}

template <std::size_t Words> void BitMatcher<Words>::count(const Ids& hypothesis, std::int64_t* matches) {
    if (count_ == 1 && Words <= 4) {
        const std::uint64_t* positions = references_[0].positions.data();
        switch (order_) {
            case 2: return count_order<Words, 2>(positions, alphabet_, hypothesis, matches);
            case 4: return count_order<Words, 4>(positions, alphabet_, hypothesis, matches);
            case 6: return count_order<Words, 6>(positions, alphabet_, hypothesis, matches);
            default: break;
        }
    }
    for (std::size_t r = 0; r < count_; ++r) start(references_[r]);
    for (const Id id : hypothesis) {
        std::uint64_t hits = 0;
        for (std::size_t r = 0; r < count_; ++r) hits |= read(references_[r], id);
        for (std::size_t n = 0; hits != 0; ++n, hits >>= 1) matches[n] += static_cast<std::int64_t>(hits & 1);
    }
}

void HashMatcher::prepare(std::span<const Ids> references, Id alphabet, std::size_t order) {
    references_ = references;
    alphabet_ = alphabet;
    order_ = order;
    reference_grams_.resize(std::max(reference_grams_.size(), references.size()));
}

// Unigrams need no hashing: units have ids already.
void HashMatcher::start(const Ids& hypothesis) {
    for (std::size_t r = 0; r < references_.size(); ++r) {
        reference_grams_[r].clear();
        for (std::uint32_t i = 0; i < references_[r].size(); ++i) reference_grams_[r].push_back({i, references_[r][i]});
    }
    hypothesis_grams_.clear();
    for (std::uint32_t i = 0; i < hypothesis.size(); ++i) {
        if (hypothesis[i] != unknown) hypothesis_grams_.push_back({i, hypothesis[i]});
    }
}

namespace {

// Keeps the elements for which `keep` is true, in order. Which they are cannot be foretold: there is no branch.
template <class Element, class Keep> void keep_if(std::vector<Element>& elements, Keep keep) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < elements.size(); ++i) {
        elements[kept] = elements[i];
        kept += keep(elements[kept]) ? 1 : 0;
    }
    elements.resize(kept);
}

}  // namespace

// Makes n-grams of the (n-1)-grams that the hypothesis has too.
void HashMatcher::extend_references(std::size_t n) {
    std::size_t alive = 0;
    for (std::size_t r = 0; r < references_.size(); ++r) {
        const std::size_t length = references_[r].size();
        keep_if(reference_grams_[r], [&](Gram& gram) { return (gram.start + n <= length) & (used_[gram.id] > 0); });
        alive += reference_grams_[r].size();
    }
    pairs_.clear(alive);
    for (std::size_t r = 0; r < references_.size(); ++r) {
        for (Gram& gram : reference_grams_[r]) gram.id = pairs_.intern(gram.id, references_[r][gram.start + n - 1]);
    }
}

void HashMatcher::extend_hypothesis(const Ids& hypothesis, std::size_t n) {
    while (!hypothesis_grams_.empty() && hypothesis_grams_.back().start + n > hypothesis.size()) {
        hypothesis_grams_.pop_back();
    }
    keep_if(hypothesis_grams_, [&](Gram& gram) {
        // An unknown unit makes a pair that no reference has.
        gram.id = pairs_.find(gram.id, hypothesis[gram.start + n - 1]);
        return gram.id != unknown;
    });
}

void HashMatcher::count_references(std::size_t ids) {
    available_.assign(ids, 0);
    for (std::size_t r = 0; r < references_.size(); ++r) {
        seen_.assign(ids, 0);
        for (const Gram& gram : reference_grams_[r]) {
            available_[gram.id] = std::max(available_[gram.id], ++seen_[gram.id]);
        }
    }
}

std::int64_t HashMatcher::claim(std::size_t ids) {
    std::int64_t matches = 0;
    used_.assign(ids, 0);
    for (const Gram& gram : hypothesis_grams_) matches += used_[gram.id]++ < available_[gram.id];
    return matches;
}

void HashMatcher::count(const Ids& hypothesis, std::int64_t* matches) {
    start(hypothesis);
    std::size_t ids = alphabet_;
    for (std::size_t n = 1; n <= order_; ++n) {
        if (n > 1) {
            extend_references(n);
            extend_hypothesis(hypothesis, n);
            ids = pairs_.size();
        }
        count_references(ids);
        const std::int64_t found = claim(ids);
        if (found == 0) return;
        matches[n - 1] += found;
    }
}

void Matcher::prepare(std::span<const Ids> references, Id alphabet, std::size_t order) {
    std::size_t longest = 0;
    for (const Ids& reference : references) longest = std::max(longest, reference.size());
    const bool in_bits = longest <= longest_in_bits && order <= highest_order_in_bits;
    words_ = !in_bits ? 0 : longest <= 64 ? 1 : longest <= 128 ? 2 : longest <= 256 ? 4 : 8;
    switch (words_) {
        case 1: return one_.prepare(references, alphabet, order);
        case 2: return two_.prepare(references, alphabet, order);
        case 4: return four_.prepare(references, alphabet, order);
        case 8: return eight_.prepare(references, alphabet, order);
        default: return hash_.prepare(references, alphabet, order);
    }
}

void Matcher::count(const Ids& hypothesis, std::int64_t* matches) {
    switch (words_) {
        case 1: return one_.count(hypothesis, matches);
        case 2: return two_.count(hypothesis, matches);
        case 4: return four_.count(hypothesis, matches);
        case 8: return eight_.count(hypothesis, matches);
        default: return hash_.count(hypothesis, matches);
    }
}

}  // namespace karat
