#include "common_length.hpp"

#include <bit>

namespace karat {

std::int64_t CommonLength::sweep(std::span<const Id> stripe, const Ids& hypothesis) {
    std::uint64_t row = ~0ULL;  // 0 where the common length grows from one unit of the reference to the next
    for (std::size_t j = 0; j < hypothesis.size(); ++j) {
        const std::uint64_t places = places_.of(hypothesis[j]);
        const std::uint64_t partial = row + (row & places);
        const std::uint64_t sum = partial + carries_[j];
        carries_[j] = partial < row || sum < partial ? 1 : 0;
        row = sum | (row & ~places);
    }
    const std::uint64_t used = ~0ULL >> (Places::width - stripe.size());
    return std::popcount(~row & used);
}

std::int64_t CommonLength::count(const Ids& hypothesis, const Ids& reference, Id alphabet) {
    carries_.assign(hypothesis.size(), 0);
    std::int64_t length = 0;
    for_each_stripe(reference, alphabet, places_, [&](auto stripe) { length += sweep(stripe, hypothesis); });
    return length;
}

}  // namespace karat
