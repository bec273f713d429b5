// Edits and common parts of two sequences, against a table filled in cell by cell.
#include <algorithm>
#include <cstdint>

#include "bag_distance.hpp"
#include "block_distance.hpp"
#include "checks.hpp"
#include "common_length.hpp"
#include "edit_distance.hpp"
#include "fixed_point.hpp"
#include "promises.hpp"
#include "resegmentation.hpp"
#include "skip_bigrams.hpp"
#include "weighted_length.hpp"

namespace karat {

void check_ter(const TerOptions& options, const Text& hypothesis, std::span<const Text> references) {
    const auto row = row_of<TerCounter>(options, hypothesis, references);
    require(row[0] >= 0 && row[1] >= 0);
}

namespace {

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

// Wherever the reference is cut, the edits of its segments add up to those of the whole.
void check_resegmentation(const Ids& ours, const Ids& theirs, std::int64_t distance) {
    static Resegmentation resegmentation;
    static EditDistance edits;
    const std::vector<std::size_t> ends{theirs.size() / 3, theirs.size() / 3, theirs.size() * 4 / 5, theirs.size()};
    const std::vector<std::uint8_t> prices(ours.size() + 1);
    std::vector<std::size_t> cuts(ends.size());
    resegmentation.cut(ours, theirs, ends, prices, 256, cuts);
    std::int64_t sum = 0;
    std::size_t from = 0, begin = 0;
    for (std::size_t i = 0; i < ends.size(); ++i) {
        require(from <= cuts[i] && cuts[i] <= ours.size());
        const auto part = [](const Ids& ids, std::size_t first, std::size_t last) {
            return Ids(ids.begin() + static_cast<std::ptrdiff_t>(first), ids.begin() + static_cast<std::ptrdiff_t>(last));
        };
        sum += edits.count(part(ours, from, cuts[i]), part(theirs, begin, ends[i]), 256);
        from = cuts[i];
        begin = ends[i];
    }
    require(cuts.back() == ours.size() && sum == distance);
}

}  // namespace

void check_sequences(std::size_t skip, const Text& hypothesis, const Text& reference) {
    thread_local EditDistance edits;
    thread_local BagDistance bag;
    thread_local BlockDistance blocks;
    thread_local CommonLength common;
    thread_local SkipBigrams bigrams;
    thread_local WeightedLength weighted;
    const Ids ours = ids_of(hypothesis, false), theirs = ids_of(reference, true);
    // The table takes as much time as the two lengths multiplied.
    if (ours.size() * theirs.size() > std::size_t{1} << 24) return;
    const auto both = static_cast<std::int64_t>(ours.size() + theirs.size());
    const std::int64_t distance = edits.count(ours, theirs, 256), length = common.count(ours, theirs, 256);
    require(distance == plain_distance(ours, theirs, 1));
    check_resegmentation(ours, theirs, distance);
    require(both - 2 * length == plain_distance(ours, theirs, 2));
    require(bag.count(ours, theirs, 256) <= distance);
    require(blocks.count(ours, theirs, 256) <= distance);
    require(weighted.count(ours, theirs) <= length * real_parts);
    bigrams.configure(skip, skip % 2 == 0);
    const std::int64_t matches = bigrams.matches(ours, theirs, 256);
    require(0 <= matches && matches <= bigrams.total(ours.size()) && matches <= bigrams.total(theirs.size()));
}

}  // namespace karat
