#include "sort_matcher.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "twice.hpp"

namespace karat {

namespace {

// What stands where a window reaches past the end of the reference; and in the hypothesis, past its end and for
// units that the reference does not have. Neither equals the other, nor any unit.
constexpr std::uint64_t end_of_reference = 0;
constexpr std::uint64_t not_in_reference = 1;
constexpr Id reserved = 2;

unsigned bits_per_unit(Id alphabet) { return static_cast<unsigned>(std::bit_width(alphabet + reserved - 1)); }

}  // namespace

bool SortMatcher::fits(Id alphabet, std::size_t order) {
    return alphabet < unknown - reserved && order > 0 && order <= highest_order && bits_per_unit(alphabet) * order < 64;
}

void SortMatcher::prepare(const Ids& reference, Id alphabet, std::size_t order) {
    order_ = order;
    unit_bits_ = bits_per_unit(alphabet);
    const unsigned window_bits = unit_bits_ * static_cast<unsigned>(order);
    digits_ = (window_bits + most_digit_bits - 1) / most_digit_bits;
    digit_bits_ = (window_bits + digits_ - 1) / digits_;
    for (unsigned width = 0; width <= window_bits; ++width) {
        const unsigned units = (window_bits - width) / unit_bits_;
        for (unsigned n = 0; n < highest_order; ++n) shared_[width][n] = n < units ? -1 : 0;
    }
    reference_.all.clear();
    for (unsigned d = 0; d < digits_; ++d) std::fill_n(reference_.tally[d].begin(), digit_values(), 0);
    pack(reference, end_of_reference, 1, reference_);
}

// Adds the windows of a text, from its last on: each is the one after it, moved by a unit.
template <unsigned Digits>
inline void SortMatcher::pack_digits(const Ids& ids, std::uint64_t end, Window of_reference, Windows& windows) const {
    const unsigned unit_bits = unit_bits_, digit_bits = digit_bits_;
    const unsigned first = unit_bits * static_cast<unsigned>(order_ - 1);
    const Window mask = digit_values() - 1;
    Window units = 0;
    for (std::size_t n = 0; n < order_; ++n) units = units << unit_bits | end;
    std::size_t next = windows.all.size();
    windows.all.resize(next + ids.size());
    for (std::size_t i = ids.size(); i-- > 0;) {
        const std::uint64_t unit = ids[i] == unknown ? not_in_reference : ids[i] + reserved;
        units = unit << first | units >> unit_bits;
        windows.all[next++] = units << 1 | of_reference;
        for (unsigned d = 0; d < Digits; ++d) ++windows.tally[d][units >> d * digit_bits & mask];
    }
}

// The number of digits is made known to the compiler: nothing else takes as long as tallying them.
KARAT_TWICE void SortMatcher::pack(const Ids& ids, std::uint64_t end, Window of_reference, Windows& windows) const {
    switch (digits_) {
        case 1: return pack_digits<1>(ids, end, of_reference, windows);
        case 2: return pack_digits<2>(ids, end, of_reference, windows);
        case 3: return pack_digits<3>(ids, end, of_reference, windows);
        case 4: return pack_digits<4>(ids, end, of_reference, windows);
        case 5: return pack_digits<5>(ids, end, of_reference, windows);
        case 6: return pack_digits<6>(ids, end, of_reference, windows);
        default: return pack_digits<7>(ids, end, of_reference, windows);
    }
}

// The lowest digit first; each sort keeps the order of the one before among equals.
void SortMatcher::sort(Windows& windows) {
    places_.resize(windows.all.size());
    sorted_.resize(windows.all.size());
    for (unsigned d = 0; d < digits_; ++d) sort_by(d, windows);
}

KARAT_TWICE void SortMatcher::sort_by(unsigned digit, Windows& windows) {
    Place* next = windows.tally[digit].data();
    const std::size_t values = digit_values();
    Place before = 0;
    for (std::size_t value = 0; value < values; ++value) before += std::exchange(next[value], before);
    const unsigned shift = 1 + digit * digit_bits_;
    const Window mask = values - 1;
    const std::size_t count = windows.all.size();
    const Window* all = windows.all.data();
    Place* places = places_.data();
    Window* sorted = sorted_.data();
    // Two loops, not one: where a store's address hangs on a load, the processor holds back the loads that follow.
    for (std::size_t i = 0; i < count; ++i) places[i] = next[all[i] >> shift & mask]++;
    for (std::size_t i = 0; i < count; ++i) sorted[places[i]] = all[i];
    windows.all.swap(sorted_);
}

KARAT_TWICE void SortMatcher::count(const Ids& hypothesis, std::int64_t* matches) {
    both_.all = reference_.all;
    for (unsigned d = 0; d < digits_; ++d) {
        std::copy_n(reference_.tally[d].begin(), digit_values(), both_.tally[d].begin());
    }
    pack(hypothesis, not_in_reference, 0, both_);
    sort(both_);
    // Of the n-gram of each order that is being read, how often both texts have it and how often the reference
    // has it; and the matches of those before.
    constexpr Lanes one = {1, 1, 1, 1, 1, 1, 1, 1};
    constexpr Lanes of_reference[2] = {{}, one};
    Lanes both{}, theirs{}, found{};
    const auto matched = [&] { return both - theirs < theirs ? both - theirs : theirs; };
    Window last = 0;
    for (const Window window : both_.all) {
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
