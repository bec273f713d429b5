#include "sort_matcher.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

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

// More different units than so many bits number would need tables that no cache holds.
constexpr unsigned most_unit_bits = 17;

unsigned bits_per_unit(Id different) { return static_cast<unsigned>(std::bit_width(different + reserved - 1)); }

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

void sum_up(std::uint32_t* counts, std::size_t size) {
    std::uint32_t before = 0;
    for (std::size_t i = 0; i < size; ++i) before += std::exchange(counts[i], before);
}

}  // namespace

SortMatcher::Shape::Shape(Id different, std::size_t order) {
    unit_bits = bits_per_unit(different);
    const unsigned at_most = most_digit_bits / unit_bits;
    const unsigned digit_units = std::clamp(at_most, 1U, static_cast<unsigned>(order));
    digit_bits = digit_units * unit_bits;
    digits = (static_cast<unsigned>(order) + digit_units - 1) / digit_units;
    units = digits * digit_units;
}

bool SortMatcher::fits(Id different, std::size_t order, std::size_t references) {
    if (order == 0 || order > highest_order || references > most_references) return false;
    if (bits_per_unit(different) > most_unit_bits) return false;
    return Shape(different, order).bits() + static_cast<unsigned>(std::bit_width(references)) <= 64;
}

bool SortMatcher::is_quick(Id different, std::size_t order) {
    const Shape shape(different, order);
    return shape.digit_bits <= 12 && 2 * shape.digits <= order;
}

Id SortMatcher::encode(std::span<const Ids> references, Id alphabet) {
    codes_.assign(alphabet + std::size_t{1}, not_in_reference);
    different_ = 0;
    for (const Ids& reference : references) {
        for (const Id id : reference) {
            if (codes_[id] == not_in_reference) codes_[id] = different_++ + reserved;
        }
    }
    return different_;
}

void SortMatcher::prepare(std::span<const Ids> references, std::size_t order) {
    order_ = order;
    count_ = references.size();
    text_bits_ = static_cast<unsigned>(std::bit_width(count_));
    shape_ = Shape(different_, order);
    for (unsigned width = 0; width <= shape_.bits(); ++width) {
        const std::size_t units = (shape_.bits() - width) / shape_.unit_bits;
        shared_[width] = static_cast<std::uint8_t>(std::min(units, highest_order));
    }
    references_.clear();
    for (std::size_t r = 0; r < count_; ++r) pack(references[r], end_of_reference, r + 1, references_);
}

// Adds the windows of a text, last position first: each is the one after it, shifted by a unit. The text is read as a
// ring: its first unit follows the end marks. So each position of the ring supplies every digit once, all digits have
// the same histogram, and one histogram serves all passes of the sort.
KARAT_TWICE void SortMatcher::pack(const Ids& ids, std::uint64_t end, Window text, Windows& windows) const {
    const Id* const codes = codes_.data();
    const Id none = static_cast<Id>(codes_.size() - 1);
    const auto coded = [=](Id id) -> Window { return codes[std::min(id, none)]; };
    const unsigned unit_bits = shape_.unit_bits, first = shape_.bits() - unit_bits, text_bits = text_bits_;
    Window units = 0;
    for (std::size_t i = 0; i < shape_.units; ++i) units = units << unit_bits | (i < ids.size() ? coded(ids[i]) : end);
    const std::size_t before = windows.size(), ends = shape_.units - 1;
    windows.resize(before + ends + ids.size());
    Window* next = windows.data() + before;
    const auto add = [&](Window unit) {
        units = unit << first | units >> unit_bits;
        *next++ = units << text_bits | text;
    };
    for (std::size_t i = 0; i < ends; ++i) add(end);
    for (std::size_t i = ids.size(); i-- > 0;) add(coded(ids[i]));
}

// LSD radix sort: the lowest digit first, each pass stable.
template <class Place> [[gnu::always_inline]] inline void SortMatcher::sort(Places<Place>& places) {
    places.places.resize(both_.size());
    sorted_.resize(both_.size());
    find_starts(places.starts);
    for (unsigned d = 0; d < shape_.digits; ++d) sort_by(d, places);
}

template <class Place> [[gnu::always_inline]] inline void SortMatcher::find_starts(std::vector<Place>& starts) const {
    const unsigned shift = text_bits_ + shape_.bits() - shape_.digit_bits;
    const std::size_t values = (different_ + std::size_t{reserved}) << (shape_.digit_bits - shape_.unit_bits);
    starts.assign(values + 3, 0);
    Place* counts = starts.data();
    for (const Window window : both_) ++counts[window >> shift];
    sum_up(counts, values);
}

