#include "matches.hpp"

#include <algorithm>

namespace karat {

void Matcher::prepare(std::span<const Ids> references, Id alphabet, std::size_t order) {
    references_ = references;
    alphabet_ = alphabet;
    order_ = order;
    std::size_t longest = 0;
    for (const Ids& reference : references) longest = std::max(longest, reference.size());
    if (longest <= longest_in_bits && order <= highest_order_in_bits) {
        way_ = longest <= 64 ? Way::OneWord : longest <= 128 ? Way::TwoWords : Way::FourWords;
    } else {
        way_ = references.size() == 1 && SortMatcher::fits(alphabet, order) ? Way::Sorting : Way::Hashing;
    }
    switch (way_) {
        case Way::OneWord: return one_.prepare(references, alphabet, order);
        case Way::TwoWords: return two_.prepare(references, alphabet, order);
        case Way::FourWords: return four_.prepare(references, alphabet, order);
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
        case Way::Sorting: return sort_.count(hypothesis, matches);
        case Way::Hashing: return hash_.count(hypothesis, matches);
    }
}

}  // namespace karat
