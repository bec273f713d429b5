// The row of exact matches: whether the hypothesis is one of the references, and 1 for the segment.
#pragma once

#include <algorithm>

#include "units.hpp"

namespace karat {

class ExactCounter {
public:
    void configure(const UnitOptions& options) { units_.configure(options); }
    std::size_t columns() const { return 2; }

    void references(std::span<const Text> texts) { units_.load_references(texts); }

    void hypothesis(const Text& text, std::int64_t* row) {
        const auto references = units_.references();
        row[0] = std::find(references.begin(), references.end(), units_.load_hypothesis(text)) != references.end() ? 1 : 0;
        row[1] = 1;
    }

private:
    Units units_;
};

}  // namespace karat
