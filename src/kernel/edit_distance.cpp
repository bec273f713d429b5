#include "edit_distance.hpp"

#include <numeric>

namespace karat {

template <std::size_t words>
void EditDistance::sweep(std::span<const Id> stripe, StripeColumns columns, const Ids& hypothesis) {
    const std::size_t last = (stripe.size() - 1) % 64;
    std::uint64_t up[words], down[words];  // vertical differences: rows where the distance is one more, or less, than above
    std::fill_n(up, words, ~0ULL);
    std::fill_n(down, words, 0);
    for (std::size_t j = columns.from; j < columns.to; ++j) {
        const PlaceBits& all_places = places_.of(hypothesis[j]);
        std::uint64_t more = steps_[j] > 0 ? 1 : 0, less = steps_[j] < 0 ? 1 : 0;
        for (std::size_t w = 0; w < words; ++w) {
            const std::uint64_t places = all_places[w];
            const std::uint64_t level = places | down[w];
            const std::uint64_t equal = places | less;
            const std::uint64_t diagonal = (((equal & up[w]) + up[w]) ^ up[w]) | equal;
            const std::uint64_t rising = down[w] | ~(diagonal | up[w]), falling = up[w] & diagonal;
            const std::uint64_t rising_above = rising << 1 | more, falling_above = falling << 1 | less;
            up[w] = falling_above | ~(level | rising_above);
            down[w] = rising_above & level;
            const std::size_t edge = w + 1 < words ? 63 : last;
            more = rising >> edge & 1;
            less = falling >> edge & 1;
        }
        steps_[j] = static_cast<std::int8_t>(static_cast<int>(more) - static_cast<int>(less));
    }
}

// Left of its first column a stripe goes straight down, one more edit in each row, and behind the last column of a stripe
// its lower edge goes straight on: paths there are real, if not the best.
std::int64_t EditDistance::within(std::size_t band, const Ids& hypothesis, const Ids& reference, Id alphabet) {
    steps_.assign(hypothesis.size(), 1);
    std::int64_t edits = 0;  // at the upper left corner of the stripe
    std::size_t corner = 0;
    for_each_stripe(reference, hypothesis.size(), band, alphabet, places_,
                    [&]<std::size_t words>(std::span<const Id> stripe, StripeColumns columns) {
                        for (; corner < columns.from; ++corner) edits += steps_[corner];
                        sweep<words>(stripe, columns, hypothesis);
                        edits += static_cast<std::int64_t>(stripe.size());
                    });
    return std::accumulate(steps_.begin() + static_cast<std::ptrdiff_t>(corner), steps_.end(), edits);
}

std::int64_t EditDistance::count(const Ids& hypothesis, const Ids& reference, Id alphabet) {
    const auto edits_within = [&](std::size_t band) { return within(band, hypothesis, reference, alphabet); };
    if (reference.size() <= stripes_worth_a_band * most_words * 64) return edits_within(reference.size() + hypothesis.size());
    const auto least = static_cast<std::size_t>(bag_.count(hypothesis, reference, alphabet));
    return fewest_edits(hypothesis.size(), reference.size(), least, edits_within);
}

}  // namespace karat
