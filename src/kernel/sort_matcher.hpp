// Clipped matches against one long reference: see matches.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ids.hpp"

namespace karat {

// One sort answers every order at once. The `order` units that begin at each position, of both texts, are packed
// into a number; among the sorted numbers equal n-grams of any order stand together.
class SortMatcher {
public:
    // How many units both texts may have together.
    static constexpr std::size_t most_units = 32767;

    // Whether so many units of such an alphabet can be sorted.
    static bool fits(Id alphabet, std::size_t order);

    void prepare(const Ids& reference, Id alphabet, std::size_t order);
    void count(const Ids& hypothesis, std::int64_t* matches);

private:
    using Place = std::uint32_t;   // among the windows of both texts
    using Window = std::uint64_t;  // its lowest bit says whether it is the reference's

    // Windows are sorted by digits of this many bits or fewer.
    static constexpr unsigned most_digit_bits = 10;
    static constexpr unsigned most_digits = 7;

    struct Windows {
        std::vector<Window> all;
        // How many windows have each value of each digit.
        std::array<std::array<Place, 1 << most_digit_bits>, most_digits> tally;
    };

    // A number up to most_units for each order, all in one vector register.
    static constexpr std::size_t highest_order = 8;
    using Lanes [[gnu::vector_size(2 * highest_order)]] = std::int16_t;

    std::size_t digit_values() const { return std::size_t{1} << digit_bits_; }
    template <unsigned Digits>
    void pack_digits(const Ids& ids, std::uint64_t end, Window of_reference, Windows& windows) const;
    void pack(const Ids& ids, std::uint64_t end, Window of_reference, Windows& windows) const;
    void sort(Windows& windows);
    void sort_by(unsigned digit, Windows& windows);

    std::size_t order_ = 0;
    unsigned unit_bits_ = 0;
    unsigned digit_bits_ = 0;
    unsigned digits_ = 0;
    Windows reference_;
    Windows both_;
    std::vector<Place> places_;
    std::vector<Window> sorted_;
    Lanes shared_[64] = {};  // all ones in the orders that two windows share, by the width of their difference
};

}  // namespace karat
