// The table of edit distances, of which only the lower edge of the last stripe is kept: how the distance changes there
// from each column to the next.
//
// Myers' bit-parallel algorithm (1999) in Hyyrö's form (2003): the vertical differences of a column, −1, 0 or 1, are
// two bit vectors. The horizontal differences along the lower edge of a stripe carry over to the next.
#pragma once

#include "stripes.hpp"

namespace karat {

class EditSteps {
public:
    // Above the first row: each unit of the hypothesis is one more edit.
    void start(std::size_t columns) { steps_.assign(columns, 1); }

    template <std::size_t words> void sweep(std::span<const Id> stripe, StripeColumns columns, std::span<const Id> hypothesis);

    std::span<const std::int8_t> steps() const { return steps_; }
    StripePlaces& places() { return places_; }

private:
    StripePlaces places_;
    std::vector<std::int8_t> steps_;
};

template <std::size_t words>
void EditSteps::sweep(std::span<const Id> stripe, StripeColumns columns, std::span<const Id> hypothesis) {
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

}  // namespace karat
