#include "edit_distance.hpp"

#include <numeric>

namespace karat {

void EditDistance::sweep(std::span<const Id> stripe, const Ids& hypothesis) {
    const std::size_t last = stripe.size() - 1;
    std::uint64_t up = ~0ULL, down = 0;  // rows where the distance is one more, or less, than in the row above
    for (std::size_t j = 0; j < hypothesis.size(); ++j) {
        const std::int8_t entering = steps_[j];
        const std::uint64_t more = entering > 0 ? 1 : 0, less = entering < 0 ? 1 : 0;
        const std::uint64_t places = places_.of(hypothesis[j]);
        const std::uint64_t level = places | down;
        const std::uint64_t equal = places | less;
        const std::uint64_t diagonal = (((equal & up) + up) ^ up) | equal;
        const std::uint64_t rising = down | ~(diagonal | up), falling = up & diagonal;
        steps_[j] = static_cast<std::int8_t>(static_cast<int>(rising >> last & 1) - static_cast<int>(falling >> last & 1));
        const std::uint64_t rising_above = rising << 1 | more, falling_above = falling << 1 | less;
        up = falling_above | ~(level | rising_above);
        down = rising_above & level;
    }
}

std::int64_t EditDistance::count(const Ids& hypothesis, const Ids& reference, Id alphabet) {
    steps_.assign(hypothesis.size(), 1);
    for_each_stripe(reference, alphabet, places_, [&](auto stripe) { sweep(stripe, hypothesis); });
    return std::accumulate(steps_.begin(), steps_.end(), static_cast<std::int64_t>(reference.size()));
}

}  // namespace karat
