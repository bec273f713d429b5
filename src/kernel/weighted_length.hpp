// Weighted longest common subsequence (ROUGE-W): k consecutive units, unbroken in both texts, are worth f(k) = k^w.
#pragma once

#include <cstdint>
#include <vector>

#include "fixed_point.hpp"
#include "ids.hpp"

namespace karat {


class WeightedLength {
public:
    void set_weight(double weight) {
        weight_ = weight;
        worths_.clear();
    }

    // The length of the unbroken run that is worth as much, in parts.
    std::int64_t count(const Ids& hypothesis, const Ids& reference);

private:
    struct Cell {
        double worth = 0;
        std::uint32_t run = 0;  // units in a row that end here
    };

    double worth_of(std::uint32_t run);

    double weight_ = 2;
    std::vector<double> worths_;
    std::vector<Cell> row_;
};

}  // namespace karat
