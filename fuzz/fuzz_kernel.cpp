// libFuzzer target: any bytes as hypothesis and references, through the counter that the first byte chooses. Besides
// not crashing, the rows must keep what every row promises, and all ways of matching n-grams must agree.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <memory>
#include <string_view>
#include <vector>

#include "aev.hpp"
#include "bag_distance.hpp"
#include "bleu.hpp"
#include "block_distance.hpp"
#include "chrf.hpp"
#include "common_length.hpp"
#include "edit_distance.hpp"
#include "gtm.hpp"
#include "lines.hpp"
#include "matches.hpp"
#include "meteor.hpp"
#include "nist.hpp"
#include "skip_bigrams.hpp"
#include "ter.hpp"
#include "weighted_length.hpp"
#include "wnm.hpp"

using namespace karat;

namespace {

void require(bool promise) {
    if (!promise) std::abort();
}

// 0xFF, which no UTF-8 holds, separates the texts.
std::vector<Text> texts_of(std::string_view bytes) {
    std::vector<Text> texts;
    while (texts.size() < 6) {
        const std::size_t size = std::min(bytes.find('\xFF'), bytes.size());
        texts.push_back({bytes.data(), size, Encoding::Utf8});
        if (size == bytes.size()) break;
        bytes.remove_prefix(size + 1);
    }
    if (texts.size() == 1) texts.push_back(texts[0]);
    return texts;
}

template <class Counter, class Options>
std::vector<std::int64_t> row_of(const Options& options, const Text& hypothesis, std::span<const Text> references) {
    static Counter counter;
    counter.configure(options);
    counter.references(references);
    std::vector<std::int64_t> row(counter.columns());
    counter.hypothesis(hypothesis, row.data());
    return row;
}

// Tokens are stretches of the text, in its order, and all but white space is in one of them. The other tokenizers rewrite.
void check_tokens(Tokenizer tokenizer, const Text& text) {
    if (tokenizer != Tokenizer::None && tokenizer != Tokenizer::Intl && tokenizer != Tokenizer::Zh) return;
    WordSegment segment;
    segment.load(text, tokenizer);
    PaddedText padded;
    std::string_view left = padded.load(text);
    for (const std::string_view token : segment.tokens) {
        while (const std::size_t space = space_at(left.data())) left.remove_prefix(space);
        require(!token.empty() && left.starts_with(token));
        left.remove_prefix(token.size());
    }
    require(strip(left).empty());
}

void check_bleu(const BleuOptions& options, const Text& hypothesis, std::span<const Text> references) {
    const auto row = row_of<BleuCounter>(options, hypothesis, references);
    const auto* matches = row.data() + 2;
    const auto* totals = matches + options.order;
    for (std::size_t n = 0; n < options.order; ++n) {
        require(0 <= matches[n] && matches[n] <= totals[n]);
        // With several references this need not hold: each may give another n-gram of the same units.
        if (n > 0 && references.size() == 1) require(matches[n] <= matches[n - 1]);
    }
    // Above 64 orders matching goes by hashing: the lower orders must come out the same.
    if (options.order > 64) return;
    BleuOptions higher = options;
    higher.order = 65;
    const auto hashed = row_of<BleuCounter>(higher, hypothesis, references);
    for (std::size_t n = 0; n < options.order; ++n) require(hashed[2 + n] == matches[n]);
}

// What is recalled of one reference is no more than matches with all of them, nor than there is of it.
void check_aev(AevOptions options, const Text& hypothesis, std::span<const Text> references) {
    options.brevity = Brevity::Closest;
    const auto row = row_of<AevCounter>(options, hypothesis, references);
    const auto* matches = row.data() + 2;
    const auto* recalled = matches + 2 * options.order;
    const auto* wanted = recalled + options.order;
    for (std::size_t n = 0; n < options.order; ++n) {
        require(0 <= recalled[n] && recalled[n] <= matches[n] && recalled[n] <= wanted[n]);
        if (references.size() == 1) require(recalled[n] == matches[n]);
    }
}

void check_chrf(const ChrfOptions& options, const Text& hypothesis, std::span<const Text> references) {
    const auto row = row_of<ChrfCounter>(options, hypothesis, references);
    for (std::size_t i = 0; i < row.size(); i += 3) {
        require(0 <= row[i + 2] && row[i + 2] <= row[i] && row[i + 2] <= row[i + 1]);
    }
}

void check_ter(const TerOptions& options, const Text& hypothesis, std::span<const Text> references) {
    const auto row = row_of<TerCounter>(options, hypothesis, references);
    require(row[0] >= 0 && row[1] >= 0);
}

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
}

