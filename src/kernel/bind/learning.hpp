// What metrics that learn from a whole corpus share: their units, and how they refuse what they have not learnt from.
#pragma once

#include <nanobind/stl/unique_ptr.h>

#include "counting.hpp"
#include "known_words.hpp"

namespace karat {

inline UnitKind units_named(std::string_view tokenizer) {
    UnitKind units;
    units.characters = tokenizer == "char" || tokenizer == "char-spaces";
    units.keep_spaces = tokenizer == "char-spaces";
    if (!units.characters) units.tokenizer = tokenizer_named(tokenizer);
    return units;
}

[[noreturn]] inline void refuse(const NotInCorpus& unseen) {
    raise("MisalignedCorpus", nullptr,
          nb::str("The references of segment {} are not in the corpus that the metric was prepared on. "
                  "Prepare it on the corpus that is counted.")
              .format(unseen.segment + 1));
}

// What was learnt, and the texts that it was learnt from, which it refers to.
template <class Weights> struct Learnt {
    Job job;
    Weights weights;
};

inline void check_documents(std::size_t) {}

// Where there are documents, each segment has one.
template <class... More> void check_documents(std::size_t segments, const std::vector<Id>& documents, const More&...) {
    if (documents.empty() || documents.size() == segments) return;
    raise("MisalignedCorpus", "from_lengths", "The list of documents", "got"_a = documents.size(), "expected"_a = segments);
}

// Learns with Python's lock released.
template <class Weights, class... Arguments>
std::unique_ptr<Learnt<Weights>> learn_from(const nb::sequence& references, Weights weights, const Arguments&... arguments) {
    Job job(nb::borrow<nb::sequence>(nb::list()), references);
    check_documents(job.segments, arguments...);
    std::unique_ptr<Learnt<Weights>> learnt(new Learnt<Weights>{std::move(job), std::move(weights)});
    try {
        without_lock([&] { learnt->weights.learn(learnt->job.references, learnt->job.segments, arguments...); });
        return learnt;
    } catch (const TooMany& error) {
        raise("InvalidText", nullptr,
              nb::str("The corpus has {}; weights cannot be learnt from so much. Take a part of it.").format(error.what()));
    }
}

template <class Counter, class Options>
nb::list count_learnt(const Options& options, const nb::sequence& systems, const nb::sequence& references, std::size_t threads) {
    try {
        return count<Counter>(options, systems, references, threads);
    } catch (const NotInCorpus& unseen) {
        refuse(unseen);
    }
}

// The set of the references of one segment.
inline Id stored_set(const ReferenceStore& store, const nb::sequence& references) {
    const Texts texts = as_texts(references);
    ReferenceStore::Scratch scratch;
    const Id set = store.find(texts.items, 0, scratch);
    if (set == unknown) refuse({0});
    return set;
}

inline nb::object word_to_python(const ReferenceStore& store, Id word) {
    const std::string_view bytes = store.lexicon()[word];
    return to_python({bytes.data(), bytes.size(), Encoding::Utf8});
}

}  // namespace karat
