#include "meteor.hpp"

#include <cmath>
#include <limits>
#include <utility>

#include "stopping.hpp"

namespace karat {

namespace {

constexpr std::size_t most_pairs = std::size_t{1} << 25;  // of words that may be mapped to each other in a stage

}  // namespace

void MeteorCounter::look_up(Words& words) const {
    if (!options_.words_of_stages->needed()) return;
    words.entries.resize(words.segment.tokens.size());
    std::transform(words.segment.tokens.begin(), words.segment.tokens.end(), words.entries.begin(),
                   [&](std::string_view token) { return options_.words_of_stages->find(token); });
}

void MeteorCounter::references(std::span<const Text> texts) {
    references_.clear();
    std::size_t tokens = 0;
    for (const Text& text : texts) {
        if (text.missing()) continue;
        Words& reference = references_.next();
        reference.segment.load(text, options_.tokenizer);
        tokens += reference.segment.tokens.size();
    }
    words_.clear(tokens);
    for (std::size_t r = 0; r < references_.size(); ++r) {
        references_[r].segment.intern(words_, references_[r].ids);
        look_up(references_[r]);
    }
}

void MeteorCounter::load(const Text& hypothesis) {
    hypothesis_.segment.load(hypothesis, options_.tokenizer);
    hypothesis_.segment.find(words_, hypothesis_.ids);
    look_up(hypothesis_);
}

void MeteorCounter::map_classes(const Stage& stage, const Words& reference) {
    classes_.clear(reference.entries.size());
    reference_classes_.assign(reference.entries.size(), unknown);
    hypothesis_classes_.assign(hypothesis_.entries.size(), unknown);
    for (std::size_t j = 0; j < reference.entries.size(); ++j) {
        const auto ids = stage.of(reference.entries[j]);
        if (!ids.empty() && aligner_.free_in_reference(j)) reference_classes_[j] = classes_.intern(ids[0], 0);
    }
    for (std::size_t i = 0; i < hypothesis_.entries.size(); ++i) {
        const auto ids = stage.of(hypothesis_.entries[i]);
        if (!ids.empty() && aligner_.free_in_hypothesis(i)) hypothesis_classes_[i] = classes_.find(ids[0], 0);
    }
    aligner_.map_classes(hypothesis_classes_, reference_classes_, classes_.size());
}

// How many pairs of words share an id, each counted once for every id that they share.
std::size_t MeteorCounter::pairs_of_sets(const Stage& stage) const {
    std::size_t pairs = 0;
    for (std::size_t i = 0; i < hypothesis_.entries.size(); ++i) {
        if (!aligner_.free_in_hypothesis(i)) continue;
        for (const Id id : stage.of(hypothesis_.entries[i])) {
            const auto first = std::lower_bound(holders_.begin(), holders_.end(), std::pair(id, std::int32_t{0}));
            const auto last = std::upper_bound(first, holders_.end(), std::pair(id, std::numeric_limits<std::int32_t>::max()));
            pairs += static_cast<std::size_t>(last - first);
        }
    }
    return pairs;
}

// Where there are too many pairs for memory, only the first id of a word counts, as if each had one only.
void MeteorCounter::map_sets(const Stage& stage, const Words& reference) {
    holders_.clear();
    for (std::size_t j = 0; j < reference.entries.size(); ++j) {
        if (!aligner_.free_in_reference(j)) continue;
        for (const Id id : stage.of(reference.entries[j])) holders_.emplace_back(id, static_cast<std::int32_t>(j));
    }
    std::sort(holders_.begin(), holders_.end());
    if (pairs_of_sets(stage) > most_pairs) {
        aligner_.cut_off();
        return map_classes(stage, reference);
    }
    neighbours_.resize(hypothesis_.entries.size());
    for (std::size_t i = 0; i < hypothesis_.entries.size(); ++i) {
        auto& found = neighbours_[i];
        found.clear();
        if (!aligner_.free_in_hypothesis(i)) continue;
        for (const Id id : stage.of(hypothesis_.entries[i])) {
            auto holder = std::lower_bound(holders_.begin(), holders_.end(), std::pair(id, std::int32_t{0}));
            const std::size_t before = found.size();
            for (; holder != holders_.end() && holder->first == id; ++holder) found.push_back(holder->second);
            spend(16 * (found.size() - before));
        }
        std::sort(found.begin(), found.end());
        found.erase(std::unique(found.begin(), found.end()), found.end());
    }
    aligner_.map_neighbours(neighbours_);
}

void MeteorCounter::map_stage(const Stage& stage, const Words& reference) {
    if (stage.own_words) {
        aligner_.map_classes(hypothesis_.ids, reference.ids, words_.size());
    } else if (stage.classes) {
        map_classes(stage, reference);
    } else {
        map_sets(stage, reference);
    }
}

void MeteorCounter::align(const Words& reference, std::vector<MeteorPair>* pairs) {
    aligner_.begin(hypothesis_.ids.size(), reference.ids.size());
    std::vector<char> before(hypothesis_.ids.size(), 0);
    for (std::size_t stage = 0; stage < options_.words_of_stages->stages.size(); ++stage) {
        map_stage(options_.words_of_stages->stages[stage], reference);
        if (pairs == nullptr) continue;
        for (std::size_t i = 0; i < before.size(); ++i) {
            if (before[i] || aligner_.free_in_hypothesis(i)) continue;
            before[i] = 1;
            pairs->push_back({i, static_cast<std::size_t>(aligner_.links()[i]), stage});
        }
    }
}

std::vector<MeteorPair> MeteorCounter::pairs(std::size_t reference) {
    std::vector<MeteorPair> found;
    align(references_[reference], &found);
    return found;
}

// Deliberate: the same operations in the same order as the metric's own formula, so that near ties between
// references fall the same way everywhere.
double MeteorCounter::score(const std::int64_t* row) const {
    if (row[0] == 0) return 0;
    const auto mapped = static_cast<double>(row[0]);
    const double precision = mapped / static_cast<double>(row[2]), recall = mapped / static_cast<double>(row[3]);
    const double mean = precision * recall / (options_.alpha * precision + (1 - options_.alpha) * recall);
    const double penalty = options_.gamma * std::pow(static_cast<double>(row[1]) / mapped, options_.beta);
    return 100 * mean * (1 - penalty);
}

void MeteorCounter::hypothesis(const Text& text, std::int64_t* row) {
    load(text);
    double best = 0;
    bool cut_short = false, first = true;
    for (const Words& reference : references_.span()) {
        align(reference);
        cut_short = cut_short || aligner_.cut_short();
        const std::int64_t candidate[] = {aligner_.mapped(), aligner_.chunks(),
                                          static_cast<std::int64_t>(hypothesis_.ids.size()),
                                          static_cast<std::int64_t>(reference.ids.size())};
        const double value = score(candidate);
        if (!std::exchange(first, false) && value <= best) continue;
        best = value;
        std::copy_n(candidate, 4, row);
    }
    row[4] = cut_short;
}

}  // namespace karat
