// Blocks of bit-parallel dynamic programming: the table of hypothesis by reference is computed in stripes of 64, 128 or
// 256 units of the reference. One unit of the hypothesis updates 64 cells in a few operations. Only what crosses the
// lower edge of a stripe is kept for the next, so memory grows with the lengths, not with their product. Of long texts only
// a band along the diagonal is computed.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "ids.hpp"
#include "stopping.hpp"

namespace karat {

inline constexpr std::size_t most_words = 4;  // of 64 bits in a stripe: their operations overlap in the processor

// References of so few stripes are not worth a band.
inline constexpr std::size_t stripes_worth_a_band = 4;

using PlaceBits = std::array<std::uint64_t, most_words>;

// Where each unit stands in one stripe.
class StripePlaces {
public:
    void make_room(Id alphabet) {
        if (bits_.size() < alphabet) bits_.resize(alphabet, PlaceBits{});
    }
    void enter(std::span<const Id> stripe) {
        for (std::size_t i = 0; i < stripe.size(); ++i) bits_[stripe[i]][i / 64] |= 1ULL << i % 64;
    }
    void leave(std::span<const Id> stripe) {
        for (const Id id : stripe) bits_[id] = {};
    }
    const PlaceBits& of(Id id) const { return id == unknown ? none_ : bits_[id]; }

private:
    std::vector<PlaceBits> bits_;
    PlaceBits none_{};
};

// How many words the next stripe has, so that none of them is empty.
inline std::size_t words_for(std::size_t units) { return units > 192 ? 4 : units > 64 ? 2 : 1; }

// The columns of a stripe that are computed: units `from` to `to` of the hypothesis.
struct StripeColumns {
    std::size_t from, to;
};

// Calls `sweep.template operator()<words>(stripe, columns)` for each stripe of the reference in turn; it goes through a
// hypothesis of so many units, but for what is further than `band` from the diagonal.
template <class Sweep>
void for_each_stripe(std::span<const Id> reference, std::size_t hypothesis, std::size_t band, Id alphabet, StripePlaces& places,
                     Sweep sweep) {
    places.make_room(alphabet);
    for (std::size_t row = 0; row < reference.size();) {
        const std::size_t left = reference.size() - row, words = words_for(left);
        const auto stripe = reference.subspan(row, std::min(words * 64, left));
        const StripeColumns columns{row - std::min(row, band), std::min(row + stripe.size() + band, hypothesis)};
        spend(2 * words * (columns.to - columns.from));
        places.enter(stripe);
        switch (words) {
            case 1: sweep.template operator()<1>(stripe, columns); break;
            case 2: sweep.template operator()<2>(stripe, columns); break;
            default: sweep.template operator()<4>(stripe, columns);
        }
        places.leave(stripe);
        row += stripe.size();
    }
}

// The fewest edits that turn texts of these lengths into each other, of which there are at least `least`. `edits_within(band)`
// are the fewest whose path stays within a band along the diagonal. A path leaves it only by more insertions, or
// deletions, than the band is wide, so fewer edits are the fewest of all; if they are not, the band is made wider. So long
// texts take time by their length times their distance, not by the product of their lengths.
template <class EditsWithin>
std::int64_t fewest_edits(std::size_t one, std::size_t other, std::size_t least, EditsWithin edits_within) {
    constexpr std::size_t narrowest = 256;
    const std::size_t longer = std::max(one, other), difference = longer - std::min(one, other);
    const auto reach = [=](std::size_t edits) { return (edits + difference) / 2; };
    std::size_t band = narrowest + reach(least) * 5 / 4;
    // A try that may be in vain should cost little beside the whole table.
    if (8 * band > longer) return edits_within(longer);
    while (3 * band < longer) {
        const std::int64_t edits = edits_within(band);
        const std::size_t enough = reach(static_cast<std::size_t>(edits));
        if (enough <= band) return edits;
        band = enough <= 3 * band ? enough : 2 * band;
    }
    return edits_within(longer);
}

}  // namespace karat
