#include "matches.hpp"

#include <algorithm>

namespace karat {

namespace {

constexpr std::size_t most_sets = std::size_t{1} << 20;

}  // namespace

Matcher::Way Matcher::fastest(std::size_t longest) {
    const bool alone = references_.size() == 1;
    if (LaneMatcher::fits(references_.size(), longest, order_) && longest <= (alone ? 512 : 1024)) return Way::Lanes;
    // Each reference has bits for every unit of all: of thousands of references they would take gigabytes.
    const bool few = alone || references_.size() * (std::size_t{alphabet_} + 1) <= most_sets;
    const bool in_bits = order_ <= highest_order_in_bits && few;
    if (in_bits && longest <= 64) return Way::OneWord;
    if (in_bits && longest <= 128) return Way::TwoWords;
    if (in_bits && longest <= 256 && !alone) return Way::FourWords;
    const Id different = sort_.encode(references_, alphabet_);
    const bool sortable = SortMatcher::fits(different, order_, references_.size());
    if (in_bits && longest <= 256 && !(sortable && SortMatcher::is_quick(different, order_))) return Way::FourWords;
    return sortable ? Way::Sorting : Way::Hashing;
}

void Matcher::prepare(std::span<const Ids> references, Id alphabet, std::size_t order) {
    references_ = references;
    alphabet_ = alphabet;
    order_ = order;
    std::size_t longest = 0;
    for (const Ids& reference : references) longest = std::max(longest, reference.size());
    way_ = fastest(longest);
    switch (way_) {
        case Way::Lanes: return lanes_.prepare(references, longest, alphabet, order);
        case Way::OneWord: return one_.prepare(references, alphabet, order);
        case Way::TwoWords: return two_.prepare(references, alphabet, order);
        case Way::FourWords: return four_.prepare(references, alphabet, order);
        case Way::Sorting: return sort_.prepare(references, order);
        case Way::Hashing: return hash_.prepare(references, alphabet, order);
    }
}

void Matcher::count(const Ids& hypothesis, std::int64_t* matches) {
    switch (way_) {
        case Way::Lanes: return lanes_.count(hypothesis, matches);
        case Way::OneWord: return one_.count(hypothesis, matches);
        case Way::TwoWords: return two_.count(hypothesis, matches);
        case Way::FourWords: return four_.count(hypothesis, matches);
        case Way::Sorting: return sort_.count(hypothesis, matches);
        case Way::Hashing: return hash_.count(hypothesis, matches);
    }
}

}  // namespace karat
