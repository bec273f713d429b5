#include "edit_distance.hpp"

#include <numeric>

namespace karat {

// Left of its first column a stripe goes straight down, one more edit in each row, and behind the last column of a stripe
// its lower edge goes straight on: paths there are real, if not the best.
std::int64_t EditDistance::within(std::size_t band, const Ids& hypothesis, const Ids& reference, Id alphabet) {
    edge_.start(hypothesis.size());
    const std::span<const std::int8_t> steps = edge_.steps();
    std::int64_t edits = 0;  // at the upper left corner of the stripe
    std::size_t corner = 0;
    for_each_stripe(reference, hypothesis.size(), band, alphabet, edge_.places(),
                    [&]<std::size_t words>(std::span<const Id> stripe, StripeColumns columns) {
                        for (; corner < columns.from; ++corner) edits += steps[corner];
                        edge_.sweep<words>(stripe, columns, hypothesis);
                        edits += static_cast<std::int64_t>(stripe.size());
                    });
    return std::accumulate(steps.begin() + static_cast<std::ptrdiff_t>(corner), steps.end(), edits);
}

std::int64_t EditDistance::count(const Ids& hypothesis, const Ids& reference, Id alphabet) {
    const auto edits_within = [&](std::size_t band) { return within(band, hypothesis, reference, alphabet); };
    if (reference.size() <= stripes_worth_a_band * most_words * 64) return edits_within(reference.size() + hypothesis.size());
    const auto least = static_cast<std::size_t>(bag_.count(hypothesis, reference, alphabet));
    return fewest_edits(hypothesis.size(), reference.size(), least, edits_within);
}

}  // namespace karat
