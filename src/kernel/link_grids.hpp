// The candidate mappings (links) of each class as a grid of cells, monotone paths through a grid, and the pairwise
// costs of links: crossings and joins. Bounds (sieve.hpp, exchange.hpp) and descent (descent.hpp) work on this.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bits.hpp"
#include "layer.hpp"

namespace karat {

using Cost = std::int64_t;
inline constexpr Cost impossible = std::int64_t{1} << 60;
inline constexpr std::int32_t none = -1;  // no position

// A word of the hypothesis and one of the reference.
struct Link {
    std::int32_t i, j;

    bool crosses(const Link& other) const { return (i < other.i && j > other.j) || (i > other.i && j < other.j); }
};

// The lexicographic objective, crossings before chunks, as one whole number: one crossing costs more than all joins
// save.
struct Prices {
    static constexpr Cost join = 1 << 10;  // so that it can be divided
    Cost crossing = 0;

    explicit Prices(std::size_t words = 0) : crossing(join * (static_cast<Cost>(words) + 1)) {}

    Cost of(std::int64_t crossings, std::int64_t joins) const { return crossings * crossing - joins * join; }
};

// Bounding boxes of what each word may still be mapped to: one position in one of the texts, a range in the other. A
// structure of arrays, so that SIMD compares a link with many boxes at once.
struct Boxes {
    std::vector<std::int32_t> top, bottom, left, right;  // in the hypothesis, and in the reference
    std::vector<std::int32_t> weight;                    // what a crossing counts, in halves

    std::size_t size() const { return top.size(); }
    void clear();
    void add(const Link& link);
    void set(std::size_t box, const Link& from, const Link& to, std::int32_t weight);
    bool single(std::size_t box) const { return top[box] == bottom[box] && left[box] == right[box]; }
    Link first(std::size_t box) const { return {top[box], left[box]}; }
    Link last(std::size_t box) const { return {bottom[box], right[box]}; }

    // 1 where any link of a box crosses any between two of one word, else 0; without a branch, for many boxes at once.
    std::int32_t crosses(std::size_t box, const Link& from, const Link& to) const {
        const int after = int{top[box] > to.i} & int{right[box] < from.j};
        const int before = int{bottom[box] < from.i} & int{left[box] > to.j};
        return after | before;
    }

    // Certain crossings of a box with these, in halves: those that happen whichever links are chosen.
    std::int64_t certain_crossings(const Link& from, const Link& to, std::size_t boxes) const;
};

// The candidates of one class. Row k is its k-th word in the text that has fewer of them, column s says that it skips s
// words of the other text: it is mapped to word k + s there. Columns never decrease from row to row, so a choice for
// the whole class is a monotone path through the grid.
struct Grid {
    Chain chain;
    std::size_t words, surplus;
    std::size_t first_box, first_cell;

    std::size_t width() const { return surplus + 1; }
    std::size_t cell(std::size_t word, std::size_t skipped) const { return first_cell + word * width() + skipped; }
    Link link(std::size_t word, std::size_t skipped) const {
        const bool fewer = chain.hypothesis.size() < chain.reference.size();
        return {chain.hypothesis[fewer ? word : word + skipped], chain.reference[fewer ? word + skipped : word]};
    }
};

class LinkGrids {
public:
    void lay_out(const Layers& layers, std::size_t reference);

    std::size_t hypothesis() const { return hypothesis_; }  // words of the texts
    std::size_t reference() const { return reference_; }
    std::span<const Grid> grids() const { return grids_; }
    std::size_t cells() const { return cells_; }
    std::size_t bound() const { return bound_; }  // boxes of words that have no choice; the grids' come after them
    const Boxes& boxes() const { return boxes_; }

    bool possible(const Link& link) const {
        return link.i >= 0 && link.j >= 0 &&
               has_bit(possible_.data() + static_cast<std::size_t>(link.i) * words_, static_cast<std::size_t>(link.j));
    }
    void drop(const Link& link) {
        const auto j = static_cast<std::size_t>(link.j);
        possible_[static_cast<std::size_t>(link.i) * words_ + j / 64] &= ~(1ULL << j % 64);
    }

    // Makes the boxes as small as what is left. False where every word has one mapping left.
    bool fit_boxes();

private:
    std::size_t hypothesis_ = 0, reference_ = 0, words_ = 0, bound_ = 0, cells_ = 0;
    std::vector<std::uint64_t> possible_;  // for each word of the hypothesis, the positions that are left
    Boxes boxes_;
    std::vector<Grid> grids_;
};

// Shortest monotone paths through a grid of cell costs, by dynamic programming forwards and backwards. Cells that were
// dropped cost `impossible`.
class GridWays {
public:
    void measure(const Grid& grid, std::span<const Cost> costs);

    Cost least() const { return least_; }
    // The min-marginal of a cell: the cost of the cheapest path through it.
    Cost through(std::size_t word, std::size_t skipped) const { return through_[word * width_ + skipped]; }
    // The column of each row on a cheapest path, as far left as possible.
    void cheapest(std::vector<std::size_t>& skipped) const;

    // The same in steps, for costs that change during the forward pass: `begin` is the backward pass, `meet` gives a
    // row's min-marginals, `advance` takes the forward pass over it, with costs that may have changed since `meet`.
    void begin(const Grid& grid, std::span<const Cost> costs);
    void meet(std::size_t word, std::span<const Cost> costs);
    void advance(std::size_t word, std::span<const Cost> costs);

private:
    std::size_t words_ = 0, width_ = 0;
    Cost least_ = 0;
    std::vector<Cost> through_, way_;
};

// Reduced-cost fixing: drops the cells whose min-marginal is above `most`. Whether there were some.
bool drop_above(LinkGrids& grids, const Grid& grid, const GridWays& ways, Cost most);

}  // namespace karat
