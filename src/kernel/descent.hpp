// Block coordinate descent, the primal heuristic: class after class takes its cheapest path, given the mappings of all
// other classes, until none improves. The result is an upper bound; it may be a local minimum.
#pragma once

#include "link_grids.hpp"

namespace karat {

class Descent {
public:
    // A run starts from the cheapest path of each class through the given cell costs. The best alignment of all runs is
    // kept.
    void begin(const LinkGrids& grids, const Prices& prices);
    void run(const LinkGrids& grids, std::span<const Cost> costs);

    Cost best() const { return best_; }
    std::int32_t crossings() const { return crossings_; }
    std::int32_t joins() const { return joins_; }
    // To each word of the hypothesis the position in the reference, or -1.
    std::span<const std::int32_t> links() const { return links_; }

private:
    void take(const Grid& grid);
    bool improve(const LinkGrids& grids, const Grid& grid);
    void evaluate(const LinkGrids& grids);

    Prices prices_;
    GridWays ways_;
    Boxes taken_;
    std::vector<std::int32_t> at_;  // to each word of the hypothesis the position that it has
    std::vector<std::size_t> skipped_;
    std::vector<Cost> costs_;
    Cost best_ = impossible;
    std::int32_t crossings_ = 0, joins_ = 0;
    std::vector<std::int32_t> links_;
};

}  // namespace karat