template <class Place> [[gnu::always_inline]] inline void SortMatcher::sort_by(unsigned digit, Places<Place>& of_windows) {
    of_windows.next = of_windows.starts;
    const unsigned shift = text_bits_ + digit * shape_.digit_bits;
    const Window mask = (Window{1} << shape_.digit_bits) - 1;
    const std::size_t count = both_.size();
    const Window* all = both_.data();
    Place* next = of_windows.next.data();
    Place* places = of_windows.places.data();
    Window* sorted = sorted_.data();
    // Two loops, not one: where a store's address hangs on a load, the processor holds back the loads that follow.
    for (std::size_t i = 0; i < count; ++i) places[i] = next[all[i] >> shift & mask]++;
    for (std::size_t i = 0; i < count; ++i) sorted[places[i]] = all[i];
    both_.swap(sorted_);
}

// All ones in the orders that two windows share, by how many units they share.
template <class Lanes> [[gnu::always_inline]] inline void SortMatcher::note_what_goes_on(Lanes* from) {
    for (unsigned units = 0; units <= highest_order; ++units) {
        from[units] = Lanes{};
        for (unsigned n = 0; n < units; ++n) from[units][n] = -1;
    }
}

template <class Lanes> [[gnu::always_inline]] inline void SortMatcher::count_sorted(std::int64_t* matches) const {
    Lanes goes_on_from[highest_order + 1];
    note_what_goes_on(goes_on_from);
    // Of the n-gram of each order that is being read, how often both texts have it and how often the reference
    // has it; and the matches of those before.
    constexpr Lanes one = {1, 1, 1, 1, 1, 1, 1, 1};
    constexpr Lanes of_reference[2] = {{}, one};
    Lanes both{}, theirs{}, found{};
    const auto complete = [&](const Lanes& goes_on) [[gnu::always_inline]] {
        found += (both - theirs < theirs ? both - theirs : theirs) & ~goes_on;
    };
    Window last = 0;
    for (const Window window : both_) {
        const Lanes goes_on = goes_on_from[shared_[std::bit_width((window ^ last) >> 1)]];
        complete(goes_on);
        both = (both & goes_on) + one;
        theirs = (theirs & goes_on) + of_reference[window & 1];
        last = window;
    }
    complete(Lanes{});
    for (std::size_t n = 0; n < order_; ++n) matches[n] += found[n];
}

// The same where an n-gram of the hypothesis matches as often as the reference has it that has it most.
template <class Lanes> [[gnu::always_inline]] inline void SortMatcher::count_against_several(std::int64_t* matches) const {
    Lanes goes_on_from[highest_order + 1];
    note_what_goes_on(goes_on_from);
    constexpr Lanes one = {1, 1, 1, 1, 1, 1, 1, 1};
    Lanes of_text[most_references + 1] = {}, found{};
    const std::size_t texts = count_ + 1;
    const auto complete = [&](const Lanes& goes_on) [[gnu::always_inline]] {
        Lanes most{};
        for (std::size_t r = 1; r < texts; ++r) {
            most = of_text[r] > most ? of_text[r] : most;
            of_text[r] &= goes_on;
        }
        found += (of_text[0] < most ? of_text[0] : most) & ~goes_on;
        of_text[0] &= goes_on;
    };
    const Window text_mask = (Window{1} << text_bits_) - 1;
    Window last = 0;
    for (const Window window : both_) {
        complete(goes_on_from[shared_[std::bit_width((window ^ last) >> text_bits_)]]);
        of_text[window & text_mask] += one;
        last = window;
    }
    complete(Lanes{});
    for (std::size_t n = 0; n < order_; ++n) matches[n] += found[n];
}

KARAT_TWICE void SortMatcher::sort_and_count_short(std::int64_t* matches) {
    sort(short_);
    count_ == 1 ? count_sorted<ShortLanes>(matches) : count_against_several<ShortLanes>(matches);
}

KARAT_TWICE void SortMatcher::sort_and_count_long(std::int64_t* matches) {
    sort(long_);
    count_ == 1 ? count_sorted<LongLanes>(matches) : count_against_several<LongLanes>(matches);
}

void SortMatcher::count(const Ids& hypothesis, std::int64_t* matches, std::size_t in_16_bits) {
    both_ = references_;
    pack(hypothesis, not_in_reference, 0, both_);
    return both_.size() <= in_16_bits ? sort_and_count_short(matches) : sort_and_count_long(matches);
}

}  // namespace karat
