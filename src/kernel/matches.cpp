#include "matches.hpp"

#include <algorithm>

namespace karat {

template <std::size_t Words>
void BitMatcher<Words>::prepare(std::span<const Ids> references, Id alphabet, std::size_t order) {
    count_ = references.size();
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
    reference.depth = 0;
    // Highest order first: each needs the ends of the order below as they were one unit ago.
    for (std::size_t n = reach; n > 0; --n, ends -= Words, claimed -= Words) {
        const std::uint64_t* shorter = ends - Words;
        std::uint64_t any = 0;
        bool hit = false;
        std::uint64_t carry = n == 1 ? 1 : 0;
        for (std::size_t w = 0; w < Words; ++w) {
            const std::uint64_t bits = (shorter[w] << 1 | carry) & here[w];
            carry = shorter[w] >> 63;
            ends[w] = bits;
            any |= bits;
            const std::uint64_t free = bits & ~claimed[w];
            if (!hit) claimed[w] |= free & (~free + 1);
            hit = hit || free != 0;
        }
        hits |= static_cast<std::uint64_t>(hit) << (n - 1);
        if (any != 0 && reference.depth == 0) reference.depth = n;
    }
    return hits;
}

template <std::size_t Words> void BitMatcher<Words>::count(const Ids& hypothesis, std::int64_t* matches) {
    for (std::size_t r = 0; r < count_; ++r) start(references_[r]);
    for (const Id id : hypothesis) {
        std::uint64_t hits = 0;
        for (std::size_t r = 0; r < count_; ++r) hits |= read(references_[r], id);
        for (std::size_t n = 0; hits != 0; ++n, hits >>= 1) matches[n] += static_cast<std::int64_t>(hits & 1);
    }
}

void HashMatcher::prepare(std::span<const Ids> references, std::size_t order) {
    references_ = references;
    order_ = order;
    longest_ = 0;
    std::size_t units = 0;
    for (const Ids& reference : references) {
        longest_ = std::max(longest_, reference.size());
        units += reference.size();
    }
    reference_grams_.resize(std::max(reference_grams_.size(), references.size()));
    available_.reserve(units);
}

// Gives every n-gram of the references its id, and counts it.
void HashMatcher::count_references(std::size_t n) {
    std::size_t units = 0;
    for (const Ids& reference : references_) units += reference.size();
    grams_.clear(units);
    available_.assign(units, 0);
    for (std::size_t r = 0; r < references_.size(); ++r) {
        const Ids& reference = references_[r];
        Ids& grams = reference_grams_[r];
        used_.assign(units, 0);
        for (std::size_t i = 0; i + n <= reference.size(); ++i) {
            if (grams[i] == unknown) continue;
            grams[i] = grams_.intern(grams[i], reference[i + n - 1]);
            available_[grams[i]] = std::max(available_[grams[i]], ++used_[grams[i]]);
        }
    }
}

std::int64_t HashMatcher::claim(const Ids& hypothesis, std::size_t n) {
    std::int64_t matches = 0;
    used_.assign(available_.size(), 0);
    for (std::size_t i = 0; i + n <= hypothesis.size(); ++i) {
        Id& gram = hypothesis_grams_[i];
        if (gram == unknown) continue;
        const Id last = hypothesis[i + n - 1];
        gram = last == unknown ? unknown : grams_.find(gram, last);
        if (gram != unknown && used_[gram]++ < available_[gram]) ++matches;
    }
    return matches;
}

// A longer n-gram can only match where the shorter one did: the rest need not be looked at again.
void HashMatcher::forget_unmatched(std::size_t n) {
    for (std::size_t r = 0; r < references_.size(); ++r) {
        for (std::size_t i = 0; i + n <= references_[r].size(); ++i) {
            Id& gram = reference_grams_[r][i];
            if (gram != unknown && used_[gram] == 0) gram = unknown;
        }
    }
}

void HashMatcher::count(const Ids& hypothesis, std::int64_t* matches) {
    hypothesis_grams_.assign(hypothesis.size(), 0);
    for (std::size_t r = 0; r < references_.size(); ++r) reference_grams_[r].assign(references_[r].size(), 0);
    for (std::size_t n = 1; n <= order_ && n <= hypothesis.size() && n <= longest_; ++n) {
        count_references(n);
        const std::int64_t found = claim(hypothesis, n);
        if (found == 0) return;
        matches[n - 1] += found;
        forget_unmatched(n);
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
        default: return hash_.prepare(references, order);
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
