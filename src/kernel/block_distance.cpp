#include "block_distance.hpp"

#include <utility>

#include "stopping.hpp"

namespace karat {

namespace {

bool has(const std::vector<std::uint64_t>& bits, std::size_t place) { return (bits[place / 64] >> place % 64 & 1) != 0; }

void set(std::vector<std::uint64_t>& bits, std::size_t place) { bits[place / 64] |= 1ULL << place % 64; }

}  // namespace

void BlockDistance::note_places(const Ids& hypothesis, Id alphabet) {
    last_.assign(alphabet, 0);
    previous_.assign(hypothesis.size() + 1, 0);
    for (std::size_t i = 0; i < hypothesis.size(); ++i) {
        if (hypothesis[i] == unknown) continue;
        const auto place = static_cast<std::uint32_t>(i + 1);
        previous_[place] = std::exchange(last_[hypothesis[i]], place);
    }
}

bool BlockDistance::go_on(Id id) {
    bool met = false;
    for (std::uint32_t place = last_[id]; place != 0; place = previous_[place]) {
        if (!has(cheapest_, place - 1)) continue;
        if (!met) reached_.assign(cheapest_.size(), 0);
        met = true;
        set(reached_, place);
    }
    if (met) cheapest_.swap(reached_);
    return met;
}

// A cheapest path stays or goes on by an edit; one that cost 1 more gets there where it meets the unit.
void BlockDistance::pay_for(Id id) {
    for (std::size_t word = cheapest_.size(); word-- > 0;) {
        const std::uint64_t carried = word > 0 ? cheapest_[word - 1] >> 63 : 0;
        cheapest_[word] |= cheapest_[word] << 1 | carried;
    }
    for (std::uint32_t place = last_[id]; place != 0; place = previous_[place]) set(cheapest_, place);
}

std::int64_t BlockDistance::count(const Ids& hypothesis, const Ids& reference, Id alphabet) {
    note_places(hypothesis, alphabet);
    cheapest_.assign(hypothesis.size() / 64 + 1, 0);
    set(cheapest_, 0);
    std::int64_t cost = 0;
    for (const Id id : reference) {
        spend(hypothesis.size() / 16);
        if (go_on(id)) continue;
        pay_for(id);
        ++cost;
    }
    return cost + (has(cheapest_, hypothesis.size()) ? 0 : 1);
}

}  // namespace karat
