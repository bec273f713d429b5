#include "lane_matcher.hpp"

#include <algorithm>

#include "bits.hpp"
#include "wide.hpp"

namespace karat {

namespace {

std::size_t words_for(std::size_t units) { return std::max<std::size_t>((units + 63) / 64, 1); }

}  // namespace

bool LaneMatcher::fits(std::size_t references, std::size_t longest, std::size_t order) {
    return wide.match_orders != nullptr && order <= most_lanes && references * words_for(longest) <= most_lane_words;
}

void LaneMatcher::prepare(std::span<const Ids> references, std::size_t longest, Id alphabet, std::size_t order) {
    references_ = references.size();
    words_ = words_for(longest);
    alphabet_ = alphabet;
    order_ = order;
    const std::size_t of_id = references_ * words_;
    positions_.assign((alphabet + std::size_t{1}) * of_id, 0);
    for (std::size_t r = 0; r < references_; ++r) {
        std::uint64_t* positions = positions_.data() + r * words_;
        const Ids& ids = references[r];
        for (std::size_t i = 0; i < ids.size(); ++i) positions[ids[i] * of_id + i / 64] |= 1ULL << i % 64;
    }
}

void LaneMatcher::count(const Ids& hypothesis, std::int64_t* matches) const {
    const LanePositions positions{positions_.data(), references_, words_, alphabet_};
    wide.match_orders(positions, hypothesis.data(), hypothesis.size(), order_, matches);
}

}  // namespace karat
