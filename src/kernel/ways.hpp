// Beam search with recombination, the frame of searches that go through a hypothesis word by word. A way is a partial
// solution. Of ways with the same future only the best is kept, as in dynamic programming. If there are still too many,
// a beam keeps the most promising; as long as none is lost to it, the search is exact.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "ids.hpp"

namespace karat {

// A State says how good a way is so far and what besides the used positions its future depends on:
//   bool better_than(const State&) const, for two of one future;
//   bool same_future(const State&) const and std::uint64_t key() const;
//   promise: an integer or real number, more is better.
template <class State> class Ways {
public:
    // One way, that has used none of `words` times 64 positions.
    void begin(std::size_t words) {
        words_ = words;
        traces_.clear();
        now_.ways.assign(1, {});
        now_.used.assign(words, 0);
    }

    std::size_t size() const { return now_.ways.size(); }
    bool alive(std::size_t way) const { return now_.ways[way].alive; }
    void end(std::size_t way) { now_.ways[way].alive = false; }
    State& operator[](std::size_t way) { return now_.ways[way].state; }
    const std::uint64_t* used(std::size_t way) const { return now_.used.data() + way * words_; }

    // Begins the next word, at which each way has at most so many children.
    void open(std::size_t children) {
        next_.ways.clear();
        next_.used.clear();
        newest_.clear();
        merging_ = now_.ways.size() > 1 || children > 1;
        if (merging_) table_.clear(now_.ways.size() * children);
    }

    bool merging() const { return merging_; }

    // The way goes on at a position, or at none (any negative number). Of equal ways the first is kept.
    void go_on(std::size_t way, std::int32_t position, const State& child, std::span<const std::uint64_t> used) {
        if (merging_ && known(child, used)) return;
        const auto trace = static_cast<std::uint32_t>(traces_.size());
        traces_.push_back({now_.ways[way].trace, position});
        next_.ways.push_back({child, trace, true});
        next_.used.insert(next_.used.end(), used.begin(), used.end());
    }

    void close() { std::swap(now_, next_); }

    // Applies the beam: keeps the most promising; of equals those that came first. Whether all could stay.
    bool narrow(std::size_t width) {
        promises_.clear();
        for (const Way& way : now_.ways) {
            if (way.alive) promises_.push_back(way.state.promise);
        }
        if (promises_.size() <= width) return true;
        const auto last = promises_.begin() + static_cast<std::ptrdiff_t>(width) - 1;
        std::nth_element(promises_.begin(), last, promises_.end(), std::greater<>());
        const auto better = std::count_if(promises_.begin(), last, [&](const auto& promise) { return promise > *last; });
        std::size_t equals = width - static_cast<std::size_t>(better);
        for (Way& way : now_.ways) {
            if (!way.alive || way.state.promise > *last) continue;
            way.alive = way.state.promise == *last && equals > 0;
            equals -= way.alive;
        }
        return false;
    }

    // The first of the best ways that are left, or `none`.
    static constexpr std::size_t none = static_cast<std::size_t>(-1);
    std::size_t best() const {
        std::size_t best = none;
        for (std::size_t way = 0; way < now_.ways.size(); ++way) {
            if (!now_.ways[way].alive) continue;
            if (best == none || now_.ways[way].state.better_than(now_.ways[best].state)) best = way;
        }
        return best;
    }

    // The position of each word on the way.
    void positions(std::size_t way, std::size_t words, std::vector<std::int32_t>& found) const {
        found.resize(words);
        std::uint32_t trace = now_.ways[way].trace;
        for (std::size_t i = words; i-- > 0; trace = traces_[trace].parent) found[i] = traces_[trace].position;
    }

private:
    struct Way {
        State state{};
        std::uint32_t trace = 0;
        bool alive = true;
    };

    struct Trace {
        std::uint32_t parent;
        std::int32_t position;
    };

    // The positions that way number w has used are `words_` words of bits from w * words_.
    struct Generation {
        std::vector<Way> ways;
        std::vector<std::uint64_t> used;
    };

    struct Entry {
        std::uint64_t key = 0;
        Id stamp = 0;
        Id number = 0;
    };

    // Recombination: whether a way with the same future is there that is no worse. A worse one ends.
    bool known(const State& child, std::span<const std::uint64_t> used) {
        std::uint64_t key = child.key();
        for (const std::uint64_t word : used) key = mixed(key ^ word);
        const auto differs = [&](const Entry& entry) {
            const std::size_t other = newest_[entry.number];
            return !next_.ways[other].state.same_future(child) ||
                   !std::equal(used.begin(), used.end(), next_.used.data() + other * words_);
        };
        const auto number = static_cast<Id>(newest_.size());
        const Id id = table_.intern(key, differs, [&](Entry& entry) { entry.number = number; });
        const auto place = static_cast<std::uint32_t>(next_.ways.size());
        if (id == number) {
            newest_.push_back(place);
            return false;
        }
        Way& other = next_.ways[newest_[id]];
        if (!child.better_than(other.state)) return true;
        other.alive = false;
        newest_[id] = place;
        return false;
    }

    std::size_t words_ = 0;
    Generation now_, next_;
    std::vector<Trace> traces_;
    StampedTable<Entry> table_;
    std::vector<std::uint32_t> newest_;  // for each future, its way
    std::vector<decltype(State::promise)> promises_;
    bool merging_ = false;
};

}  // namespace karat
