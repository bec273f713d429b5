#include "sort_matcher.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "twice.hpp"

namespace karat {

namespace {

// What stands where a window reaches past the end of the reference; and in the hypothesis, past its end and for
// units that the reference does not have. Neither equals the other, nor any unit.
constexpr std::uint64_t end_of_reference = 0;
constexpr std::uint64_t not_in_reference = 1;
constexpr Id reserved = 2;

// Digits are of as many units as fit into so many bits: a table by their values stays in the cache.
constexpr unsigned most_digit_bits = 14;

unsigned bits_per_unit(Id alphabet) { return static_cast<unsigned>(std::bit_width(alphabet + reserved - 1)); }

// Exclusive prefix sums by SWAR, four 16-bit counts at a time: a product with `ones` gives the prefix sums within a
// 64-bit number, and `before` carries the sum of the numbers before it in each of its four lanes.
void sum_up(std::uint16_t* counts, std::size_t size) {
    static_assert(std::endian::native == std::endian::little);
    constexpr std::uint64_t ones = 0x0001000100010001U;
    std::uint64_t before = 0;
    for (std::size_t i = 0; i < size; i += 4) {
        std::uint64_t four;
        std::memcpy(&four, counts + i, sizeof four);
        const std::uint64_t sums = four * ones;
        four = before + (sums << 16);
        std::memcpy(counts + i, &four, sizeof four);
        before += (sums >> 48) * ones;
    }
}

}  // namespace

SortMatcher::Shape::Shape(Id alphabet, std::size_t order) {
    unit_bits = bits_per_unit(alphabet);
    const unsigned at_most = most_digit_bits / unit_bits;
    const unsigned digit_units = std::clamp(at_most, 1U, static_cast<unsigned>(order));
    digit_bits = digit_units * unit_bits;
    digits = (static_cast<unsigned>(order) + digit_units - 1) / digit_units;
    units = digits * digit_units;
}

bool SortMatcher::fits(Id alphabet, std::size_t order) {
    if (alphabet >= most_units || order == 0 || order > highest_order) return false;
    return Shape(alphabet, order).bits() < 64;
}

bool SortMatcher::is_quick(Id alphabet, std::size_t order) {
    const Shape shape(alphabet, order);
    return shape.digit_bits <= 12 && 2 * shape.digits <= order;
}

void SortMatcher::prepare(const Ids& reference, Id alphabet, std::size_t order) {
    order_ = order;
    alphabet_ = alphabet;
    shape_ = Shape(alphabet, order);
    for (unsigned width = 0; width <= shape_.bits(); ++width) {
        const unsigned units = (shape_.bits() - width) / shape_.unit_bits;
        for (unsigned n = 0; n < highest_order; ++n) shared_[width][n] = n < units ? -1 : 0;
    }
    reference_.clear();
    pack(reference, end_of_reference, 1, reference_);
}

// Adds the windows of a text, last position first: each is the one after it, shifted by a unit. The text is read as a
// ring: its first unit follows the end marks. So each position of the ring supplies every digit once, all digits have
// the same histogram, and one histogram serves all passes of the sort.
KARAT_TWICE void SortMatcher::pack(const Ids& ids, std::uint64_t end, Window of_reference, Windows& windows) const {
    const auto coded = [](Id id) -> Window { return id == unknown ? not_in_reference : id + reserved; };
    const unsigned unit_bits = shape_.unit_bits, first = shape_.bits() - unit_bits;
    Window units = 0;
    for (std::size_t i = 0; i < shape_.units; ++i) units = units << unit_bits | (i < ids.size() ? coded(ids[i]) : end);
    const std::size_t before = windows.size(), ends = shape_.units - 1;
    windows.resize(before + ends + ids.size());
    Window* next = windows.data() + before;
    const auto add = [&](Window unit) {
        units = unit << first | units >> unit_bits;
        *next++ = units << 1 | of_reference;
    };
    for (std::size_t i = 0; i < ends; ++i) add(end);
    for (std::size_t i = ids.size(); i-- > 0;) add(coded(ids[i]));
}

// LSD radix sort: the lowest digit first, each pass stable.
void SortMatcher::sort() {
    places_.resize(both_.size());
    sorted_.resize(both_.size());
    find_starts();
    for (unsigned d = 0; d < shape_.digits; ++d) sort_by(d);
}

KARAT_TWICE void SortMatcher::find_starts() {
    const unsigned shift = 1 + shape_.bits() - shape_.digit_bits;
    const std::size_t values = (alphabet_ + reserved) << (shape_.digit_bits - shape_.unit_bits);
    starts_.assign(values + 3, 0);
    next_.resize(starts_.size());
    Place* starts = starts_.data();
    for (const Window window : both_) ++starts[window >> shift];
    sum_up(starts, values);
}

KARAT_TWICE void SortMatcher::sort_by(unsigned digit) {
    std::copy(starts_.begin(), starts_.end(), next_.begin());
    const unsigned shift = 1 + digit * shape_.digit_bits;
    const Window mask = (Window{1} << shape_.digit_bits) - 1;
    const std::size_t count = both_.size();
    const Window* all = both_.data();
    Place* next = next_.data();
    Place* places = places_.data();
    Window* sorted = sorted_.data();
    // Two loops, not one: where a store's address hangs on a load, the processor holds back the loads that follow.
    for (std::size_t i = 0; i < count; ++i) places[i] = next[all[i] >> shift & mask]++;
    for (std::size_t i = 0; i < count; ++i) sorted[places[i]] = all[i];
    both_.swap(sorted_);
}

KARAT_TWICE void SortMatcher::count(const Ids& hypothesis, std::int64_t* matches) {
    both_ = reference_;
    pack(hypothesis, not_in_reference, 0, both_);
    sort();
    // Of the n-gram of each order that is being read, how often both texts have it and how often the reference
    // has it; and the matches of those before.
    constexpr Lanes one = {1, 1, 1, 1, 1, 1, 1, 1};
    constexpr Lanes of_reference[2] = {{}, one};
    Lanes both{}, theirs{}, found{};
    const auto matched = [&] { return both - theirs < theirs ? both - theirs : theirs; };
    Window last = 0;
    for (const Window window : both_) {
        const Lanes goes_on = shared_[std::bit_width((window ^ last) >> 1)];
        found += matched() & ~goes_on;
        both = (both & goes_on) + one;
        theirs = (theirs & goes_on) + of_reference[window & 1];
        last = window;
    }
    found += matched();
    for (std::size_t n = 0; n < order_; ++n) matches[n] += found[n];
}

}  // namespace karat
