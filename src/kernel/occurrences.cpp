#include "occurrences.hpp"

#include "stopping.hpp"

namespace karat {

void CommonGrams::start(std::span<const Ids> references, const Ids& hypothesis, Id alphabet) {
    reference_grams_.resize(references.size());
    for (std::size_t r = 0; r < references.size(); ++r) {
        reference_grams_[r].clear();
        for (std::uint32_t i = 0; i < references[r].size(); ++i) reference_grams_[r].push_back({i, references[r][i]});
    }
    hypothesis_grams_.clear();
    for (std::uint32_t i = 0; i < hypothesis.size(); ++i) {
        if (hypothesis[i] != unknown) hypothesis_grams_.push_back({i, hypothesis[i]});
    }
    ids_ = alphabet;
}

// Counts the n-grams of an order; false where the texts have none in common.
bool CommonGrams::tally(std::size_t n) {
    common_.assign(ids_, {n, 0, 0, 0, 0, 0});
    seen_.assign(ids_, 0);
    for (std::size_t r = 0; r < reference_grams_.size(); ++r) {
        for (const Gram& gram : reference_grams_[r]) {
            CommonGram& common = common_[gram.id];
            if (++seen_[gram.id] <= common.in_reference) continue;
            common.in_reference = seen_[gram.id];
            common.reference = r;
            common.reference_end = gram.start + n;
        }
        for (const Gram& gram : reference_grams_[r]) seen_[gram.id] = 0;
    }
    for (const Gram& gram : hypothesis_grams_) {
        if (common_[gram.id].in_hypothesis++ == 0) common_[gram.id].end = gram.start + n;
    }
    return !hypothesis_grams_.empty();
}

// Makes n-grams with n units more than one of those that both have; what only one has cannot grow into them.
void CommonGrams::extend(std::span<const Ids> references, const Ids& hypothesis, std::size_t n) {
    std::size_t alive = 0;
    for (std::size_t r = 0; r < references.size(); ++r) {
        std::erase_if(reference_grams_[r], [&](const Gram& gram) {
            return gram.start + n >= references[r].size() || common_[gram.id].in_hypothesis == 0;
        });
        alive += reference_grams_[r].size();
    }
    pairs_.clear(alive);
    spend(8 * alive + hypothesis_grams_.size());
    for (std::size_t r = 0; r < references.size(); ++r) {
        const auto last = [&](const Gram& gram) { return references[r][gram.start + n]; };
        std::vector<Gram>& grams = reference_grams_[r];
        for (std::size_t i = 0; i < grams.size(); ++i) {
            const Gram& later = grams[std::min(i + PairIds::ahead, grams.size() - 1)];
            pairs_.fetch_ahead(later.id, last(later));
            grams[i].id = pairs_.intern(grams[i].id, last(grams[i]));
        }
    }
    std::erase_if(hypothesis_grams_, [&](Gram& gram) {
        if (gram.start + n >= hypothesis.size()) return true;
        gram.id = pairs_.find(gram.id, hypothesis[gram.start + n]);  // an unknown unit makes a pair that is not there
        return gram.id == unknown;
    });
    ids_ = pairs_.size();
}

}  // namespace karat
