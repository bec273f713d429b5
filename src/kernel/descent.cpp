#include "descent.hpp"

#include <algorithm>

#include "stopping.hpp"

namespace karat {

namespace {

constexpr int most_rounds = 20;

}  // namespace

void Descent::begin(const LinkGrids& grids, const Prices& prices) {
    prices_ = prices;
    best_ = impossible;
    taken_ = grids.boxes();
    std::fill(taken_.weight.begin(), taken_.weight.end(), 2);
}

// The cheapest path of a class becomes its mappings.
void Descent::take(const Grid& grid) {
    ways_.cheapest(skipped_);
    for (std::size_t word = 0; word < grid.words; ++word) {
        const Link link = grid.link(word, skipped_[word]);
        taken_.set(grid.first_box + word, link, link, 2);
        at_[static_cast<std::size_t>(link.i)] = link.j;
    }
}

void Descent::run(const LinkGrids& grids, std::span<const Cost> costs) {
    at_.assign(grids.hypothesis() + 1, none);
    for (std::size_t box = 0; box < grids.bound(); ++box) {
        at_[static_cast<std::size_t>(taken_.top[box])] = taken_.left[box];
    }
    for (const Grid& grid : grids.grids()) {
        ways_.measure(grid, costs.subspan(grid.first_cell, grid.words * grid.width()));
        take(grid);
    }
    bool better = true;
    for (int round = 0; better && round < most_rounds; ++round) {
        better = false;
        for (const Grid& grid : grids.grids()) better = improve(grids, grid) || better;
    }
    evaluate(grids);
}

// Joins within the class are left aside: they are few, and depend on two of its mappings.
bool Descent::improve(const LinkGrids& grids, const Grid& grid) {
    Cost before = 0;
    costs_.assign(grid.words * grid.width(), impossible);
    for (std::size_t word = 0; word < grid.words; ++word) {
        const std::size_t box = grid.first_box + word;
        taken_.weight[box] = 0;
        at_[static_cast<std::size_t>(taken_.top[box])] = none;
    }
    for (std::size_t word = 0; word < grid.words; ++word) {
        spend(grid.width() * taken_.size());
        for (std::size_t skipped = 0; skipped < grid.width(); ++skipped) {
            const Link link = grid.link(word, skipped);
            if (!grids.possible(link)) continue;
            const auto i = static_cast<std::size_t>(link.i);
            const bool after = i > 0 && at_[i - 1] + 1 == link.j && link.j > 0, ahead = at_[i + 1] == link.j + 1;
            const Cost cost = prices_.of(taken_.certain_crossings(link, link, taken_.size()) / 2, after + ahead);
            costs_[word * grid.width() + skipped] = cost;
            const Link now = taken_.first(grid.first_box + word);
            if (now.i == link.i && now.j == link.j) before += cost;
        }
    }
    ways_.measure(grid, costs_);
    if (ways_.least() < before) {
        take(grid);
        return true;
    }
    for (std::size_t word = 0; word < grid.words; ++word) {
        const std::size_t box = grid.first_box + word;
        taken_.weight[box] = 2;
        at_[static_cast<std::size_t>(taken_.top[box])] = taken_.left[box];
    }
    return false;
}

void Descent::evaluate(const LinkGrids& grids) {
    std::int64_t halves = 0, joins = 0;
    for (std::size_t box = 0; box < taken_.size(); ++box) {
        spend(box);
        halves += taken_.certain_crossings(taken_.first(box), taken_.first(box), box);
    }
    for (std::size_t i = 1; i < grids.hypothesis(); ++i) joins += at_[i - 1] != none && at_[i - 1] + 1 == at_[i];
    const Cost cost = prices_.of(halves / 2, joins);
    if (cost >= best_) return;
    best_ = cost;
    crossings_ = static_cast<std::int32_t>(halves / 2);
    joins_ = static_cast<std::int32_t>(joins);
    links_.assign(at_.begin(), at_.end() - 1);
}

}  // namespace karat
