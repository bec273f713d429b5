// Rules out mappings that cannot be part of the best alignment, before any search: bounds on what an alignment with
// them would cost, against an alignment that is known.
#pragma once

#include "descent.hpp"
#include "exchange.hpp"
#include "link_grids.hpp"

namespace karat {

class Sieve {
public:
    // Whether they are not too many.
    static bool takes(const Layers& layers);

    // What is left of the layers; where they leave no choice, they are the best alignment.
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
