#include "jobs.hpp"

#include <memory>

#include "aev.hpp"
#include "bag_distance.hpp"
#include "bleu.hpp"
#include "block_distance.hpp"
#include "chrf.hpp"
#include "edit_distance.hpp"
#include "error_rate.hpp"
#include "exact.hpp"
#include "gtm.hpp"
#include "meteor.hpp"
#include "nist.hpp"
#include "rouge.hpp"
#include "ter.hpp"
#include "wnm.hpp"

namespace karat {

namespace {

template <class Counter, class Options> Counting counting(Options options) {
    return [options](const Input& input, std::size_t threads, Rows& rows) {
        Counter sizer;
        sizer.configure(options);
        rows.resize(input.systems.size());
        std::vector<std::int64_t*> places;
        for (auto& of_system : rows) {
            of_system.resize(input.segments * sizer.columns());
            places.push_back(of_system.data());
        }
        count_rows<Counter>(options, input.systems, input.references, input.segments, threads, places);
    };
}

template <class Counter, class Options> Job job(Options options) {
    return [options](const Input&) { return counting<Counter>(options); };
}

// With what was learnt, which lives as long as the counting.
template <class Counter, class Learnt, class Options> Counting knowing(std::shared_ptr<Learnt> learnt, Options options) {
    return [learnt, count = counting<Counter>(options)](const Input& input, std::size_t threads, Rows& rows) { count(input, threads, rows); };
}

Job bleu(Tokenizer tokenizer, std::size_t order = 4) { return job<BleuCounter>(BleuOptions{.tokenizer = tokenizer, .order = order}); }

Job chrf(std::size_t words, std::size_t order = 6) {
    return job<ChrfCounter>(ChrfOptions{.character_order = order, .word_order = words});
}

template <class Counter> Job rouge(std::size_t order = 2) {
    RougeOptions options;
    options.order = order;
    return job<Counter>(options);
}

Counting nist(const Input& input) {
    const auto weights = std::make_shared<InformationWeights>(UnitKind{.tokenizer = Tokenizer::Mteval13a}, 5, false);
    weights->learn(input.references, input.segments);
    return knowing<NistCounter>(weights, NistOptions{weights.get()});
}

Counting wnm(const Input& input) {
    const auto weights = std::make_shared<SalienceWeights>(UnitKind{.tokenizer = Tokenizer::Mteval13a}, Weighting::Salient);
    weights->learn(input.references, input.segments, {}, {});
    WnmOptions options;
    options.weights = weights.get();
    return knowing<WnmCounter>(weights, options);
}

// Words by their form, then by their first byte.
Counting meteor(const Input& input) {
    const auto words = std::make_shared<StagedWords>();
    words->stages.resize(2);
    words->stages[1].own_words = false;
    WordSegment segment;
    for (const auto* columns : {&input.systems, &input.references}) {
        for (const Column& column : *columns) {
            for (const Text& text : column) {
                segment.load(text, Tokenizer::Mteval13a);
                for (const std::string_view word : segment.tokens) {
                    if (!words->words.emplace(word, static_cast<Id>(words->words.size())).second) continue;
                    const Id first = static_cast<unsigned char>(word[0]);
                    words->stages[1].add({&first, 1});
                }
            }
        }
    }
    return knowing<MeteorCounter>(words, MeteorOptions{Tokenizer::Mteval13a, words.get()});
}

}  // namespace

const std::map<std::string, Job> jobs = {
    {"bleu-13a", bleu(Tokenizer::Mteval13a)},
    {"bleu-intl", bleu(Tokenizer::Intl)},
    {"bleu-zh", bleu(Tokenizer::Zh)},
    {"bleu-none", bleu(Tokenizer::None)},
    {"bleu-char", job<BleuCounter>(BleuOptions{.characters = true})},
    {"bleu-order-8", bleu(Tokenizer::Mteval13a, 8)},
    {"bleu-order-16", bleu(Tokenizer::Mteval13a, 16)},
    {"bleu-order-64", bleu(Tokenizer::Mteval13a, 64)},
    {"chrf", chrf(0)},
    {"chrf++", chrf(2)},
    {"chrf-order-9", chrf(0, 9)},
    {"chrf-order-18", chrf(0, 18)},
    {"chrf-order-64", chrf(0, 64)},
    {"nist", nist},
    {"rouge-2", rouge<RougeNCounter>()},
    {"rouge-l", rouge<RougeLCounter>()},
    {"rouge-w", rouge<RougeWCounter>()},
    {"rouge-s", rouge<RougeSCounter>()},
    {"wer", job<ErrorCounter<EditDistance>>(UnitOptions{})},
    {"per", job<ErrorCounter<BagDistance>>(UnitOptions{})},
    {"cder", job<ErrorCounter<BlockDistance>>(UnitOptions{})},
    {"exact", job<ExactCounter>(UnitOptions{})},
    {"ter", job<TerCounter>(TerOptions{})},
    {"aev", job<AevCounter>(AevOptions{})},
    {"gtm", job<GtmCounter>(GtmOptions{})},
    {"gtm-exact", job<GtmCounter>(GtmOptions{.exact = true})},
    {"meteor", meteor},
    {"wnm", wnm},
};

}  // namespace karat
