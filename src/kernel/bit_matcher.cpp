#include "bit_matcher.hpp"

#include <algorithm>

#include "twice.hpp"

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
[[gnu::always_inline]] inline void advance(const std::uint64_t* shorter, const std::uint64_t* here, const std::uint64_t* claimed,
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
template <std::size_t Words>
[[gnu::always_inline]] inline bool claim_first(const std::uint64_t* free, std::uint64_t* claimed) {
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
[[gnu::always_inline]] inline void count_order(const std::uint64_t* positions, Id nowhere, const Ids& hypothesis,
                                               std::int64_t* matches) {
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

// The orders of BLEU, chrF and its words, in up to four words of bits; false for others.
template <std::size_t Words>
[[gnu::always_inline]] inline bool count_usual(std::size_t order, const std::uint64_t* positions, Id nowhere,
                                               const Ids& hypothesis, std::int64_t* matches) {
    switch (order) {
        case 2: count_order<Words, 2>(positions, nowhere, hypothesis, matches); return true;
        case 4: count_order<Words, 4>(positions, nowhere, hypothesis, matches); return true;
        case 6: count_order<Words, 6>(positions, nowhere, hypothesis, matches); return true;
        default: return false;
    }
}

KARAT_TWICE bool count_one_reference(std::size_t words, std::size_t order, const std::uint64_t* positions, Id nowhere,
                                     const Ids& hypothesis, std::int64_t* matches) {
    switch (words) {
        case 1: return count_usual<1>(order, positions, nowhere, hypothesis, matches);
        case 2: return count_usual<2>(order, positions, nowhere, hypothesis, matches);
        case 4: return count_usual<4>(order, positions, nowhere, hypothesis, matches);
        default: return false;
    }
}

template <std::size_t Words> void BitMatcher<Words>::count(const Ids& hypothesis, std::int64_t* matches) {
    if (count_ == 1) {
        const std::uint64_t* positions = references_[0].positions.data();
        if (count_one_reference(Words, order_, positions, alphabet_, hypothesis, matches)) return;
    }
    for (std::size_t r = 0; r < count_; ++r) start(references_[r]);
    for (const Id id : hypothesis) {
        std::uint64_t hits = 0;
        for (std::size_t r = 0; r < count_; ++r) hits |= read(references_[r], id);
        for (std::size_t n = 0; hits != 0; ++n, hits >>= 1) matches[n] += static_cast<std::int64_t>(hits & 1);
    }
}

template class BitMatcher<1>;
template class BitMatcher<2>;
template class BitMatcher<4>;

}  // namespace karat
