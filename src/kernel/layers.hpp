// Beam search over layers, the last step of an alignment: word by word through the hypothesis, in the frame of
// ways.hpp. Partial alignments whose lower bound on crossings is above a known alignment are dropped (branch and
// bound). Where the beam is never full, the result is optimal.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bits.hpp"
#include "ids.hpp"
#include "layer.hpp"
#include "sieve.hpp"
#include "ways.hpp"

namespace karat {

class LayerSearch {
public:
    static constexpr std::int32_t none = -1;

    // The best alignment of all layers onto `reference` positions, with at least `most` words mapped if that is
    // possible. Valid until the next search. Empty where the segment is so long that even a narrow beam takes too long.
    std::span<const std::int32_t> run(const Layers& layers, std::size_t reference, std::size_t most);

    bool cut_short() const { return cut_short_; }

private:
    struct State {
        std::int32_t size = 0;
        std::int32_t crossings = 0;
        std::int32_t joins = 0;
        std::int32_t last = -2;  // where the word before is mapped to
        std::int64_t promise = 0;

        bool better_than(const State& other) const {
            if (size != other.size) return size > other.size;
            if (crossings != other.crossings) return crossings < other.crossings;
            return joins > other.joins;
        }
        bool same_future(const State& other) const { return last == other.last; }
        std::uint64_t key() const { return mixed(static_cast<std::uint64_t>(last) + 3); }
    };

    std::size_t width(const Layers& layers) const;
    void search_what_is_left(const Layers& layers, std::size_t reference);
    void search_everything(const Layers& layers);
    void measure(const Layers& layers);
    bool pass(const Layers& layers, std::size_t width);
    void expand(const Layers& layers, std::size_t at, std::size_t way);
    void follow(const Layers& layers, std::size_t at, std::size_t way, std::int32_t position);
    void compact(const Layers& layers, std::size_t at);
    void close_passed(const Layers& layers);
    void move_together(std::size_t begin, std::size_t end);
    void look_ahead(const Layers& layers, std::size_t at);
    std::int32_t inevitable(const Layers& layers, std::size_t way);
    bool narrow(const Layers& layers, std::size_t at, std::size_t width);
    void finish(std::size_t layers);
    bool hurry(const Layers& layers, std::size_t at);
    void put(State& child, std::int32_t position);
    void take_effort(std::size_t work);
    bool is_late() const { return effort_ > most_effort_; }

    std::size_t words_ = 0, most_ = 0;
    std::vector<std::uint64_t> relevant_;          // for each layer, the positions that it or a later one may take
    std::vector<std::uint32_t> options_after_;     // for each layer, how many later ones have options
    Ways<State> ways_;
    std::vector<std::uint64_t> child_, kept_, open_;
    std::vector<std::size_t> bound_to_;            // positions that later layers are bound to
    std::vector<std::size_t> leaving_;             // positions of later layers that may be left out
    std::vector<std::int32_t> leaving_costs_;      // their crossings with bound layers
    std::vector<std::size_t> choosing_;            // later layers that choose
    std::vector<std::int32_t> costs_;              // crossings of their options with bound layers
    std::vector<std::int32_t> above_;              // for each position, how many used ones lie after it
    std::vector<std::int32_t> to_come_;            // for each layer, crossings among it and later ones that are bound
    std::vector<std::int32_t> joins_after_;        // for each layer, how many of it and later ones may go on a chunk
    std::vector<std::int32_t> found_;
    Sieve sieve_;
    std::int32_t bound_ = 0;                       // no more crossings than a narrower search has found
    std::int32_t least_joins_ = 0;                 // and, with as many, no fewer joins
    std::size_t effort_ = 0, most_effort_ = 0;     // of this alignment; the same on every machine
    bool given_up_ = false;
    bool cut_short_ = false;
};

}  // namespace karat
