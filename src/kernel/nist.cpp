#include "nist.hpp"

#include <algorithm>

namespace karat {

namespace {

constexpr std::size_t usual_order = 5;

}  // namespace

void NistCounter::configure(const NistOptions& options) {
    options_ = options;
    words_.use(options.weights->store());
}

void NistCounter::references(std::span<const Text> texts) {
    stored_ = options_.weights->store().references(words_.load(texts, segment_));
    const std::span<const Ids> references = words_.references();
    lengths_.clear();
    for (const Ids& ids : references) lengths_.push_back(static_cast<std::int64_t>(ids.size()));
    const auto prepare = [&](auto& occurrences) {
        if (occurrences.size() < references.size()) occurrences.resize(references.size());
        for (std::size_t r = 0; r < references.size(); ++r) occurrences[r].prepare(references[r], words_.alphabet());
    };
    // Each reference has bits for every word of all: of thousands of references they would take gigabytes.
    constexpr std::size_t most_sets = std::size_t{1} << 20;
    in_bits_ = references.size() * (std::size_t{words_.alphabet()} + 1) <= most_sets;
    if (!in_bits_) return;
    if (words_.longest() <= 64) {
        prepare(short_);
    } else if (words_.longest() <= 256) {
        prepare(medium_);
    }
}

// The k-th occurrence of an n-gram in the hypothesis matches if some reference has at least k of it.
template <std::size_t Words>
void NistCounter::claim(std::vector<BitOccurrences<Words>>& occurrences, std::int64_t* information) {
    const InformationWeights& weights = *options_.weights;
    const std::size_t order = std::min(weights.order(), words_.longest());
    const bool several = stored_.size() > 1;
    if (several) matched_.assign(words_.hypothesis().size() * order, 0);
    for (std::size_t r = 0; r < stored_.size(); ++r) {
        BitOccurrences<Words>& reference = occurrences[r];
        reference.each(words_.hypothesis(), order, [&](std::size_t end, std::size_t n, const Places<Words>& places) {
            const std::size_t place = reference.claim(n, places);
            if (place == reference.none) return;
            if (several && matched_[end * order + n]++ > 0) return;
            information[n] += weights.of(n, stored_[r].begin + place - n);
        });
    }
}

// Short references and the usual order, which the compiler knows: everything stays in registers, and there is no branch, for
// which n-grams match cannot be foretold.
void NistCounter::claim_in_registers(std::int64_t* information) {
    constexpr std::size_t order = usual_order;
    const InformationWeights& weights = *options_.weights;
    const Ids& hypothesis = words_.hypothesis();
    matched_.assign(hypothesis.size(), 0);
    for (std::size_t r = 0; r < stored_.size(); ++r) {
        if (stored_[r].length == 0) continue;
        const std::int64_t* levels[order];
        for (std::size_t n = 0; n < order; ++n) levels[n] = weights.level(n) + stored_[r].begin;
        std::uint64_t ends[order + 1] = {};
        std::uint64_t claimed[order] = {};
        std::int64_t sums[order] = {};
        for (std::size_t end = 0; end < hypothesis.size(); ++end) {
            const std::uint64_t here = short_[r].of(hypothesis[end]).bits[0];
            unsigned matched = matched_[end];
            for (std::size_t n = order; n-- > 0;) {
                ends[n + 1] = here & (n == 0 ? ~0ULL : ends[n] << 1);
                const std::uint64_t free = ends[n + 1] & ~claimed[n];
                claimed[n] |= free & (~free + 1);
                const bool found = free != 0;
                const std::size_t place = found ? static_cast<std::size_t>(std::countr_zero(free)) - n : 0;
                // What an earlier reference has given counts no more.
                sums[n] += levels[n][place] & -static_cast<std::int64_t>(found & !(matched >> n & 1));
                matched |= static_cast<unsigned>(found) << n;
            }
            matched_[end] = static_cast<std::uint8_t>(matched);
        }
        for (std::size_t n = 0; n < order; ++n) information[n] += sums[n];
    }
}

void NistCounter::claim_by_hashing(std::int64_t* information) {
    const InformationWeights& weights = *options_.weights;
    long_.each(words_.references(), words_.hypothesis(), words_.alphabet(), weights.order(), [&](const CommonGram& gram) {
        const std::size_t place = stored_[gram.reference].begin + gram.reference_end - gram.order;
        information[gram.order] += weights.of(gram.order, place) * std::min(gram.in_hypothesis, gram.in_reference);
    });
}

void NistCounter::hypothesis(const Text& text, std::int64_t* row) {
    words_.read(text);
    const auto length = static_cast<std::int64_t>(words_.hypothesis().size());
    const auto order = static_cast<std::int64_t>(options_.weights->order());
    row[0] = length;
    row[1] = mean_in_parts(lengths_);
    std::fill_n(row + 2, order, 0);
    const bool usual = order == usual_order && options_.weights->levels() == usual_order;
    if (!in_bits_) {
        claim_by_hashing(row + 2);
    } else if (usual && words_.longest() > 0 && words_.longest() <= 64) {
        claim_in_registers(row + 2);
    } else if (words_.longest() <= 64) {
        claim(short_, row + 2);
    } else if (words_.longest() <= 256) {
        claim(medium_, row + 2);
    } else {
        claim_by_hashing(row + 2);
    }
    for (std::int64_t n = 0; n < order; ++n) row[2 + order + n] = std::max<std::int64_t>(length - n, 0);
}

}  // namespace karat
