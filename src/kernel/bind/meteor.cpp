#include "meteor.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>
#include <tuple>

#include "counting.hpp"
#include "porter.hpp"

namespace karat {

namespace {

// For each stage the ids of every word; none where the words themselves are compared.
using Stages = std::vector<std::optional<std::vector<Ids>>>;

StagedWords staged_words(const nb::sequence& words, const Stages& stages) {
    StagedWords words_of_stages;
    const Texts texts = as_texts(words);
    PaddedText padded;
    for (const Text& word : texts.items) {
        words_of_stages.words.emplace(padded.load(word), static_cast<Id>(words_of_stages.words.size()));
    }
    if (words_of_stages.words.size() != texts.items.size()) throw nb::value_error("a word comes twice");
    for (const auto& sets : stages) {
        Stage& stage = words_of_stages.stages.emplace_back();
        stage.own_words = !sets;
        if (!sets) continue;
        if (sets->size() != texts.items.size()) throw nb::value_error("a stage must have ids for every word");
        for (const Ids& ids : *sets) stage.add(ids);
    }
    return words_of_stages;
}

nb::list count_meteor(const nb::sequence& systems, const nb::sequence& references, std::string_view tokenizer,
                      const nb::sequence& words, const Stages& stages, double alpha, double beta, double gamma,
                      std::size_t threads) {
    const StagedWords words_of_stages = staged_words(words, stages);
    checked_number("alpha", alpha, 0, 1);
    checked_number("beta", beta, 0, std::numeric_limits<double>::max());
    checked_number("gamma", gamma, 0, 1);
    const MeteorOptions options{tokenizer_named(tokenizer), &words_of_stages, alpha, beta, gamma};
    return count<MeteorCounter>(options, systems, references, threads);
}

std::vector<std::tuple<std::size_t, std::size_t, std::size_t>> align_meteor(nb::handle hypothesis, nb::handle reference,
                                                                            std::string_view tokenizer,
                                                                            const nb::sequence& words,
                                                                            const Stages& stages) {
    const StagedWords words_of_stages = staged_words(words, stages);
    MeteorCounter counter;
    counter.configure({tokenizer_named(tokenizer), &words_of_stages});
    const Text text = text_of(reference.ptr(), 0);
    if (text.missing()) raise("MissingReference", nullptr, "There is no reference.");
    const Text ours = text_of(hypothesis.ptr(), 0);
    std::vector<MeteorPair> found;
    without_lock([&] {
        counter.references({&text, 1});
        counter.load(ours);
        found = counter.pairs(0);
    });
    std::vector<std::tuple<std::size_t, std::size_t, std::size_t>> pairs;
    for (const MeteorPair& pair : found) pairs.emplace_back(pair.hypothesis, pair.reference, pair.stage);
    return pairs;
}

// The distinct tokens of all columns, in the order in which they come.
nb::list vocabulary(const nb::sequence& columns, std::string_view tokenizer) {
    const Tokenizer chosen = tokenizer_named(tokenizer);
    std::vector<Texts> kept;
    for (nb::handle column : columns) kept.push_back(as_texts(column));
    WordTable seen;
    std::vector<std::string_view> in_order;  // of the table's own strings, which stay where they are
    without_lock([&] {
        WordSegment segment;
        for (const Texts& texts : kept) {
            for (const Text& text : texts.items) {
                spend(16 * (text.length + 4));
                if (text.missing()) continue;
                segment.load(text, chosen);
                for (const std::string_view token : segment.tokens) {
                    if (seen.find(token) != seen.end()) continue;
                    in_order.push_back(seen.emplace(token, static_cast<Id>(seen.size())).first->first);
                }
            }
        }
    });
    nb::list words;
    for (const std::string_view token : in_order) {
        look_up_from(words.size());
        words.append(to_python({token.data(), token.size(), Encoding::Utf8}));
    }
    return words;
}

nb::list porter_stems(const nb::sequence& words) {
    const Texts texts = as_texts(words);
    PorterStemmer stemmer;
    CharacterSegment word;
    std::vector<std::u32string> found;
    without_lock([&] {
        found.reserve(texts.items.size());
        for (const Text& text : texts.items) {
            spend(4 * text.length + 64);
            word.load(text, true, false);
            found.push_back(stemmer.stem({word.characters.data(), word.characters.size()}));
        }
    });
    nb::list stems;
    for (const std::u32string& stem : found) {
        look_up_from(stems.size());
        stems.append(to_python({stem.data(), stem.size(), Encoding::Ucs4}));
    }
    return stems;
}

}  // namespace

void bind_meteor(nb::module_& m) {
    m.def("count_meteor", &count_meteor, "systems"_a, "references"_a, "tokenizer"_a, "words"_a, "stages"_a, "alpha"_a,
          "beta"_a, "gamma"_a, "threads"_a);
    m.def("align_meteor", &align_meteor, "hypothesis"_a, "reference"_a, "tokenizer"_a, "words"_a, "stages"_a);
    m.def("vocabulary", &vocabulary, "columns"_a, "tokenizer"_a);
    m.def("porter_stems", &porter_stems, "words"_a);
}

}  // namespace karat
