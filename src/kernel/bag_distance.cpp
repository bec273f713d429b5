#include "bag_distance.hpp"

#include <algorithm>

namespace karat {

std::int64_t BagDistance::count(const Ids& hypothesis, const Ids& reference, Id alphabet) {
    left_.assign(alphabet, 0);
    for (const Id id : reference) ++left_[id];
    std::size_t matches = 0;
    for (const Id id : hypothesis) {
        if (id == unknown || left_[id] == 0) continue;
        --left_[id];
        ++matches;
    }
    return static_cast<std::int64_t>(std::max(hypothesis.size(), reference.size()) - matches);
}

}  // namespace karat
