// METEOR's row: mapped words, chunks, the lengths of the hypothesis and of the chosen reference, and 1 where the
// alignment was cut short.
#pragma once

#include "aligner.hpp"
#include "stages.hpp"
#include "segment.hpp"

namespace karat {

struct MeteorOptions {
    Tokenizer tokenizer = Tokenizer::Mteval13a;
    const StagedWords* words_of_stages = nullptr;
    double alpha = 0.9;
    double beta = 3;
    double gamma = 0.5;
};

// A word of the hypothesis, a word of the reference, and the stage that mapped them.
struct MeteorPair {
    std::size_t hypothesis, reference, stage;
};

class MeteorCounter {
public:
    void configure(const MeteorOptions& options) { options_ = options; }
    std::size_t columns() const { return 5; }

    void references(std::span<const Text> texts);
    void hypothesis(const Text& text, std::int64_t* row);

    // The mappings to one reference, after `references` and `load`.
    void load(const Text& hypothesis);
    std::vector<MeteorPair> pairs(std::size_t reference);

private:
    // A text as ids within the segment, and as places in the words_of_stages.
    struct Words {
        WordSegment segment;
        Ids ids;
        Ids entries;
    };

    void look_up(Words& words) const;
    void align(const Words& reference, std::vector<MeteorPair>* pairs = nullptr);
    void map_stage(const Stage& stage, const Words& reference);
    void map_classes(const Stage& stage, const Words& reference);
    std::size_t pairs_of_sets(const Stage& stage) const;
    void map_sets(const Stage& stage, const Words& reference);
    double score(const std::int64_t* row) const;

    MeteorOptions options_;
    WordIds words_;
    Pool<Words> references_;
    Words hypothesis_;
    PairIds classes_;
    Ids hypothesis_classes_, reference_classes_;
    std::vector<std::pair<Id, std::int32_t>> holders_;
    std::vector<std::vector<std::int32_t>> neighbours_;
    Aligner aligner_;
};

}  // namespace karat
