#include "common_length.hpp"

#include <bit>
#include <numeric>

namespace karat {

// Gives how much the common length grows from the upper to the lower edge of the stripe, at its last column.
template <std::size_t words>
std::int64_t CommonLength::sweep(std::span<const Id> stripe, StripeColumns columns, const Ids& hypothesis) {
    std::uint64_t row[words];  // 0 where the common length grows from one unit of the reference to the next
    std::fill_n(row, words, ~0ULL);
    for (std::size_t j = columns.from; j < columns.to; ++j) {
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

// Left of its first column a stripe has nothing in common that those above have not, nor behind its last one.
std::int64_t CommonLength::within(std::size_t band, const Ids& hypothesis, const Ids& reference, Id alphabet) {
    carries_.assign(hypothesis.size(), 0);
    std::int64_t before = 0;  // the common length at the upper left corner of the stripe
    std::int64_t above = 0, grown = 0;  // at its upper right corner, and from there down
    std::size_t corner = 0;
    for_each_stripe(reference, hypothesis.size(), band, alphabet, places_,
                    [&]<std::size_t words>(std::span<const Id> stripe, StripeColumns columns) {
                        for (; corner < columns.from; ++corner) before += carries_[corner];
                        above = std::accumulate(carries_.begin() + static_cast<std::ptrdiff_t>(corner),
                                                carries_.begin() + static_cast<std::ptrdiff_t>(columns.to), before);
                        grown = sweep<words>(stripe, columns, hypothesis);
                    });
    return above + grown;
}

// Without substitutions, what is not common is deleted or inserted.
std::int64_t CommonLength::count(const Ids& hypothesis, const Ids& reference, Id alphabet) {
    const auto length_within = [&](std::size_t band) { return within(band, hypothesis, reference, alphabet); };
    const std::size_t both = hypothesis.size() + reference.size();
    if (reference.size() <= stripes_worth_a_band * most_words * 64) return length_within(both);
    const auto edits_of = [=](std::int64_t common) { return static_cast<std::int64_t>(both) - 2 * common; };
    const auto longer = static_cast<std::int64_t>(std::max(hypothesis.size(), reference.size()));
    const std::int64_t least = edits_of(longer - bag_.count(hypothesis, reference, alphabet));
    const std::int64_t edits = fewest_edits(hypothesis.size(), reference.size(), static_cast<std::size_t>(least),
                                            [&](std::size_t band) { return edits_of(length_within(band)); });
    return (static_cast<std::int64_t>(both) - edits) / 2;
}

}  // namespace karat
