#include "hash_matcher.hpp"

#include <algorithm>

#include "stopping.hpp"

namespace karat {

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
        const auto last = [&](const Gram& gram) { return references_[r][gram.start + n - 1]; };
        std::vector<Gram>& grams = reference_grams_[r];
        for (std::size_t i = 0; i < grams.size(); ++i) {
            const Gram& later = grams[std::min(i + PairIds::ahead, grams.size() - 1)];
            pairs_.fetch_ahead(later.id, last(later));
            grams[i].id = pairs_.intern(grams[i].id, last(grams[i]));
        }
    }
}

void HashMatcher::extend_hypothesis(const Ids& hypothesis, std::size_t n) {
    while (!hypothesis_grams_.empty() && hypothesis_grams_.back().start + n > hypothesis.size()) {
        hypothesis_grams_.pop_back();
    }
    const auto last = [&](const Gram& gram) { return hypothesis[gram.start + n - 1]; };
    std::vector<Gram>& grams = hypothesis_grams_;
    std::size_t next = 0;
    keep_if(grams, [&](Gram& gram) {
        const Gram& later = grams[std::min(next++ + PairIds::ahead, grams.size() - 1)];
        pairs_.fetch_ahead(later.id, last(later));
        // An unknown unit makes a pair that no reference has.
        gram.id = pairs_.find(gram.id, last(gram));
        return gram.id != unknown;
    });
}

void HashMatcher::count_references(std::size_t ids) {
    available_.assign(ids, 0);
    seen_.assign(ids, 0);
    for (std::size_t r = 0; r < references_.size(); ++r) {
        for (const Gram& gram : reference_grams_[r]) {
            available_[gram.id] = std::max(available_[gram.id], ++seen_[gram.id]);
        }
        // Only what this reference has is set back: there may be thousands of them.
        for (const Gram& gram : reference_grams_[r]) seen_[gram.id] = 0;
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
        spend(ids + hypothesis_grams_.size());
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

}  // namespace karat