// The heaviest matching is no lighter than the greedy one, and no matching has more hits than words.
void check_gtm(double exponent, const Text& hypothesis, std::span<const Text> references) {
    const auto greedy = row_of<GtmCounter>(GtmOptions{Tokenizer::None, exponent, false}, hypothesis, references);
    const auto exact = row_of<GtmCounter>(GtmOptions{Tokenizer::None, exponent, true}, hypothesis, references);
    require(0 <= greedy[0] && greedy[0] <= greedy[1] * real_parts + 1);
    if (references.size() == 1) require(greedy[0] <= exact[0] + 1);
}

// Bytes as units. A byte with its highest bit set is one that the references do not have.
Ids ids_of(const Text& text, bool known) {
    Ids ids;
    for (const unsigned char byte : std::string_view(static_cast<const char*>(text.data), text.length)) {
        ids.push_back(byte < 128 ? byte % 8U : known ? byte : unknown);
    }
    return ids;
}

template <class AnyMatcher, class References>
std::vector<std::int64_t> matched_by(const References& references, std::size_t order, const Ids& hypothesis) {
    static AnyMatcher matcher;
    matcher.prepare(references, 256, order);
    std::vector<std::int64_t> matches(order, 0);
    matcher.count(hypothesis, matches.data());
    return matches;
}

void check_matchers(std::size_t order, const Text& hypothesis, std::span<const Text> references) {
    const Ids ours = ids_of(hypothesis, false);
    std::vector<Ids> theirs;
    std::size_t longest = 0;
    for (const Text& reference : references) {
        theirs.push_back(ids_of(reference, true));
        longest = std::max(longest, theirs.back().size());
    }
    const auto hashed = matched_by<HashMatcher>(std::span<const Ids>(theirs), order, ours);
    if (longest <= 64) require(matched_by<BitMatcher<1>>(std::span<const Ids>(theirs), order, ours) == hashed);
    if (longest <= 256) require(matched_by<BitMatcher<4>>(std::span<const Ids>(theirs), order, ours) == hashed);
    if (theirs.size() > 1 || !SortMatcher::fits(256, order) || longest + ours.size() > SortMatcher::most_units) return;
    require(matched_by<SortMatcher>(theirs[0], order, ours) == hashed);
}

