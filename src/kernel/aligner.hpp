// METEOR's alignment: a minimum-crossing assignment of words of the hypothesis to words of the reference, stage by
// stage. Within a stage: the largest matching; of those, the fewest crossings, also with earlier stages; then the
// fewest chunks; then the one whose reference positions, read along the hypothesis, come first. README.md has a worked
// example.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "ids.hpp"
#include "layers.hpp"

namespace karat {

class Aligner {
public:
    static constexpr std::int32_t none = -1;

    void begin(std::size_t hypothesis, std::size_t reference);

    // "May be mapped" is an equivalence: words of one class may be mapped to each other; `unknown` is of no class.
    void map_classes(std::span<const Id> hypothesis, std::span<const Id> reference, Id classes);

    // To each word of the hypothesis, in ascending order, the words of the reference that it may be mapped to.
    void map_neighbours(const std::vector<std::vector<std::int32_t>>& neighbours);

    // Something was left out because there would be too much of it.
    void cut_off();

    // To each word of the hypothesis, the position in the reference or `none`.
    std::span<const std::int32_t> links() const { return links_; }
    bool free_in_hypothesis(std::size_t i) const { return links_[i] == none; }
    bool free_in_reference(std::size_t j) const { return !taken_[j]; }
    std::int64_t mapped() const;
    std::int64_t chunks() const;

    // Whether the beam was too narrow in some stage, so that the alignment may not be the best.
    bool cut_short() const { return cut_short_; }

private:
    // The free positions of each class, in order.
    struct Groups {
        std::vector<std::uint32_t> starts;
        std::vector<std::int32_t> positions;

        std::span<const std::int32_t> of(Id group) const {
            return std::span(positions).subspan(starts[group], starts[group + 1] - starts[group]);
        }
    };

    template <class Free> void group(std::span<const Id> ids, Id classes, Free free, Groups& groups);
    void pair_in_order(Id classes);
    void lay_out_classes(std::span<const Id> hypothesis, Id classes);
    std::size_t largest(const std::vector<std::vector<std::int32_t>>& neighbours);
    bool augment(const std::vector<std::vector<std::int32_t>>& neighbours, std::size_t word);
    void accept(std::span<const std::int32_t> found);
    void link(std::size_t i, std::int32_t j);

    std::vector<std::int32_t> links_;
    std::vector<char> taken_;
    Groups in_hypothesis_, in_reference_;
    std::vector<std::uint32_t> ordinal_;
    std::vector<std::int32_t> partner_;  // largest matching: of each reference word
    std::vector<char> visited_;          // of each reference word
    std::vector<std::size_t> reached_;   // those of them that this search has come to
    struct Step {
        std::size_t word, next;  // and which of its neighbours comes next
    };
    std::vector<Step> path_;
    Layers layers_;
    LayerSearch search_;
    bool cut_short_ = false;
};

}  // namespace karat
