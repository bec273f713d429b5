#include "link_grids.hpp"

#include <algorithm>

namespace karat {

void Boxes::clear() {
    for (auto* field : {&top, &bottom, &left, &right, &weight}) field->clear();
}

void Boxes::add(const Link& link) {
    top.push_back(link.i);
    bottom.push_back(link.i);
    left.push_back(link.j);
    right.push_back(link.j);
    weight.push_back(2);
}

void Boxes::set(std::size_t box, const Link& from, const Link& to, std::int32_t halves) {
    top[box] = from.i;
    bottom[box] = to.i;
    left[box] = from.j;
    right[box] = to.j;
    weight[box] = halves;
}

std::int64_t Boxes::certain_crossings(const Link& from, const Link& to, std::size_t boxes) const {
    std::int32_t halves = 0;
    for (std::size_t box = 0; box < boxes; ++box) halves += crosses(box, from, to) * weight[box];
    return halves;
}

void LinkGrids::lay_out(const Layers& layers, std::size_t reference) {
    words_ = reference / 64 + 1;
    hypothesis_ = layers.of_words.size();
    reference_ = reference;
    possible_.assign(layers.of_words.size() * words_, 0);
    boxes_.clear();
    grids_.clear();
    for (std::size_t i = 0; i < layers.of_words.size(); ++i) {
        const Layer& layer = layers.of_words[i];
        for (const std::int32_t j : layer.options) set_bit(possible_.data() + i * words_, static_cast<std::size_t>(j));
        if (layer.kind == Layer::Kind::Bound) boxes_.add({static_cast<std::int32_t>(i), layer.options[0]});
    }
    bound_ = boxes_.size();
    cells_ = 0;
    for (const Chain& chain : layers.chains) {
        const auto [fewer, more] = std::minmax({chain.hypothesis.size(), chain.reference.size()});
        grids_.push_back({chain, fewer, more - fewer, boxes_.size(), cells_});
        for (std::size_t word = 0; word < fewer; ++word) boxes_.add({0, 0});
        cells_ += fewer * (more - fewer + 1);
    }
}

bool LinkGrids::fit_boxes() {
    bool choice = false;
    for (const Grid& grid : grids_) {
        for (std::size_t word = 0; word < grid.words; ++word) {
            std::size_t first = 0, last = grid.surplus;
            while (!possible(grid.link(word, first))) ++first;
            while (!possible(grid.link(word, last))) --last;
            boxes_.set(grid.first_box + word, grid.link(word, first), grid.link(word, last), first == last ? 2 : 1);
            choice = choice || first != last;
        }
    }
    return choice;
}

void GridWays::begin(const Grid& grid, std::span<const Cost> costs) {
    words_ = grid.words;
    width_ = grid.width();
    through_.resize(words_ * width_);
    way_.assign(width_, 0);
    for (std::size_t word = words_; word-- > 0;) {
        Cost least = impossible;
        for (std::size_t skipped = width_; skipped-- > 0;) {
            const std::size_t cell = word * width_ + skipped;
            through_[cell] = way_[skipped];
            least = std::min(least, way_[skipped] + costs[cell]);
            way_[skipped] = least;
        }
    }
    least_ = way_[0];
    way_.assign(width_, 0);
}

void GridWays::meet(std::size_t word, std::span<const Cost> costs) {
    for (std::size_t cell = word * width_; cell < (word + 1) * width_; ++cell) {
        through_[cell] = std::min(through_[cell] + way_[cell - word * width_] + costs[cell], impossible);
    }
}

void GridWays::advance(std::size_t word, std::span<const Cost> costs) {
    Cost least = impossible;
    for (std::size_t skipped = 0; skipped < width_; ++skipped) {
        least = std::min(least, way_[skipped] + costs[word * width_ + skipped]);
        way_[skipped] = least;
    }
}

void GridWays::measure(const Grid& grid, std::span<const Cost> costs) {
    begin(grid, costs);
    for (std::size_t word = 0; word < words_; ++word) {
        meet(word, costs);
        advance(word, costs);
    }
}

void GridWays::cheapest(std::vector<std::size_t>& skipped) const {
    skipped.resize(words_);
    std::size_t at = 0;
    for (std::size_t word = 0; word < words_; ++word) {
        while (through(word, at) != least_) ++at;
        skipped[word] = at;
    }
}

bool drop_above(LinkGrids& grids, const Grid& grid, const GridWays& ways, Cost most) {
    bool dropped = false;
    for (std::size_t word = 0; word < grid.words; ++word) {
        for (std::size_t skipped = 0; skipped < grid.width(); ++skipped) {
            const Link link = grid.link(word, skipped);
            if (ways.through(word, skipped) <= most || !grids.possible(link)) continue;
            grids.drop(link);
            dropped = true;
        }
    }
    return dropped;
}

}  // namespace karat
