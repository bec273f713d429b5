#include "wnm.hpp"

#include <algorithm>

namespace karat {

std::int64_t WeightedText::gram(GramWeight kind, std::size_t end, std::size_t n) const {
    std::int64_t weight = words_[end];
    if (kind == GramWeight::Last) return weight;
    for (std::size_t i = end - n; i < end; ++i) {
        weight = kind == GramWeight::Sum ? weight + words_[i] : std::max(weight, words_[i]);
    }
    return weight;
}

std::int64_t WeightedText::total(GramWeight kind, std::size_t order) const {
    std::int64_t sum = 0;
    for (std::size_t end = 0; end < words_.size(); ++end) {
        const std::size_t orders = std::min(order, end + 1);
        if (kind == GramWeight::Last) {
            sum += words_[end] * static_cast<std::int64_t>(orders);
            continue;
        }
        std::int64_t weight = words_[end];
        sum += weight;
        for (std::size_t n = 1; n < orders; ++n) {
            weight = kind == GramWeight::Sum ? weight + words_[end - n] : std::max(weight, words_[end - n]);
            sum += weight;
        }
    }
    return sum;
}

void WnmCounter::configure(const WnmOptions& options) {
    options_ = options;
    words_.use(options.weights->store());
    slots_.assign(options.weights->store().lexicon().size(), {});
    stamp_ = 0;
    text_ = unknown;
}

void WnmCounter::use_text(Id text) {
    if (text == text_) return;
    text_ = text;
    if (++stamp_ == 0) {
        slots_.assign(slots_.size(), {});
        stamp_ = 1;
    }
    for (const WeightedWord& word : options_.weights->words(text)) slots_[word.word] = {word.weight, stamp_};
}

// Without weighting every n-gram weighs 1, also of words that no reference has.
std::int64_t WnmCounter::weight_of(Id word) const {
    if (options_.weights->weighting() == Weighting::None) return real_parts;
    return word != unknown && slots_[word].stamp == stamp_ ? slots_[word].weight : 0;
}

void WnmCounter::references(std::span<const Text> texts) {
    const ReferenceStore& store = options_.weights->store();
    const Id set = words_.load(texts, segment_);
    const Id hint = segment_ < options_.documents.size() ? options_.documents[segment_] : unknown;
    use_text(options_.weights->text_of(set, hint));
    const std::span<const Stored> stored = store.references(set);
    if (reference_weights_.size() < stored.size()) reference_weights_.resize(stored.size());
    totals_.clear();
    for (std::size_t r = 0; r < stored.size(); ++r) {
        const std::span<const Id> words = store.words(stored[r]);
        reference_weights_[r].clear(words.size());
        for (std::size_t i = 0; i < words.size(); ++i) reference_weights_[r][i] = weight_of(words[i]);
        totals_.push_back(reference_weights_[r].total(options_.gram_weight, options_.order));
    }
}

// The smaller of the weights that an n-gram has gathered in either text: of a negative weight that is the weight of all
// occurrences where there are most, not of those in common.
template <std::size_t Words>
std::int64_t WnmCounter::matches_in(BitOccurrences<Words>& occurrences, std::size_t reference) {
    const Ids& ids = words_.references()[reference];
    const std::size_t order = std::min(options_.order, ids.size());
    std::int64_t sum = 0;
    bool negative = false;
    met_.assign(order * Words, 0);
    occurrences.prepare(ids, words_.alphabet());
    occurrences.each(words_.hypothesis(), order, [&](std::size_t end, std::size_t n, const Places<Words>& places) {
        const std::int64_t weight = weights_.gram(options_.gram_weight, end, n);
        const bool claimed = occurrences.claim(n, places) != occurrences.none;
        if (claimed || weight < 0) sum += weight;
        if (weight >= 0) return;
        negative = true;
        for (std::size_t w = 0; w < Words; ++w) met_[n * Words + w] |= places.bits[w];
    });
    if (!negative) return sum;
    for (std::size_t n = 0; n < order; ++n) {
        Places<Words> left;
        std::copy_n(met_.data() + n * Words, Words, left.bits);
        left.without(occurrences.claimed(n)).each([&](std::size_t end) {
            sum += reference_weights_[reference].gram(options_.gram_weight, end, n);
        });
    }
    return sum;
}

std::int64_t WnmCounter::matches_by_hashing(const Ids& reference) {
    std::int64_t sum = 0;
    long_.each({&reference, 1}, words_.hypothesis(), words_.alphabet(), options_.order, [&](const CommonGram& gram) {
        const std::int64_t weight = weights_.gram(options_.gram_weight, gram.end, gram.order);
        const auto [fewer, more] = std::minmax(gram.in_hypothesis, gram.in_reference);
        sum += weight * (weight < 0 ? more : fewer);
    });
    return sum;
}

std::int64_t WnmCounter::matches(std::size_t reference) {
    const Ids& ids = words_.references()[reference];
    if (ids.size() > 256) return matches_by_hashing(ids);
    return ids.size() <= 64 ? matches_in(short_, reference) : matches_in(medium_, reference);
}

// F from 0 to 1. With weights below 0 it may lie outside, and is worse than any other then: it must not choose a reference.
static double f_in_range(std::int64_t matched, std::int64_t hypothesis, std::int64_t reference) {
    const auto both = static_cast<double>(hypothesis) + static_cast<double>(reference);
    if (hypothesis == 0 || reference == 0 || both == 0) return 0;
    const double f = 2 * static_cast<double>(matched) / both;
    return 0 <= f && f <= 1 ? f : -1;
}

void WnmCounter::hypothesis(const Text& text, std::int64_t* row) {
    words_.read(text);
    weights_.clear(words_.lexical().size());
    for (std::size_t i = 0; i < words_.lexical().size(); ++i) weights_[i] = weight_of(words_.lexical()[i]);
    const std::int64_t total = weights_.total(options_.gram_weight, options_.order);
    double best = 0;
    for (std::size_t r = 0; r < totals_.size(); ++r) {
        const std::int64_t matched = matches(r);
        const double f = f_in_range(matched, total, totals_[r]);
        if (r > 0 && f <= best) continue;
        best = f;
        row[0] = matched;
        row[1] = total;
        row[2] = totals_[r];
    }
}

}  // namespace karat
