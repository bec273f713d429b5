#include "edit_distance.hpp"

#include <numeric>

namespace karat {

template <std::size_t words> void EditDistance::sweep(std::span<const Id> stripe, const Ids& hypothesis) {
    const std::size_t last = (stripe.size() - 1) % 64;
    std::uint64_t up[words], down[words];  // vertical differences: rows where the distance is one more, or less, than above
    std::fill_n(up, words, ~0ULL);
    std::fill_n(down, words, 0);
    for (std::size_t j = 0; j < hypothesis.size(); ++j) {
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

std::int64_t EditDistance::count(const Ids& hypothesis, const Ids& reference, Id alphabet) {
    steps_.assign(hypothesis.size(), 1);
    for_each_stripe(reference, hypothesis.size(), alphabet, places_,
                    [&]<std::size_t words>(std::span<const Id> stripe) { sweep<words>(stripe, hypothesis); });
    return std::accumulate(steps_.begin(), steps_.end(), static_cast<std::int64_t>(reference.size()));
}

}  // namespace karat
