// Dual ascent: each class's bound grows while crossing costs are shifted between classes.
//
// The lower bound is the sum of the cheapest paths of all classes. The cost of a pair of words in different classes is
// split between their cells; a message is the part that a cell has taken over. Any split gives a valid bound, as long
// as what is left of each pair is not negative. In a sweep, every class pulls from its neighbours all that their pairs
// must cost, settles its cheapest path, and pushes what its cells cost beyond that path back. This is block coordinate
// ascent on the dual of the linear relaxation, of the family of MPLP and TRW-S, in whole numbers, so that the bound is
// exact. README.md has a worked example.
#pragma once

#include "descent.hpp"
#include "link_grids.hpp"

namespace karat {

class Exchange {
public:
    // Forgets how much work it has done for the segment before.
    void begin() { spent_ = 0; }

    // Drops mappings from the grids by reduced-cost fixing, and restarts the descent from the shifted costs. The boxes
    // of the grids must fit.
    void run(LinkGrids& grids, const Prices& prices, Descent& descent, std::size_t most_sweeps);

private:
    // One of several candidates that a word has left.
    struct Option {
        Link link;
        std::size_t cell;
    };

    // A pair of words whose costs depend on each other; where the messages of the two begin.
    struct Edge {
        std::uint32_t other;
        std::size_t mine, theirs;
    };

    // The pairwise costs of an option with all options of another word, in constant space: how many of these are before
    // it, whether it crosses those or the ones behind it, and whether it joins the nearest of those that it does not
    // cross.
    struct Meeting {
        std::uint32_t before;
        bool crosses_before, joins;
    };

    struct Word {
        std::size_t box, options, count;
        std::uint32_t grid;
        bool ours;  // of the hypothesis, with options in the reference; or the other way round
    };

    void collect(const LinkGrids& grids);
    void pay_for_singles(const LinkGrids& grids);
    bool connect(const LinkGrids& grids);
    Cost single_cost(const LinkGrids& grids) const;
    bool is_single(const LinkGrids& grids, const Link& link) const;
    std::size_t box_of(const Link& link) const;
    void meet(const Word& word, const Word& other);
    void pull(const Word& word, std::span<const Edge> edges);
    void measure_others(const Cost* paid, std::size_t count);
    bool settle(LinkGrids& grids, std::size_t grid, Cost best);
    void push(const Grid& grid, std::size_t number);

    Prices prices_;
    std::vector<Word> words_;
    std::vector<std::uint32_t> first_word_;  // of each grid
    std::vector<std::uint32_t> word_of_box_;
    std::vector<std::int32_t> box_of_ours_, box_of_theirs_;
    std::vector<Option> options_;
    std::vector<std::vector<Edge>> edges_;   // of each word
    std::vector<Cost> messages_;
    std::vector<Cost> costs_, pulled_;       // of all cells
    std::vector<Meeting> meetings_;          // beside the messages
    std::vector<Cost> least_before_, least_behind_, own_;
    std::vector<Cost> least_;                // of each grid
    Cost bound_ = 0;
    std::size_t work_ = 0, spent_ = 0;       // options that one sweep looks at, and all since `begin`
    GridWays ways_;
};

}  // namespace karat
