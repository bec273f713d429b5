// A good alignment, fast: class after class takes its best mappings given those of all others, until none can do better.
#pragma once

#include "link_grids.hpp"

namespace karat {

class Descent {
public:
    // Starts from the cheapest ways through costs that all cells have, and keeps the best alignment of all runs.
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
