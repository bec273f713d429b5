// Radix sort of packed suffixes: clipped matches against one long reference (see matches.hpp). README.md has a worked
// example.
#pragma once

#include <cstdint>
#include <vector>

#include "ids.hpp"

namespace karat {

// One sort answers every order at once. A window packs the units that follow a position of either text into one number,
// the first unit in the highest bits. In sorted order, windows that begin with the same n units are neighbours, for
// every n; one scan counts them.
class SortMatcher {
public:
    // How many units both texts may have together.
    static constexpr std::size_t most_units = 32000;

    // Whether so many units of such an alphabet can be sorted.
    static bool fits(Id alphabet, std::size_t order);
    // Whether one pass of the sort covers two orders or more, on average: then it is faster than bitsets of four words.
    static bool is_quick(Id alphabet, std::size_t order);

    void prepare(const Ids& reference, Id alphabet, std::size_t order);
    void count(const Ids& hypothesis, std::int64_t* matches);

private:
    using Place = std::uint16_t;   // among the windows of both texts
    using Window = std::uint64_t;  // its lowest bit says whether it is the reference's
    using Windows = std::vector<Window>;

    // How windows are cut into digits of a few units each, one for each pass of the radix sort.
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
