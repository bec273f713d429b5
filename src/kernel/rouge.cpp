#include "rouge.hpp"

#include <algorithm>

namespace karat {

namespace {

std::int64_t size_of(const Ids& ids) { return static_cast<std::int64_t>(ids.size()); }

std::int64_t ngrams_in(const Ids& ids, std::size_t order) {
    return ids.size() < order ? 0 : static_cast<std::int64_t>(ids.size() - order + 1);
}

double ratio(std::int64_t part, std::int64_t whole) {
    return whole == 0 ? -1 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

// Among equal recalls the shorter reference counts, and an empty one only where all are: so the order in which the
// references come does not matter.
void BestSides::offer(std::int64_t matches, std::int64_t reference_size) {
    const double best = ratio(recalled_, reference_size_), recall = ratio(matches, reference_size);
    if (recall > best || (recall == best && reference_size < reference_size_)) {
        recalled_ = matches;
        reference_size_ = reference_size;
    }
    precise_ = std::max(precise_, matches);
}

void BestSides::write(std::int64_t hypothesis_size, std::int64_t* row) const {
    row[0] = recalled_;
    row[1] = reference_size_;
    row[2] = precise_;
    row[3] = hypothesis_size;
}

void RougeNCounter::configure(const RougeOptions& options) {
    units_.configure(options.units);
    order_ = options.order;
    matches_.resize(order_);
}

void RougeNCounter::references(std::span<const Text> texts) {
    units_.load_references(texts);
    matchers_.clear();
    const auto references = units_.references();
    for (std::size_t r = 0; r < std::min(references.size(), most_prepared); ++r) {
        matchers_.next().prepare(references.subspan(r, 1), units_.alphabet(), order_);
    }
}

void RougeNCounter::hypothesis(const Text& text, std::int64_t* row) {
    const Ids& hypothesis = units_.load_hypothesis(text);
    const auto references = units_.references();
    row[0] = row[1] = 0;
    row[2] = ngrams_in(hypothesis, order_) * static_cast<std::int64_t>(references.size());
    for (std::size_t r = 0; r < references.size(); ++r) {
        std::fill(matches_.begin(), matches_.end(), 0);
        Matcher& matcher = matchers_[std::min(r, most_prepared - 1)];
        if (references.size() > most_prepared && r + 1 >= most_prepared) {
            matcher.prepare(references.subspan(r, 1), units_.alphabet(), order_);
        }
        matcher.count(hypothesis, matches_.data());
        row[0] += matches_.back();
        row[1] += ngrams_in(references[r], order_);
    }
}

void RougeLCounter::hypothesis(const Text& text, std::int64_t* row) {
    const Ids& hypothesis = units_.load_hypothesis(text);
    BestSides best;
    for (const Ids& reference : units_.references()) {
        best.offer(common_.count(hypothesis, reference, units_.alphabet()), size_of(reference));
    }
    best.write(size_of(hypothesis), row);
}

void RougeWCounter::configure(const RougeOptions& options) {
    units_.configure(options.units);
    weighted_.set_weight(options.weight);
}

void RougeWCounter::hypothesis(const Text& text, std::int64_t* row) {
    const Ids& hypothesis = units_.load_hypothesis(text);
    BestSides best;
    for (const Ids& reference : units_.references()) {
        best.offer(weighted_.count(hypothesis, reference), size_of(reference));
    }
    best.write(size_of(hypothesis), row);
}

void RougeSCounter::configure(const RougeOptions& options) {
    units_.configure(options.units);
    bigrams_.configure(options.longest_skip, options.unigrams);
}

void RougeSCounter::hypothesis(const Text& text, std::int64_t* row) {
    const Ids& hypothesis = units_.load_hypothesis(text);
    BestSides best;
    for (const Ids& reference : units_.references()) {
        best.offer(bigrams_.matches(hypothesis, reference, units_.alphabet()), bigrams_.total(reference.size()));
    }
    best.write(bigrams_.total(hypothesis.size()), row);
}

}  // namespace karat
