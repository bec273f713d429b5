// AEv's row: BLEU's, then of one reference its n-grams that the hypothesis has, and all its n-grams, of each order.
#pragma once

#include "bleu.hpp"

namespace karat {

using AevOptions = BleuOptions;

class AevCounter {
public:
    void configure(const AevOptions& options);
    std::size_t columns() const { return 2 + 4 * order_; }

    void references(std::span<const Text> texts);
    void hypothesis(const Text& text, std::int64_t* row);

private:
    void recall_of_several(const Text& text, std::int64_t length, std::int64_t* recalled);

    std::size_t order_ = 4;
    BleuCounter together_;
    BleuCounter alone_;
    std::vector<Text> texts_;
    std::vector<std::int64_t> row_;
};

}  // namespace karat
