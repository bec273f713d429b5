// Words of a hypothesis mapped to those of a reference.
#include <algorithm>

#include "checks.hpp"
#include "fixed_point.hpp"
#include "gtm.hpp"
#include "meteor.hpp"
#include "promises.hpp"

namespace karat {

// Words by their form, then by their first byte, then by any byte in common.
void check_meteor(const Text& hypothesis, std::span<const Text> references) {
    StagedWords words_of_stages;
    WordSegment segment;
    words_of_stages.stages.resize(3);
    words_of_stages.stages[1].own_words = words_of_stages.stages[2].own_words = false;
    const auto learn = [&](const Text& text) {
        segment.load(text, Tokenizer::None);
        for (const std::string_view word : segment.tokens) {
            if (!words_of_stages.words.emplace(word, static_cast<Id>(words_of_stages.words.size())).second) continue;
            const Ids bytes(word.begin(), word.end());
            words_of_stages.stages[1].add(std::span(bytes).first(1));
            words_of_stages.stages[2].add(bytes);
        }
    };
    learn(hypothesis);
    for (const Text& reference : references) learn(reference);
    const auto row = row_of<MeteorCounter>(MeteorOptions{Tokenizer::None, &words_of_stages}, hypothesis, references);
    require(0 <= row[1] && row[1] <= row[0] && row[0] <= row[2] && row[0] <= row[3]);
    require((row[0] == 0) == (row[1] == 0));
    // Each word is mapped once at most.
    MeteorCounter counter;
    counter.configure({Tokenizer::None, &words_of_stages});
    counter.references(references.first(1));
    counter.load(hypothesis);
    std::vector<std::size_t> ours, theirs;
    for (const MeteorPair& pair : counter.pairs(0)) {
        ours.push_back(pair.hypothesis);
        theirs.push_back(pair.reference);
        require(pair.stage < 3);
    }
    for (auto* places : {&ours, &theirs}) {
        std::sort(places->begin(), places->end());
        require(std::adjacent_find(places->begin(), places->end()) == places->end());
    }
    if (references.size() == 1) require(static_cast<std::int64_t>(ours.size()) == row[0]);
}

namespace {

// However few common stretches are kept at once, the runs are the same.
void check_runs(const Text& hypothesis, const Text& reference) {
    const Ids ours = ids_of(hypothesis, false), theirs = ids_of(reference, true);
    if (ours.size() * theirs.size() > std::size_t{1} << 20) return;
    const auto found = [&](std::size_t most_kept) {
        RunMatcher matcher(most_kept);
        matcher.prepare(theirs, 256);
        std::vector<std::size_t> numbers;
        for (const Run& run : matcher.greedy(ours)) numbers.insert(numbers.end(), {run.hypothesis, run.reference, run.length});
        return numbers;
    };
    const auto expected = found(std::size_t{1} << 21);
    for (const std::size_t most_kept : {1, 7, 50}) require(found(most_kept) == expected);
}

}  // namespace

// The heaviest matching is no lighter than the greedy one, and no matching has more hits than words.
void check_gtm(double exponent, const Text& hypothesis, std::span<const Text> references) {
    check_runs(hypothesis, references[0]);
    const auto greedy = row_of<GtmCounter>(GtmOptions{Tokenizer::None, exponent, false}, hypothesis, references);
    const auto exact = row_of<GtmCounter>(GtmOptions{Tokenizer::None, exponent, true}, hypothesis, references);
    require(0 <= greedy[0] && greedy[0] <= greedy[1] * real_parts + 1);
    if (references.size() == 1) require(greedy[0] <= exact[0] + 1);
}

}  // namespace karat
