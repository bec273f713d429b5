#include "weighted_length.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "stopping.hpp"

namespace karat {

double WeightedLength::worth_of(std::uint32_t run) {
    while (worths_.size() <= run) worths_.push_back(std::pow(static_cast<double>(worths_.size()), weight_));
    return worths_[run];
}

// Deliberate: where units agree they are taken, as Lin & Och's algorithm has it, even if a longer run could be had by
// passing them over.
std::int64_t WeightedLength::count(const Ids& hypothesis, const Ids& reference) {
    row_.assign(reference.size() + 1, {});
    for (const Id unit : hypothesis) {
        spend(2 * reference.size());
        Cell diagonal = row_[0];
        for (std::size_t j = 1; j < row_.size(); ++j) {
            const Cell above = std::exchange(diagonal, row_[j]);
            if (unit == reference[j - 1]) {
                row_[j] = {above.worth + (worth_of(above.run + 1) - worth_of(above.run)), above.run + 1};
            } else {
                row_[j] = {std::max(row_[j].worth, row_[j - 1].worth), 0};
            }
        }
    }
    const double length = weight_ == 2 ? std::sqrt(row_.back().worth) : std::pow(row_.back().worth, 1 / weight_);
    const auto most = static_cast<double>(std::min(hypothesis.size(), reference.size()));
    return std::llround(std::min(length, most) * static_cast<double>(real_parts));
}

}  // namespace karat
