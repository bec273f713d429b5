#include "salience.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "stopping.hpp"

namespace karat {

void SalienceWeights::learn(std::span<const Column> references, std::size_t segments, std::span<const Id> documents,
                            const OutsideCorpus& outside) {
    store_.add(references, segments);
    const Ids& sets = store_.sets_of_segments();
    const Id count = store_.sets();
    first_texts_.assign(count, unknown);
    if (!documents.empty()) {
        for (std::size_t segment = 0; segment < segments; ++segment) note_text(sets[segment], documents[segment]);
        const std::size_t texts = *std::max_element(documents.begin(), documents.end()) + std::size_t{1};
        tally(sets, documents, texts);
        return weigh(outside, Ids(texts, 1));
    }
    // Each segment is a text; those with the same references have the same words, and are tallied once.
    Ids times(count, 0);
    for (const Id set : sets) ++times[set];
    Ids each(count);
    std::iota(each.begin(), each.end(), 0);
    first_texts_ = each;
    tally(each, each, count);
    weigh(outside, times);
}

void SalienceWeights::note_text(Id set, Id text) {
    if (first_texts_[set] == unknown) first_texts_[set] = text;
    if (first_texts_[set] == text) return;
    Ids& more = more_texts_[set];
    if (std::find(more.begin(), more.end(), text) == more.end()) more.push_back(text);
}

Id SalienceWeights::text_of(Id set, Id hint) const {
    const auto more = more_texts_.find(set);
    if (more == more_texts_.end()) return first_texts_[set];
    const bool there = std::find(more->second.begin(), more->second.end(), hint) != more->second.end();
    return there ? hint : first_texts_[set];
}

// The words of each text, with their frequencies; weights come later.
void SalienceWeights::tally(std::span<const Id> sets, std::span<const Id> texts, std::size_t count) {
    std::vector<std::size_t> begins(count + 1, 0);
    for (const Id text : texts) ++begins[text + 1];
    std::partial_sum(begins.begin(), begins.end(), begins.begin());
    Ids sorted(sets.size());
    std::vector<std::size_t> next(begins.begin(), begins.end() - 1);
    for (std::size_t i = 0; i < sets.size(); ++i) sorted[next[texts[i]]++] = sets[i];

    words_.reserve(store_.words().size());
    firsts_.assign(1, 0);
    std::vector<std::uint32_t> frequencies(store_.lexicon().size(), 0);
    for (std::size_t text = 0; text < count; ++text) {
        tally_text(std::span<const Id>(sorted).subspan(begins[text], begins[text + 1] - begins[text]), frequencies);
        firsts_.push_back(words_.size());
    }
}

void SalienceWeights::tally_text(std::span<const Id> sets, std::vector<std::uint32_t>& frequencies) {
    const std::size_t first = words_.size();
    for (const Id set : sets) {
        spend(64);
        for (const Stored& reference : store_.references(set)) {
            for (const Id word : store_.words(reference)) {
                if (frequencies[word]++ == 0) words_.push_back({word, 0, 0});
            }
        }
    }
    for (std::size_t i = first; i < words_.size(); ++i) {
        words_[i].frequency = std::exchange(frequencies[words_[i].word], 0);
    }
}

// `times`: how many texts have these same words.
void SalienceWeights::weigh(const OutsideCorpus& outside, std::span<const Id> times) {
    std::vector<Rest> corpus(store_.lexicon().size());
    double tokens = outside.tokens, texts = outside.texts;
    const bool inside = outside.texts == 0;
    for (const auto& [word, statistics] : outside.words) {
        PaddedText padded;
        const Id id = store_.lexicon().find(padded.load(std::string_view(word)));
        if (id != unknown) corpus[id] = statistics;
    }
    std::vector<double> lengths(times.size(), 0);
    for (std::size_t text = 0; text < times.size(); ++text) {
        for (const WeightedWord& word : words(static_cast<Id>(text))) {
            lengths[text] += word.frequency;
            if (!inside) continue;
            corpus[word.word].frequency += static_cast<double>(word.frequency) * times[text];
            corpus[word.word].texts += times[text];
        }
        if (!inside) continue;
        tokens += lengths[text] * times[text];
        texts += times[text];
    }
    for (std::size_t text = 0; text < times.size(); ++text) {
        for (std::size_t i = firsts_[text]; i < firsts_[text + 1]; ++i) {
            spend(16);
            const auto frequency = static_cast<double>(words_[i].frequency);
            Rest rest = corpus[words_[i].word];
            if (inside) rest = {rest.frequency - frequency, rest.texts - 1};
            const double rest_tokens = inside ? tokens - lengths[text] : tokens;
            const double rest_texts = inside ? texts - 1 : texts;
            words_[i].weight = in_parts(weight(frequency, lengths[text], rest, rest_tokens, rest_texts));
        }
    }
}

// `rest`, `tokens` and `texts` are of the corpus without the text.
double SalienceWeights::weight(double frequency, double length, const Rest& rest, double tokens, double texts) const {
    const double all_texts = texts + 1, having = rest.texts + 1;
    if (weighting_ == Weighting::None) return 1;
    if (weighting_ == Weighting::TfIdf) return (1 + std::log(frequency)) * std::log(all_texts / having);
    const double here = frequency / length;
    const double elsewhere = tokens > 0 ? rest.frequency / tokens : 0;
    const double everywhere = (frequency + rest.frequency) / (length + tokens);
    const double argument = (here - elsewhere) * (all_texts - having) / all_texts / everywhere;
    // Deliberate: 0 and less have no logarithm and get 0 (the script).
    return argument > 0 ? kept(std::log(argument)) : 0;
}

// Below 1 the argument's logarithm is negative. The script leaves it so, and sums of such weights may be near 0 or below.
double SalienceWeights::kept(double salience) const {
    if (weighting_ == Weighting::Literal) return salience;
    return salience > (weighting_ == Weighting::Salient ? 1 : 0) ? salience : 0;
}

}  // namespace karat
