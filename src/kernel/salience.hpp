// WNM's salience weights, S-scores or tf.idf: how much more frequent a word is in its text than in the rest of the
// corpus. A text is a document with all its references, or a single segment where the corpus has no documents.
#pragma once

#include <string>
#include <unordered_map>

#include "fixed_point.hpp"
#include "parallel.hpp"
#include "reference_store.hpp"

namespace karat {

// S-scores above 0, S-scores above 1, or all of them as they are, also those below 0; tf.idf; or nothing.
enum class Weighting : std::uint8_t { Clipped, Salient, Literal, TfIdf, None };

// Background frequencies from another corpus, to which each text is added; `texts` is 0 where there is none.
struct OutsideCorpus {
    struct Word {
        double frequency = 0;
        double texts = 0;
    };

    double tokens = 0;
    double texts = 0;
    std::vector<std::pair<std::string, Word>> words;
};

struct WeightedWord {
    Id word;
    std::uint32_t frequency;  // in the text
    std::int64_t weight;      // in parts
};

class SalienceWeights {
public:
    SalienceWeights(const UnitKind& units, Weighting weighting) : weighting_(weighting), store_(units) {}

    // `documents` has a number for each segment, or is empty.
    void learn(std::span<const Column> references, std::size_t segments, std::span<const Id> documents,
               const OutsideCorpus& outside);

    Weighting weighting() const { return weighting_; }
    const ReferenceStore& store() const { return store_; }

    // The text that a set of references stands in. Of several, `hint`, or else the first.
    Id text_of(Id set, Id hint) const;
    std::span<const WeightedWord> words(Id text) const {
        return {words_.data() + firsts_[text], firsts_[text + 1] - firsts_[text]};
    }

private:
    using Rest = OutsideCorpus::Word;

    void note_text(Id set, Id text);
    void tally(std::span<const Id> sets, std::span<const Id> texts, std::size_t count);
    void tally_text(std::span<const Id> sets, std::vector<std::uint32_t>& frequencies);
    void weigh(const OutsideCorpus& outside, std::span<const Id> times);
    double weight(double frequency, double length, const Rest& rest, double tokens, double texts) const;
    double kept(double salience) const;

    Weighting weighting_;
    ReferenceStore store_;
    Ids first_texts_;                                // of each set
    std::unordered_map<Id, Ids> more_texts_;         // of sets that stand in several
    std::vector<WeightedWord> words_;                // text by text
    std::vector<std::size_t> firsts_;
};

}  // namespace karat
