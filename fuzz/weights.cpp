// Weights that are learnt from a corpus, against counts in a map.
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <string>

#include "checks.hpp"
#include "fixed_point.hpp"
#include "nist.hpp"
#include "small_corpus.hpp"
#include "wnm.hpp"

namespace karat {

namespace {

// Words by white space, as ids of this one corpus.
class PlainWords {
public:
    Ids operator()(const Text& text) {
        segment_.load(text, Tokenizer::None);
        Ids ids;
        for (const std::string_view token : segment_.tokens) {
            ids.push_back(known_.emplace(token, static_cast<Id>(known_.size())).first->second);
        }
        return ids;
    }

private:
    WordSegment segment_;
    std::map<std::string, Id, std::less<>> known_;
};

using GramCounts = std::map<Ids, std::int64_t>;

void add_grams(const Ids& words, std::size_t order, GramCounts& counts) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        for (std::size_t n = 0; n <= order && i + n <= words.size(); ++n) {
            ++counts[Ids(words.begin() + static_cast<std::ptrdiff_t>(i), words.begin() + static_cast<std::ptrdiff_t>(i + n))];
        }
    }
}

}  // namespace

// Information by counting all n-grams of all references in a map.
void check_nist(std::size_t order, bool two, std::span<const Text> texts) {
    struct Learnt {
        std::unique_ptr<InformationWeights> weights;
        NistOptions options() const { return {weights.get()}; }
    };
    const SmallCorpus corpus(texts);
    const auto learn = [&](std::span<const Column> references) {
        Learnt learnt{std::make_unique<InformationWeights>(UnitKind{false, false, Tokenizer::None}, order, false)};
        learnt.weights->learn(references, texts.size());
        return learnt;
    };
    const Rows rows = check_corpus<NistCounter>(corpus, two, learn);

    PlainWords plain;
    GramCounts everywhere;  // the empty n-gram counts words
    for (const Column& stream : corpus.references(two)) {
        for (const Text& text : stream) add_grams(plain(text), order, everywhere);
    }
    for (std::size_t segment = 0; segment < texts.size(); ++segment) {
        GramCounts ours, most;
        add_grams(plain(corpus.hypotheses[segment]), order, ours);
        for (const Column& stream : corpus.references(two)) {
            GramCounts theirs;
            add_grams(plain(stream[segment]), order, theirs);
            for (const auto& [gram, count] : theirs) most[gram] = std::max(most[gram], count);
        }
        std::vector<double> expected(order, 0), matches(order, 0);
        for (const auto& [gram, count] : ours) {
            const auto found = most.find(gram);
            if (gram.empty() || found == most.end()) continue;
            const auto shorter = static_cast<double>(everywhere.at(Ids(gram.begin(), gram.end() - 1)));
            const double information = std::log2(shorter / static_cast<double>(everywhere.at(gram)));
            const auto matched = static_cast<double>(std::min(count, found->second));
            expected[gram.size() - 1] += information * matched;
            matches[gram.size() - 1] += matched;
        }
        for (std::size_t n = 0; n < order; ++n) {
            const double counted = static_cast<double>(rows[segment][2 + n]) / static_cast<double>(real_parts);
            // Each match is rounded to a part, and the sum that we expect to its last digits.
            require(std::abs(counted - expected[n]) <= matches[n] / static_cast<double>(real_parts) + 1e-12 * expected[n]);
        }
    }
}

// A text against itself matches all that it has; unless weights may be below 0, no more matches than either text has.
void check_wnm(const WnmOptions& chosen, Weighting weighting, bool two, std::span<const Text> texts) {
    struct Learnt {
        std::unique_ptr<SalienceWeights> weights;
        WnmOptions chosen;
        WnmOptions options() const { return {weights.get(), chosen.order, chosen.gram_weight, {}}; }
    };
    const SmallCorpus corpus(texts);
    const auto learn = [&](std::span<const Column> references) {
        Learnt learnt{std::make_unique<SalienceWeights>(UnitKind{false, false, Tokenizer::None}, weighting), chosen};
        learnt.weights->learn(references, texts.size(), {}, {});
        return learnt;
    };
    for (const auto& row : check_corpus<WnmCounter>(corpus, two, learn)) {
        if (weighting != Weighting::Literal) require(0 <= row[0] && row[0] <= row[1] && row[0] <= row[2]);
    }
    if (two) return;
    const auto references = corpus.references(false);
    const Learnt learnt = learn(references);
    for (const auto& row : rows_of<WnmCounter>(learnt.options(), corpus.first, references, 0, texts.size())) {
        require(row[0] == row[1] && row[1] == row[2]);
    }
}

}  // namespace karat
