// Corpora of a few texts, for what learns its weights from all references before it counts.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "parallel.hpp"
#include "promises.hpp"

namespace karat {

// A small corpus: each text is a hypothesis, and the next one its reference, and another one a second reference.
struct SmallCorpus {
    std::vector<Text> hypotheses, first, second;

    explicit SmallCorpus(std::span<const Text> texts) : hypotheses(texts.begin(), texts.end()) {
        for (std::size_t i = 0; i < texts.size(); ++i) {
            first.push_back(texts[(i + 1) % texts.size()]);
            second.push_back(texts[(i + 2) % texts.size()]);
        }
    }

    std::vector<Column> references(bool two) const {
        return two ? std::vector<Column>{first, second} : std::vector<Column>{first};
    }

    void reverse() {
        for (auto* texts : {&hypotheses, &first, &second}) std::reverse(texts->begin(), texts->end());
    }
};

using Rows = std::vector<std::vector<std::int64_t>>;

// The rows of hypotheses beside references that the weights were learnt from, counted from segment `begin` to `end`.
template <class Counter, class Options>
Rows rows_of(const Options& options, std::span<const Text> hypotheses, std::span<const Column> references,
             std::size_t begin, std::size_t end) {
    thread_local Counter counter;
    counter.configure(options);
    const std::size_t columns = counter.columns();
    std::vector<std::int64_t> counts(hypotheses.size() * columns);
    std::int64_t* const place[] = {counts.data()};
    const Column systems[] = {hypotheses};
    count_block(counter, systems, references, begin, end, place);
    Rows rows;
    for (std::size_t segment = begin; segment < end; ++segment) {
        const auto row = counts.begin() + static_cast<std::ptrdiff_t>(segment * columns);
        rows.emplace_back(row, row + static_cast<std::ptrdiff_t>(columns));
    }
    return rows;
}

// What is learnt from a corpus counts the same however it is cut and in which order it comes: `learn(references)` gives
// the counter's options.
template <class Counter, class Learn>
Rows check_corpus(SmallCorpus corpus, bool two, Learn learn) {
    const std::size_t size = corpus.hypotheses.size();
    const auto references = corpus.references(two);
    const auto weights = learn(references);
    Rows whole = rows_of<Counter>(weights.options(), corpus.hypotheses, references, 0, size);
    Rows parts = rows_of<Counter>(weights.options(), corpus.hypotheses, references, 0, size / 2);
    for (auto& row : rows_of<Counter>(weights.options(), corpus.hypotheses, references, size / 2, size)) {
        parts.push_back(std::move(row));
    }
    require(parts == whole);
    corpus.reverse();
    const auto reversed = corpus.references(two);
    const auto others = learn(reversed);
    Rows backwards = rows_of<Counter>(others.options(), corpus.hypotheses, reversed, 0, size);
    std::reverse(backwards.begin(), backwards.end());
    require(backwards == whole);
    return whole;
}

}  // namespace karat
