#include "layers.hpp"

#include <algorithm>
#include <limits>

#include "stopping.hpp"

namespace karat {

namespace {

constexpr std::size_t narrow_width = 16;
constexpr std::size_t widest = 256;
constexpr std::size_t most_work = std::size_t{1} << 15;   // states × words of bits, over all layers
constexpr std::size_t most_effort = 250'000;              // about as many nanoseconds for each word of both texts
constexpr std::size_t most_cells = std::size_t{1} << 22;  // layers × words of bits
constexpr std::int32_t no_bound = std::numeric_limits<std::int32_t>::max();

}  // namespace

std::span<const std::int32_t> LayerSearch::run(const Layers& layers, std::size_t reference, std::size_t most) {
    words_ = reference / 64 + 1;
    most_ = most;
    const std::size_t cells = layers.of_words.size() * words_;
    cut_short_ = cells > most_cells;
    if (cut_short_) return {};
    bound_ = no_bound;
    effort_ = 0;
    most_effort_ = most_effort * (layers.of_words.size() + reference);
    given_up_ = false;
    found_.clear();
    least_joins_ = 0;
    if (most == 0 && Sieve::takes(layers)) {
        search_what_is_left(layers, reference);
    } else {
        search_everything(layers);
    }
    return found_;
}

// The width of the beam.
std::size_t LayerSearch::width(const Layers& layers) const {
    return std::clamp(most_work / std::max<std::size_t>(layers.of_words.size() * words_, 1), narrow_width, widest);
}

void LayerSearch::search_what_is_left(const Layers& layers, std::size_t reference) {
    const Layers& left = sieve_.sift(layers, reference);
    const Descent& known = sieve_.known();
    found_.assign(known.links().begin(), known.links().end());
    if (!sieve_.choice()) return;
    bound_ = known.crossings();
    least_joins_ = known.joins();
    measure(left);
    cut_short_ = !pass(left, width(left));
}

// What a narrow beam finds is an upper bound for a wide one.
void LayerSearch::search_everything(const Layers& layers) {
    measure(layers);
    if (pass(layers, narrow_width)) return;
    cut_short_ = width(layers) == narrow_width || is_late() || !pass(layers, width(layers));
}

namespace {

bool may_join(const Layer& before, const Layer& layer) {
    return std::any_of(before.options.begin(), before.options.end(), [&](std::int32_t j) {
        return std::binary_search(layer.options.begin(), layer.options.end(), j + 1);
    });
}

}  // namespace

void LayerSearch::measure(const Layers& layers) {
    relevant_.assign((layers.of_words.size() + 1) * words_, 0);
    options_after_.assign(layers.of_words.size() + 1, 0);
    for (std::size_t i = layers.of_words.size(); i-- > 0;) {
        std::uint64_t* row = relevant_.data() + i * words_;
        std::copy_n(row + words_, words_, row);
        for (const std::int32_t j : layers.of_words[i].options) set_bit(row, static_cast<std::size_t>(j));
        options_after_[i] = options_after_[i + 1] + (layers.of_words[i].options.empty() ? 0 : 1);
    }
    to_come_.assign(layers.of_words.size() + 1, 0);
    joins_after_.assign(layers.of_words.size() + 1, 0);
    open_.assign(words_, 0);
    for (std::size_t i = layers.of_words.size(); i-- > 0;) {
        const Layer& layer = layers.of_words[i];
        to_come_[i] = to_come_[i + 1];
        spend(8 * layer.options.size() + words_);
        joins_after_[i] = joins_after_[i + 1] + (i > 0 && may_join(layers.of_words[i - 1], layer));
        if (layer.kind != Layer::Kind::Bound) continue;
        to_come_[i] += count_bits(open_.data(), 0, static_cast<std::size_t>(layer.options[0]));
        set_bit(open_.data(), static_cast<std::size_t>(layer.options[0]));
    }
}

// One search through all layers. Whether the beam was never full, so that the search is exact.
bool LayerSearch::pass(const Layers& layers, std::size_t width) {
    bool whole = true;
    ways_.begin(words_);
    for (std::size_t i = 0; i < layers.of_words.size(); ++i) {
        if (is_late()) {
            whole = false;
            if (!hurry(layers, i)) return false;
            break;
        }
        ways_.open(layers.of_words[i].options.size() + 1);
        for (std::size_t way = 0; way < ways_.size(); ++way) {
            take_effort(words_);
            if (ways_.alive(way)) expand(layers, i, way);
        }
        ways_.close();
        if (ways_.size() > narrow_width) whole = narrow(layers, i + 1, width) && whole;
    }
    finish(layers.of_words.size());
    return whole;
}

void LayerSearch::take_effort(std::size_t work) {
    effort_ += work;
    spend(work);
}

// The rest of a search that takes too long: the most promising way goes on alone, with the next word of a chunk if it can,
// else with the first position that it may take. False where that might map fewer words than possible.
bool LayerSearch::hurry(const Layers& layers, std::size_t at) {
    ways_.narrow(1);
    std::size_t way = ways_.best();
    for (; way != ways_.none && at < layers.of_words.size(); ++at) {
        const Layer& layer = layers.of_words[at];
        if (layer.kind == Layer::Kind::Open) return false;
        const auto free = [&](std::int32_t j) { return !has_bit(ways_.used(way), static_cast<std::size_t>(j)); };
        const std::int32_t next = ways_[way].last + 1;
        spend(layer.options.size() + 4 * words_);
        std::int32_t chosen = none;
        if (layer.kind == Layer::Kind::Bound) {
            chosen = layer.options[0];
        } else if (layer.kind == Layer::Kind::Choosing) {
            std::size_t first = layer.options.size();
            while (first > 0 && free(layer.options[first - 1])) --first;
            const auto allowed = layer.options.subspan(first);
            if (allowed.empty()) return false;
            chosen = std::binary_search(allowed.begin(), allowed.end(), next) ? next : allowed[0];
        } else if (layer.kind == Layer::Kind::Leaving) {
            std::size_t first = 0;
            while (first < layer.options.size() && !free(layer.options[first])) ++first;
            if (first < layer.options.size()) chosen = layer.options[first];
        }
        ways_.open(1);
        child_.assign(ways_.used(way), ways_.used(way) + words_);
        State child = ways_[way];
        put(child, chosen);
        ways_.go_on(way, chosen, child, child_);
        ways_.close();
        way = 0;
    }
    given_up_ = true;
    return true;
}

// Children in the order of their positions, the one without a position last: of equal ways the first is kept.
void LayerSearch::expand(const Layers& layers, std::size_t at, std::size_t way) {
    const Layer& layer = layers.of_words[at];
    const auto taken = [&](std::int32_t j) {
        return has_bit(ways_.used(way), static_cast<std::size_t>(j));
    };
    switch (layer.kind) {
        case Layer::Kind::Unmapped: follow(layers, at, way, none); break;
        case Layer::Kind::Bound: follow(layers, at, way, layer.options[0]); break;
        case Layer::Kind::Choosing: {
            std::size_t first = layer.options.size();
            while (first > 0 && !taken(layer.options[first - 1])) --first;
            for (const std::int32_t j : layer.options.subspan(first)) follow(layers, at, way, j);
            break;
        }
        case Layer::Kind::Leaving: {
            std::size_t next = 0;
            while (next < layer.options.size() && taken(layer.options[next])) ++next;
            if (next < layer.options.size()) follow(layers, at, way, layer.options[next]);
            if (next > 0 || layer.may_stay_out) follow(layers, at, way, none);
            break;
        }
        case Layer::Kind::Open: {
            for (const std::int32_t j : layer.options) {
                if (!taken(j)) follow(layers, at, way, j);
            }
            // With too few mapped so far, staying out cannot lead to the largest set.
            const auto size = static_cast<std::size_t>(ways_[way].size);
            if (size + options_after_[at + 1] >= most_) follow(layers, at, way, none);
        }
    }
}

void LayerSearch::follow(const Layers& layers, std::size_t at, std::size_t way, std::int32_t position) {
    take_effort(100 + (ways_.merging() ? 48 : 4) * words_);
    State child = ways_[way];
    const std::uint64_t* used = ways_.used(way);
    child_.assign(used, used + words_);
    put(child, position);
    if (ways_.merging() && at + 1 < layers.of_words.size()) {
        const auto options = layers.of_words[at + 1].options;
        if (!std::binary_search(options.begin(), options.end(), child.last + 1)) child.last = -2;
        compact(layers, at + 1);
    }
    ways_.go_on(way, position, child, child_);
}

// Adds a position, or none, to a state and to what it has used (`child_`).
void LayerSearch::put(State& child, std::int32_t position) {
    if (position != none) {
        const auto j = static_cast<std::size_t>(position);
        child.crossings += count_bits(child_.data(), j + 1, words_ * 64);
        child.joins += child.last + 1 == position;
        ++child.size;
        set_bit(child_.data(), j);
    }
    child.last = position == none ? -2 : position;
}

// Canonical form of a state, for recombination. What lies ahead depends on the used positions only through which of
// those that may still be taken are used, and how many lie between them: these are moved together, so that states with
// one future look the same.
void LayerSearch::compact(const Layers& layers, std::size_t at) {
    const std::uint64_t* relevant = relevant_.data() + at * words_;
    open_.assign(relevant, relevant + words_);
    close_passed(layers);
    kept_.assign(words_, 0);
    std::size_t before = 0;
    bool any = false;
    for (std::size_t word = 0; word < words_; ++word) {
        for (std::uint64_t rest = open_[word]; rest != 0; rest &= rest - 1) {
            const std::size_t j = word * 64 + static_cast<std::size_t>(std::countr_zero(rest));
            if (any) move_together(before + 1, j);
            if (has_bit(child_.data(), j)) set_bit(kept_.data(), j);
            before = j;
            any = true;
        }
    }
    if (any) move_together(before + 1, words_ * 64);
    std::swap(child_, kept_);
}

// Where a class chooses among its positions, those before its last one will not be taken any more.
void LayerSearch::close_passed(const Layers& layers) {
    for (const auto& [hypothesis, positions] : layers.chains) {
        if (hypothesis.size() > positions.size()) continue;
        const auto used = [&](std::int32_t position) {
            const auto j = static_cast<std::size_t>(position);
            return has_bit(open_.data(), j) && has_bit(child_.data(), j);
        };
        std::size_t last = positions.size();
        while (last > 0 && !used(positions[last - 1])) --last;
        for (std::size_t k = 0; k + 1 < last; ++k) {
            const auto j = static_cast<std::size_t>(positions[k]);
            open_[j / 64] &= ~(1ULL << j % 64);
        }
    }
}

void LayerSearch::move_together(std::size_t begin, std::size_t end) {
    const int count = count_bits(child_.data(), begin, end);
    for (int i = 0; i < count; ++i) set_bit(kept_.data(), begin + static_cast<std::size_t>(i));
}

// The part of the lower bound that all states share. What is known of the layers from `at` on: where they are bound to;
// for each option of those that choose, the crossings with bound ones; for each position of a class that leaves words
// out, the fewest crossings with bound ones, since in the end all its positions are taken.
void LayerSearch::look_ahead(const Layers& layers, std::size_t at) {
    bound_to_.clear();
    leaving_.clear();
    choosing_.clear();
    leaving_costs_.assign(words_ * 64, no_bound);
    costs_.clear();
    open_.assign(words_, 0);  // bound before the layer
    kept_.assign(words_, 0);  // bound after it
    for (std::size_t i = at; i < layers.of_words.size(); ++i) {
        const Layer& layer = layers.of_words[i];
        if (layer.kind == Layer::Kind::Bound) set_bit(kept_.data(), static_cast<std::size_t>(layer.options[0]));
    }
    for (std::size_t i = at; i < layers.of_words.size(); ++i) {
        const Layer& layer = layers.of_words[i];
        take_effort(layer.options.size() * words_ + 1);
        if (layer.kind == Layer::Kind::Choosing) {
            choosing_.push_back(i);
            for (const std::int32_t option : layer.options) {
                const auto j = static_cast<std::size_t>(option);
                costs_.push_back(count_bits(open_.data(), j + 1, words_ * 64) + count_bits(kept_.data(), 0, j));
            }
        } else if (layer.kind == Layer::Kind::Leaving) {
            for (const std::int32_t option : layer.options) {
                const auto j = static_cast<std::size_t>(option);
                if (leaving_costs_[j] == no_bound) leaving_.push_back(j);
                const int cost = count_bits(open_.data(), j + 1, words_ * 64) + count_bits(kept_.data(), 0, j);
                leaving_costs_[j] = std::min(leaving_costs_[j], cost);
            }
        } else if (layer.kind == Layer::Kind::Bound) {
            const auto j = static_cast<std::size_t>(layer.options[0]);
            bound_to_.push_back(j);
            set_bit(open_.data(), j);
            kept_[j / 64] &= ~(1ULL << j % 64);
        }
    }
}

// A lower bound on the crossings that are still to come for a state.
std::int32_t LayerSearch::inevitable(const Layers& layers, std::size_t way) {
    const std::uint64_t* used = ways_.used(way);
    take_effort(64 * words_ + costs_.size());
    above_.resize(words_ * 64);
    std::int32_t count = 0;
    for (std::size_t word = words_; word-- > 0;) {
        std::uint64_t rest = used[word];
        for (std::size_t j = (word + 1) * 64; j-- > word * 64; rest <<= 1) {
            above_[j] = count;
            count += static_cast<std::int32_t>(rest >> 63);
        }
    }
    std::int32_t crossings = 0;
    for (const std::size_t j : bound_to_) crossings += above_[j];
    for (const std::size_t j : leaving_) {
        if (!has_bit(used, j)) crossings += above_[j] + leaving_costs_[j];
    }
    auto cost = costs_.begin();
    for (const std::size_t i : choosing_) {
        std::int32_t least = no_bound;
        for (const std::int32_t j : layers.of_words[i].options) {
            least = std::min(least, *cost++ + above_[static_cast<std::size_t>(j)]);
        }
        crossings += least;
    }
    return crossings;
}

// Branch and bound, then the beam: drops ways whose bound is above the known alignment, and then the least promising
// beyond `width`. Whether none of the latter had to go.
bool LayerSearch::narrow(const Layers& layers, std::size_t at, std::size_t width) {
    look_ahead(layers, at);
    for (std::size_t way = 0; way < ways_.size(); ++way) {
        if (!ways_.alive(way)) continue;
        State& state = ways_[way];
        const std::int64_t crossings = std::int64_t{state.crossings} + inevitable(layers, way) + to_come_[at];
        const bool enough_joins = state.joins + joins_after_[at] >= least_joins_;
        if (crossings > bound_ || (crossings == bound_ && !enough_joins)) ways_.end(way);
        // Where classes are mapped, every way leads to as many in the end.
        const std::int64_t missing = most_ > 0 ? static_cast<std::int64_t>(most_) - state.size : 0;
        state.promise = std::min(state.joins, 65535) - (missing * (std::int64_t{1} << 24) + crossings) * 65536;
    }
    return ways_.narrow(width);
}

void LayerSearch::finish(std::size_t layers) {
    const std::size_t best = ways_.best();
    if (best == ways_.none) return;  // none is as good as what is known
    const State& state = ways_[best];
    const bool better = state.crossings < bound_ || (state.crossings == bound_ && state.joins > least_joins_);
    if (given_up_ && bound_ != no_bound && !better) return;
    ways_.positions(best, layers, found_);
    if (static_cast<std::size_t>(state.size) < most_) return;
    bound_ = state.crossings;
    least_joins_ = state.joins;
}

}  // namespace karat
