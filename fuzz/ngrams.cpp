// Counts of n-grams: what their rows promise, and that all ways of matching agree.
#include <cstdint>

#include "bits.hpp"
#include "checks.hpp"
#include "matches.hpp"
#include "promises.hpp"
#include "wide.hpp"

namespace karat {

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

namespace {

template <class AnyMatcher, class References>
std::vector<std::int64_t> matched_by(const References& references, std::size_t order, const Ids& hypothesis) {
    thread_local AnyMatcher matcher;
    matcher.prepare(references, 256, order);
    std::vector<std::int64_t> matches(order, 0);
    matcher.count(hypothesis, matches.data());
    return matches;
}

// All that this processor can do finds the same matches.
void check_versions(std::size_t order, std::span<const Ids> references, std::size_t longest, const Ids& hypothesis,
                    const std::vector<std::int64_t>& expected) {
    constexpr Id nowhere = 256;
    const std::size_t words = std::max<std::size_t>((longest + 63) / 64, 1), all_words = words * references.size();
    if (order > most_lanes || all_words > most_lane_words) return;
    std::vector<std::uint64_t> positions((nowhere + 1) * all_words);
    for (std::size_t r = 0; r < references.size(); ++r) {
        for (std::size_t i = 0; i < references[r].size(); ++i) set_bit(positions.data() + references[r][i] * all_words + r * words, i);
    }
    Wide versions[3];
    for (std::size_t v = wide_versions(versions); v-- > 0;) {
        if (versions[v].match_orders == nullptr) continue;
        std::vector<std::int64_t> matches(order, 0);
        versions[v].match_orders({positions.data(), references.size(), words, nowhere}, hypothesis.data(), hypothesis.size(), order,
                                 matches.data());
        require(matches == expected);
    }
}

void check_sorting(std::size_t order, std::span<const Ids> references, const Ids& hypothesis,
                   const std::vector<std::int64_t>& expected) {
    thread_local SortMatcher matcher;
    if (!SortMatcher::fits(matcher.encode(references, 256), order, references.size())) return;
    for (const std::size_t most_in_16_bits : {std::size_t{0}, SortMatcher::most_in_16_bits}) {
        std::vector<std::int64_t> matches(order, 0);
        matcher.prepare(references, order);
        matcher.count(hypothesis, matches.data(), most_in_16_bits);
        require(matches == expected);
    }
}

}  // namespace

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
    check_versions(order, theirs, longest, ours, hashed);
    check_sorting(order, theirs, ours, hashed);
}

}  // namespace karat
