// Skip-bigrams: two units in their order, with a limited number of others between them.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "ids.hpp"

namespace karat {

class SkipBigrams {
public:
    static constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

    void configure(std::size_t longest_skip, bool unigrams) {
        longest_skip_ = longest_skip;
        unigrams_ = unigrams;
    }

    // How many a text of that length has.
    std::int64_t total(std::size_t length) const;

    // How many both have, each pair no more often than the text that has it less often.
    std::int64_t matches(const Ids& hypothesis, const Ids& reference, Id alphabet);

private:
    void count_after(Id first, const Ids& text, std::vector<std::int64_t>& counts) const;

    std::size_t longest_skip_ = unlimited;
    bool unigrams_ = false;
    std::vector<Id> shared_;
    std::vector<std::int64_t> ours_, theirs_;  // of each unit
};

}  // namespace karat
