// The rows of metrics that compare sequences of units, and of those that are stopped and begun anew.
#include <algorithm>

#include "bag_distance.hpp"
#include "block_distance.hpp"
#include "checks.hpp"
#include "edit_distance.hpp"
#include "error_rate.hpp"
#include "exact.hpp"
#include "fixed_point.hpp"
#include "parallel.hpp"
#include "promises.hpp"
#include "rouge.hpp"

namespace karat {

// Equal texts have no errors, and fewer errors than units are enough to make one text of the other.
void check_rates(const UnitOptions& units, const Text& hypothesis, std::span<const Text> references) {
    const auto edits = row_of<ErrorCounter<EditDistance>>(units, hypothesis, references);
    const auto bags = row_of<ErrorCounter<BagDistance>>(units, hypothesis, references);
    const auto blocks = row_of<ErrorCounter<BlockDistance>>(units, hypothesis, references);
    const auto exact = row_of<ExactCounter>(units, hypothesis, references);
    require(0 <= bags[0] && bags[0] <= edits[0] && 0 <= blocks[0] && blocks[0] <= edits[0]);
    require(edits[1] == bags[1] && edits[1] == blocks[1]);
    require((exact[0] > 0) == (edits[0] == 0));
}

// No more matches than there are to match, whichever of the references is chosen.
void check_rouge(const RougeOptions& options, const Text& hypothesis, std::span<const Text> references) {
    const auto grams = row_of<RougeNCounter>(options, hypothesis, references);
    require(0 <= grams[0] && grams[0] <= grams[1] && grams[0] <= grams[2]);
    for (const auto& row : {row_of<RougeLCounter>(options, hypothesis, references), row_of<RougeSCounter>(options, hypothesis, references)}) {
        require(0 <= row[0] && row[0] <= row[1] && row[2] <= row[3]);
    }
    const auto weighted = row_of<RougeWCounter>(options, hypothesis, references);
    require(0 <= weighted[0] && weighted[0] <= weighted[1] * real_parts && weighted[2] <= weighted[3] * real_parts);
}

namespace {

// A call that nobody wants after so many questions.
class Impatient final : public Call {
public:
    explicit Impatient(std::size_t questions) : left_(questions) {}
    bool unwanted() override { return left_-- == 0; }

private:
    std::size_t left_;
};

}  // namespace

// A count that was stopped leaves nothing behind: the next one gives the rows that it would have given anyway.
void check_stopping(std::size_t questions, const Text& hypothesis, std::span<const Text> references) {
    // So many segments that there are two blocks of them, or as many as take no more time than other checks.
    const std::size_t segments = questions % 16 == 0 && hypothesis.length < 256 ? 200 : std::clamp<std::size_t>(4096 / (1 + hypothesis.length), 2, 24);
    const UnitOptions units{true, true, Tokenizer::None};
    const auto expected = row_of<ErrorCounter<EditDistance>>(units, hypothesis, references);
    std::vector<std::vector<Text>> columns(1 + references.size(), std::vector<Text>(segments, hypothesis));
    for (std::size_t r = 0; r < references.size(); ++r) columns[1 + r].assign(segments, references[r]);
    const std::vector<Column> systems{columns[0]}, theirs(columns.begin() + 1, columns.end());
    std::vector<std::int64_t> rows(2 * segments);
    std::int64_t* const place[] = {rows.data()};
    Impatient call(questions);
    if (questions % 2 == 1) call.stop();
    try {
        const Watching watching(call, true);
        count_rows<ErrorCounter<EditDistance>>(units, systems, theirs, segments, 1 + questions % 8 / 7, place);
    } catch (const Stopped&) {
        require(call.stopped());
    }
    std::fill(rows.begin(), rows.end(), -1);
    count_rows<ErrorCounter<EditDistance>>(units, systems, theirs, segments, 1, place);
    for (std::size_t i = 0; i < segments; ++i) require(rows[2 * i] == expected[0] && rows[2 * i + 1] == expected[1]);
}

}  // namespace karat
