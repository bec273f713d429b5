#include "ter.hpp"

#include <algorithm>
#include <tuple>

#include "stopping.hpp"

namespace karat {

namespace {

// tercom's limits, and sacreBLEU's own on the number of shifts tried for one segment.
constexpr std::size_t longest_shift = 10;
constexpr std::size_t farthest_shift = 50;
constexpr int most_shifts_tried = 1000;

// The stretch of a hypothesis that a shift changes.
struct Stretch {
    std::size_t first;
    std::size_t middle;
    std::size_t last;
};

// Moving `length` words at `start` to `target` is a rotation: it swaps two neighbouring stretches.
Stretch stretch_of(std::size_t start, std::size_t length, std::size_t target, std::size_t size) {
    if (target < start) return {target, start, start + length};
    if (target > start + length) return {start, start + length, target};
    // Deliberate: a target inside the phrase moves it on by as many words as the target is ahead (tercom).
    return {start, start + length, std::min(target + length, size)};
}

}  // namespace

bool Edits::Shift::better_than(const Shift& other) const {
    return std::make_tuple(gain, length, other.start, other.target) >
           std::make_tuple(other.gain, other.length, start, target);
}

// The traceback of the cheapest path: which words it pairs, and prefix sums of the errors on either side.
void Edits::align(std::span<const Id> reference) {
    aligned_.assign(reference.size(), -1);
    hypothesis_errors_.assign(words_.size() + 1, 0);
    reference_errors_.assign(reference.size() + 1, 0);
    std::size_t i = words_.size(), j = reference.size();
    while (i > 0 || j > 0) {
        const Band::Step step = band_.step_back(words_, i, j);
        const bool error = !(step.hypothesis && step.reference) || words_[i - 1] != reference[j - 1];
        if (step.reference) {
            aligned_[j - 1] = static_cast<std::int64_t>(i) - 1;
            reference_errors_[j] = error ? 1 : 0;
        }
        if (step.hypothesis) hypothesis_errors_[i] = error ? 1 : 0;
        i -= step.hypothesis ? 1 : 0;
        j -= step.reference ? 1 : 0;
    }
    for (std::size_t k = 1; k < hypothesis_errors_.size(); ++k) hypothesis_errors_[k] += hypothesis_errors_[k - 1];
    for (std::size_t k = 1; k < reference_errors_.size(); ++k) reference_errors_[k] += reference_errors_[k - 1];
}

bool Edits::worth_trying(std::size_t start, std::size_t in_reference, std::size_t length) const {
    if (hypothesis_errors_[start + length] == hypothesis_errors_[start]) return false;
    if (reference_errors_[in_reference + length] == reference_errors_[in_reference]) return false;
    const std::int64_t there = aligned_[in_reference];
    return there < static_cast<std::int64_t>(start) || there >= static_cast<std::int64_t>(start + length);
}

// How much closer the shift brings the hypothesis; below `least` any number below it.
int Edits::gain_of(const Shift& shift, int distance, int least) {
    const Stretch stretch = stretch_of(shift.start, shift.length, shift.target, words_.size());
    moved_ = words_;
    std::rotate(moved_.begin() + static_cast<std::ptrdiff_t>(stretch.first),
                moved_.begin() + static_cast<std::ptrdiff_t>(stretch.middle),
                moved_.begin() + static_cast<std::ptrdiff_t>(stretch.last));
    return distance - band_.distance_if(moved_, stretch.first, stretch.last, distance - least);
}

void Edits::try_targets(std::size_t start, std::size_t in_reference, std::size_t length, int distance, Shift& best) {
    std::int64_t previous = -1;
    for (std::size_t offset = 0; offset <= length; ++offset) {
        const std::size_t after = in_reference + offset;  // the target follows the word before this one
        const std::int64_t target = after == 0 ? 0 : aligned_[after - 1] + 1;
        if (target == previous) continue;
        previous = target;
        ++tried_;
        Shift shift{0, length, start, static_cast<std::size_t>(target)};
        shift.gain = gain_of(shift, distance, std::max(best.gain, 1));
        if (shift.gain > 0 && (best.gain == 0 || shift.better_than(best))) best = shift;
    }
}

Edits::Shift Edits::best_shift(std::span<const Id> reference, int distance) {
    align(reference);
    Shift best;
    for (std::size_t start = 0; start < words_.size(); ++start) {
        spend(2 * farthest_shift);
        const std::size_t from = start > farthest_shift ? start - farthest_shift : 0;
        const std::size_t to = std::min(reference.size(), start + farthest_shift + 1);
        for (std::size_t in_reference = from; in_reference < to; ++in_reference) {
            const std::size_t most =
                std::min({longest_shift, words_.size() - start, reference.size() - in_reference});
            for (std::size_t length = 1; length <= most; ++length) {
                if (words_[start + length - 1] != reference[in_reference + length - 1]) break;
                if (!worth_trying(start, in_reference, length)) continue;
                try_targets(start, in_reference, length, distance, best);
                if (tried_ >= most_shifts_tried) return best;
            }
        }
    }
    return best;
}

std::int64_t Edits::count(const Ids& hypothesis, const Ids& reference) {
    if (reference.empty()) return static_cast<std::int64_t>(hypothesis.size());
    words_ = hypothesis;
    tried_ = 0;
    band_.prepare(reference, words_.size());
    for (std::int64_t shifts = 0;; ++shifts) {
        const int distance = band_.measure(words_);
        const Shift shift = best_shift(reference, distance);
        // Deliberate: the last shift found is not made once too many have been tried (sacreBLEU).
        if (tried_ >= most_shifts_tried || shift.gain == 0) return shifts + distance;
        const Stretch stretch = stretch_of(shift.start, shift.length, shift.target, words_.size());
        std::rotate(words_.begin() + static_cast<std::ptrdiff_t>(stretch.first),
                    words_.begin() + static_cast<std::ptrdiff_t>(stretch.middle),
                    words_.begin() + static_cast<std::ptrdiff_t>(stretch.last));
    }
}

void TerCounter::references(std::span<const Text> texts) {
    segments_.clear();
    reference_ids_.clear();
    lengths_.clear();
    std::size_t tokens = 0;
    for (const Text& text : texts) {
        if (text.missing()) continue;
        WordSegment& segment = segments_.next();
        segment.load(text, options_.tokenizer, options_.tercom);
        // Deliberate: references, not hypotheses, are normalized twice (sacreBLEU); `&amp;lt;` and runs of `'s`
        // show it.
        if (options_.tercom.normalized) segment.reload(options_.tokenizer, options_.tercom);
        tokens += segment.tokens.size();
        lengths_.push_back(static_cast<std::int64_t>(segment.tokens.size()));
    }
    words_.clear(tokens);
    for (std::size_t r = 0; r < segments_.size(); ++r) segments_[r].intern(words_, reference_ids_.next());
}

void TerCounter::hypothesis(const Text& text, std::int64_t* row) {
    hypothesis_words_.load(text, options_.tokenizer, options_.tercom);
    hypothesis_words_.find(words_, hypothesis_ids_);
    std::int64_t fewest = -1;
    for (const Ids& reference : reference_ids_.span()) {
        const std::int64_t edits = edits_.count(hypothesis_ids_, reference);
        if (fewest < 0 || edits < fewest) fewest = edits;
    }
    row[0] = fewest;
    row[1] = mean_in_parts(lengths_);
}

}  // namespace karat
