#include "aev.hpp"

#include <algorithm>
#include <numeric>

namespace karat {

void AevCounter::configure(const AevOptions& options) {
    order_ = options.order;
    together_.configure(options);
    alone_.configure(options);
    row_.resize(together_.columns());
}

void AevCounter::references(std::span<const Text> texts) {
    together_.references(texts);
    texts_.clear();
    for (const Text& text : texts) {
        if (!text.missing()) texts_.push_back(text);
    }
}

void AevCounter::hypothesis(const Text& text, std::int64_t* row) {
    together_.hypothesis(text, row);
    const std::int64_t length = row[1];
    const auto order = static_cast<std::int64_t>(order_);
    std::int64_t* recalled = row + 2 + 2 * order;
    if (texts_.size() == 1) {
        std::copy_n(row + 2, order, recalled);  // clipping is the same from both sides
    } else {
        recall_of_several(text, length, recalled);
    }
    for (std::int64_t n = 0; n < order; ++n) recalled[order + n] = std::max<std::int64_t>(length - n, 0);
}

// Of the references that have the length, the one that shares most n-grams of all orders; the first of equals.
void AevCounter::recall_of_several(const Text& text, std::int64_t length, std::int64_t* recalled) {
    const auto order = static_cast<std::int64_t>(order_);
    std::int64_t most = -1;
    for (std::size_t r = 0; r < texts_.size(); ++r) {
        if (together_.lengths()[r] != length) continue;
        alone_.references({&texts_[r], 1});
        alone_.hypothesis(text, row_.data());
        const std::int64_t shared = std::accumulate(row_.begin() + 2, row_.begin() + 2 + order, std::int64_t{0});
        if (shared > most) std::copy_n(row_.data() + 2, order, recalled);
        most = std::max(most, shared);
    }
}

}  // namespace karat
