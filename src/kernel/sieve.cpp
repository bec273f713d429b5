#include "sieve.hpp"

#include <algorithm>

#include "stopping.hpp"

namespace karat {

namespace {

constexpr std::size_t most_sweeps = 64;
constexpr std::size_t most_rounds_of_pairs = std::size_t{1} << 27;
constexpr std::size_t most_pairs = std::size_t{1} << 23;  // of a possible mapping and a word

}  // namespace

bool Sieve::takes(const Layers& layers) {
    std::size_t links = 0;
    for (const Layer& layer : layers.of_words) links += layer.options.size();
    return links * layers.of_words.size() <= most_pairs;
}

const Layers& Sieve::sift(const Layers& layers, std::size_t reference) {
    prices_ = Prices(layers.of_words.size());
    grids_.lay_out(layers, reference);
    ways_.resize(std::max(ways_.size(), grids_.grids().size()));
    descent_.begin(grids_, prices_);
    exchange_.begin();
    choice_ = grids_.fit_boxes();
    const std::size_t pairs = 1 + grids_.cells() * layers.of_words.size();
    std::size_t rounds = 1 + most_rounds_of_pairs / pairs;
    const auto go_on = [&] { return choice_ && rounds > 0 && (--rounds, round()); };
    while (go_on()) choice_ = grids_.fit_boxes();
    for (std::size_t sweeps = 4; choice_ && sweeps <= most_sweeps; sweeps *= 2) {
        exchange_.run(grids_, prices_, descent_, sweeps);
        choice_ = grids_.fit_boxes();
        while (go_on()) choice_ = grids_.fit_boxes();
    }
    write(layers);
    return sifted_;
}

// The constant part of the lower bound: certain crossings between boxes, and joins of words that have no choice.
Cost Sieve::constant_cost() const {
    const Boxes& boxes = grids_.boxes();
    std::int64_t crossings = 0, joins = 0;
    for (std::size_t box = 0; box < boxes.size(); ++box) {
        std::int32_t found = 0;
        spend(box);
        for (std::size_t other = 0; other < box; ++other) found += boxes.crosses(other, boxes.first(box), boxes.last(box));
        crossings += found;
        if (box < grids_.bound()) joins += grids_.possible({boxes.top[box] - 1, boxes.left[box] - 1});
    }
    return prices_.of(crossings, joins);
}

// What each cell costs beyond the constant part. A cell pays for every box that it crosses whichever link is chosen
// there: all of the crossing if that word has no choice, half of it if it has one. A possible join is saved in advance.
void Sieve::weigh(const Grid& grid) {
    const Boxes& boxes = grids_.boxes();
    for (std::size_t word = 0; word < grid.words; ++word) {
        const std::size_t box = grid.first_box + word;
        const bool single = boxes.single(box);
        spend(grid.width() * (single ? 1 : boxes.size()));
        const std::int64_t constant = single ? 0 : boxes.certain_crossings(boxes.first(box), boxes.last(box), boxes.size());
        for (std::size_t skipped = 0; skipped < grid.width(); ++skipped) {
            const Link link = grid.link(word, skipped);
            Cost& cost = costs_[grid.cell(word, skipped)];
            cost = impossible;
            if (!grids_.possible(link)) continue;
            const std::int64_t halves = single ? 0 : boxes.certain_crossings(link, link, boxes.size()) - constant;
            cost = halves * (prices_.crossing / 2) - grids_.possible({link.i - 1, link.j - 1}) * Prices::join;
        }
    }
}

// Bounds all classes, improves the known alignment, and drops cells. Whether something was dropped.
bool Sieve::round() {
    costs_.resize(grids_.cells());
    Cost bound = constant_cost();
    for (std::size_t g = 0; g < grids_.grids().size(); ++g) {
        const Grid& grid = grids_.grids()[g];
        weigh(grid);
        ways_[g].measure(grid, std::span(costs_).subspan(grid.first_cell, grid.words * grid.width()));
        bound += ways_[g].least();
    }
    descent_.run(grids_, costs_);
    bool dropped = false;
    for (std::size_t g = 0; g < grids_.grids().size(); ++g) {
        const Cost most = descent_.best() - bound + ways_[g].least();
        dropped = drop_above(grids_, grids_.grids()[g], ways_[g], most) || dropped;
    }
    return dropped;
}

// What lies between the first and the last mapping that is left stays possible: the search works on ranges.
void Sieve::write(const Layers& layers) {
    sifted_ = layers;
    for (const Grid& grid : grids_.grids()) {
        if (grid.chain.hypothesis.size() < grid.chain.reference.size()) {
            write_choosing(grid);
        } else {
            write_leaving(grid);
        }
    }
}

void Sieve::write_choosing(const Grid& grid) {
    const Boxes& boxes = grids_.boxes();
    for (std::size_t word = 0; word < grid.words; ++word) {
        Layer& layer = sifted_.of_words[static_cast<std::size_t>(grid.chain.hypothesis[word])];
        const std::int32_t first = boxes.left[grid.first_box + word], last = boxes.right[grid.first_box + word];
        const auto begin = std::lower_bound(layer.options.begin(), layer.options.end(), first);
        layer.options = {begin, std::upper_bound(begin, layer.options.end(), last)};
        if (layer.options.size() == 1) layer.kind = Layer::Kind::Bound;
    }
}

// Both ends of the ranges rise from one position to the next, so those that a word may take stand together.
void Sieve::write_leaving(const Grid& grid) {
    const Boxes& boxes = grids_.boxes();
    const std::size_t end = grid.first_box + grid.words;
    std::size_t first = grid.first_box, last = first;
    for (const std::int32_t i : grid.chain.hypothesis) {
        while (first < end && boxes.bottom[first] < i) ++first;
        while (last < end && boxes.top[last] <= i) ++last;
        Layer& layer = sifted_.of_words[static_cast<std::size_t>(i)];
        layer.options = grid.chain.reference.subspan(first - grid.first_box, last - first);
        layer.may_stay_out = first == last || boxes.bottom[first] > i;
        if (first == last) layer.kind = Layer::Kind::Unmapped;
        if (last - first == 1 && boxes.single(first)) layer.kind = Layer::Kind::Bound;
    }
}

}  // namespace karat
