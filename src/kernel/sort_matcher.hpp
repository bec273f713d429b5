// Radix sort of packed suffixes: clipped matches against long references (see matches.hpp). README.md has a worked
// example.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ids.hpp"

namespace karat {

// One sort answers every order at once. A window packs the units that follow a position of either text into one number,
// the first unit in the highest bits. In sorted order, windows that begin with the same n units are neighbours, for
// every n; one scan counts them.
class SortMatcher {
public:
    // Gives the references' units codes, and says how many different ones they have.
    Id encode(std::span<const Ids> references, Id alphabet);

    // Whether texts of so many different units can be sorted.
    static bool fits(Id different, std::size_t order, std::size_t references);
    // Whether one pass of the sort covers two orders or more, on average: then it is faster than bitsets of four words.
    static bool is_quick(Id different, std::size_t order);

    // After `encode`.
    void prepare(std::span<const Ids> references, std::size_t order);
    // Up to so many units in both texts are numbered in 16 bits, which takes less memory and time than 32.
    static constexpr std::size_t most_in_16_bits = 32000;
    void count(const Ids& hypothesis, std::int64_t* matches, std::size_t in_16_bits = most_in_16_bits);

private:
    using Window = std::uint64_t;  // its lowest bits say which text it is of: 0 is the hypothesis
    using Windows = std::vector<Window>;

    // How windows are cut into digits of a few units each, one for each pass of the radix sort.
    struct Shape {
        unsigned unit_bits;
        unsigned digit_bits;
        unsigned digits;
        unsigned units;

        Shape() = default;
        Shape(Id different, std::size_t order);
        unsigned bits() const { return unit_bits * units; }
    };

    // What a sort works on. A Place numbers the windows of both texts.
    template <class Place> struct Places {
        std::vector<Place> starts;  // where the windows with each value of a digit begin
        std::vector<Place> next;    // where the next of them goes
        std::vector<Place> places;
    };

    // A number for each order, all in one vector register.
    static constexpr std::size_t highest_order = 8;
    using ShortLanes [[gnu::vector_size(2 * highest_order)]] = std::int16_t;
    using LongLanes [[gnu::vector_size(4 * highest_order)]] = std::int32_t;

    void pack(const Ids& ids, std::uint64_t end, Window text, Windows& windows) const;
    void sort_and_count_short(std::int64_t* matches);
    void sort_and_count_long(std::int64_t* matches);
    template <class Place> void sort(Places<Place>& places);
    template <class Place> void find_starts(std::vector<Place>& starts) const;
    template <class Place> void sort_by(unsigned digit, Places<Place>& places);
    template <class Lanes> void count_sorted(std::int64_t* matches) const;
    template <class Lanes> void count_against_several(std::int64_t* matches) const;
    template <class Lanes> static void note_what_goes_on(Lanes* from);

    static constexpr std::size_t most_references = 16;

    std::size_t order_ = 0;
    std::size_t count_ = 0;   // of references
    unsigned text_bits_ = 1;  // of a window, that say which text it is of
    Shape shape_;
    Id different_ = 0;
    std::vector<Id> codes_;  // of each id, and of those that the reference lacks
    Windows references_;
    Windows both_;
    Windows sorted_;
    Places<std::uint16_t> short_;
    Places<std::uint32_t> long_;
    std::uint8_t shared_[64] = {};  // how many units two windows share, by the width of their difference
};

}  // namespace karat
