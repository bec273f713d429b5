// The row of an error rate: the fewest errors against any reference, and the references' mean length in parts.
#pragma once

#include <algorithm>

#include "lengths.hpp"
#include "units.hpp"

namespace karat {

template <class Distance> class ErrorCounter {
public:
    void configure(const UnitOptions& options) { units_.configure(options); }
    std::size_t columns() const { return 2; }

    void references(std::span<const Text> texts) {
        units_.load_references(texts);
        lengths_.clear();
        for (const Ids& reference : units_.references()) lengths_.push_back(static_cast<std::int64_t>(reference.size()));
    }

    void hypothesis(const Text& text, std::int64_t* row) {
        const Ids& hypothesis = units_.load_hypothesis(text);
        row[0] = std::numeric_limits<std::int64_t>::max();
        for (const Ids& reference : units_.references()) {
            row[0] = std::min(row[0], distance_.count(hypothesis, reference, units_.alphabet()));
        }
        row[1] = mean_in_parts(lengths_);
    }

private:
    Units units_;
    std::vector<std::int64_t> lengths_;
    Distance distance_;
};

}  // namespace karat
