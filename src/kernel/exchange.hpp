// Better bounds on the cost of alignments: classes pass each other the costs of the mappings that cross, back and forth, so
// that what each pays for its cheapest way adds up to more and more (a dual of the choice as a linear program).
#pragma once

#include "descent.hpp"
#include "link_grids.hpp"

namespace karat {

class Exchange {
public:
    // Forgets how much work it has done for the segment before.
    void begin() { spent_ = 0; }

    // Drops mappings from the grids, whose boxes must fit, and improves on the alignment that is known.
    void run(LinkGrids& grids, const Prices& prices, Descent& descent, std::size_t most_sweeps);

private:
    // One of several mappings that a word has left.
    struct Option {
        Link link;
        std::size_t cell;
    };

    // What one word pays for its options together with another's: its own messages and the other's lie there.
    struct Edge {
        std::uint32_t other;
        std::size_t mine, theirs;
    };

    // How an option stands to those of another word: how many are before it, whether it crosses these or those behind
    // it, and whether it joins the nearest of those that it does not cross.
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
