#include "common_length.hpp"

#include <bit>

namespace karat {

template <std::size_t words> std::int64_t CommonLength::sweep(std::span<const Id> stripe, const Ids& hypothesis) {
    std::uint64_t row[words];  // 0 where the common length grows from one unit of the reference to the next
    std::fill_n(row, words, ~0ULL);
    for (std::size_t j = 0; j < hypothesis.size(); ++j) {
        const PlaceBits& all_places = places_.of(hypothesis[j]);
        std::uint64_t carry = carries_[j];
        for (std::size_t w = 0; w < words; ++w) {
            const std::uint64_t places = all_places[w];
            const std::uint64_t partial = row[w] + (row[w] & places);
            const std::uint64_t sum = partial + carry;
            carry = partial < row[w] || sum < partial ? 1 : 0;
            row[w] = sum | (row[w] & ~places);
        }
        carries_[j] = static_cast<std::uint8_t>(carry);
    }
    const std::uint64_t used = ~0ULL >> (words * 64 - stripe.size());
    std::int64_t length = std::popcount(~row[words - 1] & used);
    for (std::size_t w = 0; w + 1 < words; ++w) length += std::popcount(~row[w]);
    return length;
}

std::int64_t CommonLength::count(const Ids& hypothesis, const Ids& reference, Id alphabet) {
    carries_.assign(hypothesis.size(), 0);
    std::int64_t length = 0;
    for_each_stripe(reference, hypothesis.size(), alphabet, places_,
                    [&]<std::size_t words>(std::span<const Id> stripe) { length += sweep<words>(stripe, hypothesis); });
    return length;
}

}  // namespace karat
