#include "nist.hpp"

#include "learning.hpp"

namespace karat {

namespace {

using LearntInformation = Learnt<InformationWeights>;

std::unique_ptr<LearntInformation> learn_information(const nb::sequence& references, std::string_view tokenizer,
                                                     std::size_t order, bool perl_zero) {
    return learn_from(references, InformationWeights(units_named(tokenizer), checked_order("order", order), perl_zero));
}

// For each reference of a segment its words, each with the information of the n-grams that begin there.
nb::list information_of(const LearntInformation& learnt, const nb::sequence& references) {
    const InformationWeights& weights = learnt.weights;
    const ReferenceStore& store = weights.store();
    nb::list result;
    for (const Stored& reference : store.references(stored_set(store, references))) {
        nb::list words;
        for (std::size_t i = 0; i < reference.length; ++i) {
            nb::list orders;
            for (std::size_t n = 0; n < std::min<std::size_t>(weights.order(), reference.length - i); ++n) {
                orders.append(weights.of(n, reference.begin + i));
            }
            words.append(nb::make_tuple(word_to_python(store, store.words(reference)[i]), orders));
        }
        result.append(words);
    }
    return result;
}

nb::list count_nist(const nb::sequence& systems, const nb::sequence& references, const LearntInformation& learnt,
                    std::size_t threads) {
    return count_learnt<NistCounter>(NistOptions{&learnt.weights}, systems, references, threads);
}

}  // namespace

void bind_nist(nb::module_& m) {
    nb::class_<LearntInformation>(m, "InformationWeights").def("of_segment", &information_of, "references"_a);
    m.def("learn_information", &learn_information, "references"_a, "tokenizer"_a, "order"_a, "perl_zero"_a);
    m.def("count_nist", &count_nist, "systems"_a, "references"_a, "weights"_a, "threads"_a);
}

}  // namespace karat
