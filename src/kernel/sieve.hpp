// Reduced-cost fixing: drops mappings that are in no optimal alignment, before any search. A mapping is dropped if a
// lower bound on every alignment that has it is above the cost of a known alignment (descent.hpp). First with a static
// bound, in which two words share a crossing by halves; then with bounds from dual ascent (exchange.hpp).
#pragma once

#include "descent.hpp"
#include "exchange.hpp"
#include "link_grids.hpp"

namespace karat {

class Sieve {
public:
    // Whether the problem is small enough for bounds to pay.
    static bool takes(const Layers& layers);

    // The layers with what is left of their candidates. Where no word has a choice, that is an optimal alignment.
    const Layers& sift(const Layers& layers, std::size_t reference);

    bool choice() const { return choice_; }
    const Descent& known() const { return descent_; }

private:
    Cost constant_cost() const;
    void weigh(const Grid& grid);
    bool round();
    void write(const Layers& layers);
    void write_choosing(const Grid& grid);
    void write_leaving(const Grid& grid);

    Prices prices_;
    LinkGrids grids_;
    Descent descent_;
    Exchange exchange_;
    std::vector<GridWays> ways_;
    std::vector<Cost> costs_;
    Layers sifted_;
    bool choice_ = false;
};

}  // namespace karat
