#include "matches.hpp"

#include <algorithm>

namespace karat {

namespace {

constexpr std::size_t most_sets = std::size_t{1} << 20;

}  // namespace

Matcher::Way Matcher::fastest(std::size_t longest) const {
    const bool alone = references_.size() == 1;
    // Each reference has bits for every unit of all: of thousands of references they would take gigabytes.
    const bool few = references_.size() * (std::size_t{alphabet_} + 1) <= most_sets || alone;
    if (order_ <= highest_order_in_bits && few) {
        if (longest <= 64) return Way::OneWord;
        if (longest <= 128) return Way::TwoWords;
        const bool quick = alone && in_lanes(order_);
        if (longest <= 256 && (quick || !(alone && SortMatcher::is_quick(alphabet_, order_)))) return Way::FourWords;
        if (longest <= 512 && quick) return Way::EightWords;
    }
    return alone && SortMatcher::fits(alphabet_, order_) ? Way::Sorting : Way::Hashing;
}

void Matcher::prepare(std::span<const Ids> references, Id alphabet, std::size_t order) {
    references_ = references;
    alphabet_ = alphabet;
    order_ = order;
    std::size_t longest = 0;
    for (const Ids& reference : references) longest = std::max(longest, reference.size());
    way_ = fastest(longest);
    switch (way_) {
        case Way::OneWord: return one_.prepare(references, alphabet, order);
        case Way::TwoWords: return two_.prepare(references, alphabet, order);
        case Way::FourWords: return four_.prepare(references, alphabet, order);
        case Way::EightWords: return eight_.prepare(references, alphabet, order);
        case Way::Sorting: return sort_.prepare(references[0], alphabet, order);
        case Way::Hashing: return hash_.prepare(references, alphabet, order);
    }
}

void Matcher::count(const Ids& hypothesis, std::int64_t* matches) {
    if (way_ == Way::Sorting && references_[0].size() + hypothesis.size() > SortMatcher::most_units) {
        hash_.prepare(references_, alphabet_, order_);
        return hash_.count(hypothesis, matches);
    }
    switch (way_) {
        case Way::OneWord: return one_.count(hypothesis, matches);
        case Way::TwoWords: return two_.count(hypothesis, matches);
        case Way::FourWords: return four_.count(hypothesis, matches);
        case Way::EightWords: return eight_.count(hypothesis, matches);
        case Way::Sorting: return sort_.count(hypothesis, matches);
        case Way::Hashing: return hash_.count(hypothesis, matches);
    }
}

}  // namespace karat
