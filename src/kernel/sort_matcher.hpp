// Clipped matches against one long reference: see matches.hpp.
#pragma once

#include <cstdint>
#include <vector>

#include "ids.hpp"

namespace karat {

// One sort answers every order at once. The units that begin at each position, of both texts, are packed into a
// number; among the sorted numbers equal n-grams of any order stand together.
class SortMatcher {
public:
    // How many units both texts may have together.
    static constexpr std::size_t most_units = 32000;

    // Whether so many units of such an alphabet can be sorted.
    static bool fits(Id alphabet, std::size_t order);
    // Whether a turn of the sort takes two orders at once, or more; bits take each by itself.
    static bool is_quick(Id alphabet, std::size_t order);

    void prepare(const Ids& reference, Id alphabet, std::size_t order);
    void count(const Ids& hypothesis, std::int64_t* matches);

private:
    using Place = std::uint16_t;   // among the windows of both texts
    using Window = std::uint64_t;  // its lowest bit says whether it is the reference's
    using Windows = std::vector<Window>;

    // How windows are cut: into digits of a few units each, by which they are sorted.
    struct Shape {
        unsigned unit_bits;
        unsigned digit_bits;
        unsigned digits;
        unsigned units;

        Shape() = default;
        Shape(Id alphabet, std::size_t order);
        unsigned bits() const { return unit_bits * units; }
    };

    // A number up to most_units for each order, all in one vector register.
    static constexpr std::size_t highest_order = 8;
    using Lanes [[gnu::vector_size(2 * highest_order)]] = std::int16_t;

    void pack(const Ids& ids, std::uint64_t end, Window of_reference, Windows& windows) const;
    void sort();
    void find_starts();
    void sort_by(unsigned digit);

    std::size_t order_ = 0;
    Shape shape_;
    Id alphabet_ = 0;
    Windows reference_;
    Windows both_;
    Windows sorted_;
    std::vector<Place> starts_;  // where the windows with each value of a digit begin
    std::vector<Place> next_;    // where the next of them goes
    std::vector<Place> places_;
    Lanes shared_[64] = {};  // all ones in the orders that two windows share, by the width of their difference
};

}  // namespace karat
