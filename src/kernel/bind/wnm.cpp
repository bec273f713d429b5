#include "wnm.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "learning.hpp"

namespace karat {

namespace {

Weighting weighting_named(std::string_view name) {
    if (name == "none") return Weighting::None;
    if (name == "tf.idf") return Weighting::TfIdf;
    if (name == "s-literal") return Weighting::Literal;
    if (name == "s-salient") return Weighting::Salient;
    if (name == "s-clipped") return Weighting::Clipped;
    throw nb::value_error("unknown weighting");
}

GramWeight gram_weight_named(std::string_view name) {
    if (name == "sum") return GramWeight::Sum;
    if (name == "max") return GramWeight::Max;
    if (name == "last") return GramWeight::Last;
    throw nb::value_error("unknown weight of n-grams");
}

// A list of (word, frequency, texts).
OutsideCorpus outside_corpus(double tokens, double texts, const nb::sequence& words) {
    constexpr double most = 1e15;  // beyond, doubles no longer hold every whole number
    OutsideCorpus outside{checked_number("tokens", tokens, 0, most), checked_number("texts", texts, 0, most), {}};
    for (nb::handle entry : words) {
        const auto number = [&](int place) { return checked_number("a frequency", nb::cast<double>(entry[place]), 0, most); };
        outside.words.push_back({nb::cast<std::string>(entry[0]), {number(1), number(2)}});
    }
    return outside;
}

using LearntSalience = Learnt<SalienceWeights>;

std::unique_ptr<LearntSalience> learn_salience(const nb::sequence& references, std::string_view tokenizer,
                                               std::string_view weighting, const std::vector<Id>& documents, double tokens,
                                               double texts, const nb::sequence& words) {
    const OutsideCorpus outside = outside_corpus(tokens, texts, words);
    for (const Id document : documents) {
        // Each is the number of one; there are no more of them than segments.
        if (document >= documents.size()) throw nb::value_error("a document's number is not below the number of segments");
    }
    SalienceWeights weights(units_named(tokenizer), weighting_named(weighting));
    return learn_from(references, std::move(weights), documents, outside);
}

// The words of the text that a segment stands in: word, frequency there, weight in parts.
nb::list words_of(const LearntSalience& learnt, const nb::sequence& references, std::int64_t document) {
    const SalienceWeights& weights = learnt.weights;
    const Id hint = document < 0 ? unknown : static_cast<Id>(document);
    nb::list list;
    for (const WeightedWord& word : weights.words(weights.text_of(stored_set(weights.store(), references), hint))) {
        list.append(nb::make_tuple(word_to_python(weights.store(), word.word), word.frequency, word.weight));
    }
    return list;
}

nb::list count_wnm(const nb::sequence& systems, const nb::sequence& references, const LearntSalience& learnt,
                   std::size_t order, std::string_view ngram_weight, const std::vector<Id>& documents, std::size_t threads) {
    const WnmOptions options{&learnt.weights, checked_order("order", order), gram_weight_named(ngram_weight), documents};
    return count_learnt<WnmCounter>(options, systems, references, threads);
}

}  // namespace

void bind_wnm(nb::module_& m) {
    nb::class_<LearntSalience>(m, "SalienceWeights").def("of_segment", &words_of, "references"_a, "document"_a);
    m.def("learn_salience", &learn_salience, "references"_a, "tokenizer"_a, "weighting"_a, "documents"_a, "tokens"_a,
          "texts"_a, "words"_a);
    m.def("count_wnm", &count_wnm, "systems"_a, "references"_a, "weights"_a, "order"_a, "ngram_weight"_a, "documents"_a,
          "threads"_a);
}

}  // namespace karat