// Levenshtein's table, cell by cell; where a pair must be equal, the longest common subsequence follows from it.
std::int64_t plain_distance(const Ids& ours, const Ids& theirs, std::int64_t replacing) {
    std::vector<std::int64_t> row(theirs.size() + 1);
    for (std::size_t j = 0; j < row.size(); ++j) row[j] = static_cast<std::int64_t>(j);
    for (const Id id : ours) {
        std::int64_t diagonal = row[0]++;
        for (std::size_t j = 1; j < row.size(); ++j) {
            const std::int64_t paired = diagonal + (id == theirs[j - 1] ? 0 : replacing);
            diagonal = row[j];
            row[j] = std::min({paired, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row.back();
}

void check_sequences(std::size_t skip, const Text& hypothesis, const Text& reference) {
    static EditDistance edits;
    static BagDistance bag;
    static BlockDistance blocks;
    static CommonLength common;
    static SkipBigrams bigrams;
    static WeightedLength weighted;
    const Ids ours = ids_of(hypothesis, false), theirs = ids_of(reference, true);
    const auto both = static_cast<std::int64_t>(ours.size() + theirs.size());
    const std::int64_t distance = edits.count(ours, theirs, 256), length = common.count(ours, theirs, 256);
    require(distance == plain_distance(ours, theirs, 1));
    require(both - 2 * length == plain_distance(ours, theirs, 2));
    require(bag.count(ours, theirs, 256) <= distance);
    require(blocks.count(ours, theirs, 256) <= distance);
    require(weighted.count(ours, theirs) <= length * real_parts);
    bigrams.configure(skip, skip % 2 == 0);
    const std::int64_t matches = bigrams.matches(ours, theirs, 256);
    require(0 <= matches && matches <= bigrams.total(ours.size()) && matches <= bigrams.total(theirs.size()));
}

// A small corpus: each text is a hypothesis, and the next one its reference, and another one a second reference.
struct SmallCorpus {
    std::vector<Text> hypotheses, first, second;

    explicit SmallCorpus(std::span<const Text> texts) : hypotheses(texts.begin(), texts.end()) {
        for (std::size_t i = 0; i < texts.size(); ++i) {
            first.push_back(texts[(i + 1) % texts.size()]);
            second.push_back(texts[(i + 2) % texts.size()]);
        }
    }

    std::vector<Column> references(bool two) const {
        return two ? std::vector<Column>{first, second} : std::vector<Column>{first};
    }

    void reverse() {
        for (auto* texts : {&hypotheses, &first, &second}) std::reverse(texts->begin(), texts->end());
    }
};

using Rows = std::vector<std::vector<std::int64_t>>;

// The rows of hypotheses beside references that the weights were learnt from, counted from segment `begin` to `end`.
template <class Counter, class Options>
Rows rows_of(const Options& options, std::span<const Text> hypotheses, std::span<const Column> references,
             std::size_t begin, std::size_t end) {
    static Counter counter;
    counter.configure(options);
    const std::size_t columns = counter.columns();
    std::vector<std::int64_t> counts(hypotheses.size() * columns);
    std::int64_t* const place[] = {counts.data()};
    const Column systems[] = {hypotheses};
    count_block(counter, systems, references, begin, end, place);
    Rows rows;
    for (std::size_t segment = begin; segment < end; ++segment) {
        const auto row = counts.begin() + static_cast<std::ptrdiff_t>(segment * columns);
        rows.emplace_back(row, row + static_cast<std::ptrdiff_t>(columns));
    }
    return rows;
}

// What is learnt from a corpus counts the same however it is cut and in which order it comes: `learn(references)` gives
// the counter's options.
template <class Counter, class Learn>
Rows check_corpus(SmallCorpus corpus, bool two, Learn learn) {
    const std::size_t size = corpus.hypotheses.size();
    const auto references = corpus.references(two);
    const auto weights = learn(references);
    Rows whole = rows_of<Counter>(weights.options(), corpus.hypotheses, references, 0, size);
    Rows parts = rows_of<Counter>(weights.options(), corpus.hypotheses, references, 0, size / 2);
    for (auto& row : rows_of<Counter>(weights.options(), corpus.hypotheses, references, size / 2, size)) {
        parts.push_back(std::move(row));
    }
    require(parts == whole);
    corpus.reverse();
    const auto reversed = corpus.references(two);
    const auto others = learn(reversed);
    Rows backwards = rows_of<Counter>(others.options(), corpus.hypotheses, reversed, 0, size);
    std::reverse(backwards.begin(), backwards.end());
    require(backwards == whole);
    return whole;
}

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
        std::vector<double> expected(order, 0);
        for (const auto& [gram, count] : ours) {
            const auto found = most.find(gram);
            if (gram.empty() || found == most.end()) continue;
            const auto shorter = static_cast<double>(everywhere.at(Ids(gram.begin(), gram.end() - 1)));
            const double information = std::log2(shorter / static_cast<double>(everywhere.at(gram)));
            expected[gram.size() - 1] += information * static_cast<double>(std::min(count, found->second));
        }
        for (std::size_t n = 0; n < order; ++n) {
            const double counted = static_cast<double>(rows[segment][2 + n]) / static_cast<double>(real_parts);
            require(std::abs(counted - expected[n]) < 1e-6);
        }
    }
}

// A text against itself matches all that it has, and without weights no more matches than either text has.
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
        if (weighting == Weighting::None) require(0 <= row[0] && row[0] <= row[1] && row[0] <= row[2]);
    }
    if (two) return;
    const auto references = corpus.references(false);
    const Learnt learnt = learn(references);
    for (const auto& row : rows_of<WnmCounter>(learnt.options(), corpus.first, references, 0, texts.size())) {
        require(row[0] == row[1] && row[1] == row[2]);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    const std::uint8_t choice = data[0], order = data[1];
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 2, size - 2);
    const std::vector<Text> texts = texts_of(bytes);
    const std::span<const Text> references = std::span(texts).subspan(1);

    switch (choice % 9) {
        case 0:
        case 1: {
            BleuOptions bleu;
            bleu.tokenizer = static_cast<Tokenizer>(choice / 9 % 7);
            bleu.characters = choice % 9 == 1;
            bleu.keep_spaces = (choice & 0x10) != 0;
            bleu.order = 1 + order % 70;
            bleu.brevity = static_cast<Brevity>(order % 3);
            check_tokens(bleu.tokenizer, texts[0]);
            check_bleu(bleu, texts[0], references);
            check_aev(bleu, texts[0], references);
            break;
        }
        case 2: {
            check_chrf({1U + order % 8, choice / 9 % 3U, 2, (choice & 0x40) != 0, (choice & 0x80) != 0}, texts[0],
                       references);
            break;
        }
        case 3: {
            check_matchers(1 + order % 9, texts[0], references);
            check_sequences(order % 9, texts[0], references[0]);
            break;
        }
        case 4: {
            check_meteor(texts[0], references);
            break;
        }
        case 5: {
            check_gtm(1 + order % 4, texts[0], references);
            break;
        }
        case 6: {
            check_nist(1 + order % 6, (choice & 0x40) != 0, texts);
            break;
        }
        case 7: {
            WnmOptions wnm;
            wnm.order = 1 + order % 5;
            wnm.gram_weight = static_cast<GramWeight>(order / 5 % 3);
            check_wnm(wnm, static_cast<Weighting>(order / 15 % 3), (choice & 0x40) != 0, texts);
            break;
        }
        default: {
            const TercomOptions tercom{(choice & 0x20) != 0, (choice & 0x40) != 0, (choice & 0x80) != 0};
            check_ter({Tokenizer::Tercom, tercom}, texts[0], references);
            if (!find_bad_byte(bytes)) split_lines(bytes);
        }
    }
    return 0;
}
