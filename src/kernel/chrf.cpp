#include "chrf.hpp"

#include <algorithm>

#include "twice.hpp"

namespace karat {

// The characters of a text, and its words if they are asked for.
void ChrfCounter::read(const Text& text, WordSegment& words) {
    words.tokens.clear();
    characters_.load(text, options_.keep_spaces, false);
    if (options_.word_order > 0) tokenize_words(words.text.load(text), words.tokens);
}

KARAT_TWICE void ChrfCounter::references(std::span<const Text> texts) {
    references_.clear();
    alphabet_.clear();
    for (const Text& text : texts) {
        if (text.missing()) continue;
        Reference& reference = references_.next();
        read(text, reference.words);
        characters_.intern(alphabet_, reference.character_ids);
    }
    const std::size_t matchers = std::min(references_.size(), most_prepared);
    if (matchers_.size() < matchers) matchers_.resize(matchers);
    for (std::size_t r = 0; r < matchers; ++r) prepare(r);
}

void ChrfCounter::prepare(std::size_t r) {
    const Reference& reference = references_[r];
    Matchers& matchers = matchers_[std::min(r, most_prepared - 1)];
    matchers.characters.prepare({&reference.character_ids, 1}, alphabet_.size(), options_.character_order);
    if (options_.word_order > 0) matchers.words.prepare(reference.words, options_.word_order);
    prepared_ = r;
}

namespace {

// Three columns per order: n-grams of the hypothesis, of the reference, shared.
std::int64_t* write_orders(std::size_t hypothesis, std::size_t reference, std::span<const std::int64_t> matches,
                           std::int64_t* row) {
    for (std::size_t n = 0; n < matches.size(); ++n) {
        const auto of_hypothesis = static_cast<std::int64_t>(hypothesis > n ? hypothesis - n : 0);
        const auto of_reference = static_cast<std::int64_t>(reference > n ? reference - n : 0);
        // Deliberate: where the reference is too short for the order, the hypothesis is not blamed (sacreBLEU).
        *row++ = of_reference > 0 ? of_hypothesis : 0;
        *row++ = of_reference;
        *row++ = matches[n];
    }
    return row;
}

}  // namespace

void ChrfCounter::compare(std::size_t r, std::int64_t* row) {
    const Reference& reference = references_[r];
    if (r + 1 >= most_prepared && prepared_ != r) prepare(r);
    Matchers& matchers = matchers_[std::min(r, most_prepared - 1)];
    matches_.assign(options_.character_order, 0);
    matchers.characters.count(character_ids_, matches_.data());
    row = write_orders(character_ids_.size(), reference.character_ids.size(), matches_, row);
    if (options_.word_order == 0) return;
    matches_.assign(options_.word_order, 0);
    matchers.words.count(hypothesis_words_, matches_.data());
    write_orders(hypothesis_words_.tokens.size(), reference.words.tokens.size(), matches_, row);
}

// Deliberate: the same operations in the same order as the metric's own formula, so that near ties between
// references fall the same way everywhere.
double ChrfCounter::f_score(const std::int64_t* row) const {
    constexpr double epsilon = 1e-16;
    const double factor = options_.beta * options_.beta;
    const std::size_t orders = options_.character_order + options_.word_order;
    double score = 0, precisions = 0, recalls = 0;
    std::size_t effective = 0;
    for (std::size_t i = 0; i < orders; ++i, row += 3) {
        const double precision = row[0] > 0 ? static_cast<double>(row[2]) / static_cast<double>(row[0]) : epsilon;
        const double recall = row[1] > 0 ? static_cast<double>(row[2]) / static_cast<double>(row[1]) : epsilon;
        const double denominator = factor * precision + recall;
        score += denominator > 0 ? (1 + factor) * precision * recall / denominator : epsilon;
        if (row[0] > 0 && row[1] > 0) {
            precisions += precision;
            recalls += recall;
            ++effective;
        }
    }
    if (options_.epsilon) return 100 * score / static_cast<double>(orders);
    if (effective == 0) return 0;
    precisions /= static_cast<double>(effective);
    recalls /= static_cast<double>(effective);
    if (precisions + recalls == 0) return 0;
    return 100 * ((1 + factor) * precisions * recalls / (factor * precisions + recalls));
}

KARAT_TWICE void ChrfCounter::hypothesis(const Text& text, std::int64_t* row) {
    read(text, hypothesis_words_);
    characters_.find(alphabet_, character_ids_);
    compare(0, row);
    if (references_.size() == 1) return;
    candidate_.resize(columns());
    double best = f_score(row);
    for (std::size_t r = 1; r < references_.size(); ++r) {
        compare(r, candidate_.data());
        const double score = f_score(candidate_.data());
        if (score > best) {
            best = score;
            std::copy(candidate_.begin(), candidate_.end(), row);
        }
    }
}

}  // namespace karat
