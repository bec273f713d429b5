#include "exchange.hpp"

#include <algorithm>

#include "stopping.hpp"

namespace karat {

namespace {

constexpr std::size_t most_work = std::size_t{1} << 21;  // options that are looked at
constexpr std::size_t sweeps_between_descents = 4;

}  // namespace

std::size_t Exchange::box_of(const Link& link) const {
    const std::int32_t ours = box_of_ours_[static_cast<std::size_t>(link.i)];
    return static_cast<std::size_t>(ours != none ? ours : box_of_theirs_[static_cast<std::size_t>(link.j)]);
}

bool Exchange::is_single(const LinkGrids& grids, const Link& link) const {
    return grids.possible(link) && grids.boxes().single(box_of(link));
}

// The words that have a choice, and their options.
void Exchange::collect(const LinkGrids& grids) {
    const Boxes& boxes = grids.boxes();
    words_.clear();
    options_.clear();
    first_word_.clear();
    box_of_ours_.assign(grids.hypothesis() + 1, none);
    box_of_theirs_.assign(grids.reference() + 1, none);
    for (std::size_t box = 0; box < grids.bound(); ++box) {
        box_of_ours_[static_cast<std::size_t>(boxes.top[box])] = static_cast<std::int32_t>(box);
    }
    for (std::size_t g = 0; g < grids.grids().size(); ++g) {
        const Grid& grid = grids.grids()[g];
        const bool fewer = grid.chain.hypothesis.size() < grid.chain.reference.size();
        first_word_.push_back(static_cast<std::uint32_t>(words_.size()));
        for (std::size_t word = 0; word < grid.words; ++word) {
            const std::size_t box = grid.first_box + word;
            auto& of_box = fewer ? box_of_ours_ : box_of_theirs_;
            of_box[static_cast<std::size_t>((fewer ? grid.chain.hypothesis : grid.chain.reference)[word])] =
                static_cast<std::int32_t>(box);
            if (boxes.single(box)) continue;
            const std::size_t first = options_.size();
            for (std::size_t skipped = 0; skipped < grid.width(); ++skipped) {
                const Link link = grid.link(word, skipped);
                if (grids.possible(link)) options_.push_back({link, grid.cell(word, skipped)});
            }
            words_.push_back({box, first, options_.size() - first, static_cast<std::uint32_t>(g), fewer});
        }
    }
    first_word_.push_back(static_cast<std::uint32_t>(words_.size()));
    std::size_t most = 0;
    for (const Word& word : words_) most = std::max(most, word.count);
    least_before_.resize(most + 1);
    least_behind_.resize(most + 1);
}

// The constant part of the bound: what words without a choice cost among themselves.
Cost Exchange::single_cost(const LinkGrids& grids) const {
    const Boxes& boxes = grids.boxes();
    std::int64_t crossings = 0, joins = 0;
    for (std::size_t box = 0; box < boxes.size(); ++box) {
        if (!boxes.single(box)) continue;
        const Link link = boxes.first(box);
        spend(box);
        for (std::size_t other = 0; other < box; ++other) crossings += boxes.single(other) && boxes.first(other).crosses(link);
        joins += is_single(grids, {link.i - 1, link.j - 1});
    }
    return prices_.of(crossings, joins);
}

// Unary costs: what options cost with words that have no choice. A join of two words of one class is not a pairwise
// cost of this model, so the later one is given its gain in any case; the bound stays valid.
void Exchange::pay_for_singles(const LinkGrids& grids) {
    Boxes singles = grids.boxes();
    for (std::size_t box = 0; box < singles.size(); ++box) singles.weight[box] = singles.single(box) ? 2 : 0;
    costs_.assign(grids.cells(), impossible);
    for (const Grid& grid : grids.grids()) {
        for (std::size_t word = 0; word < grid.words; ++word) {
            for (std::size_t skipped = 0; skipped < grid.width(); ++skipped) {
                if (grids.possible(grid.link(word, skipped))) costs_[grid.cell(word, skipped)] = 0;
            }
        }
    }
    for (const Word& word : words_) {
        spend(word.count * singles.size());
        for (const Option& option : std::span(options_).subspan(word.options, word.count)) {
            const Link before{option.link.i - 1, option.link.j - 1}, after{option.link.i + 1, option.link.j + 1};
            const Grid& grid = grids.grids()[word.grid];
            const auto own = [&](const Link& link) {
                const std::size_t box = box_of(link);
                return box >= grid.first_box && box < grid.first_box + grid.words;
            };
            const bool joins = grids.possible(before) && (is_single(grids, before) || own(before));
            const bool joined = static_cast<std::size_t>(after.i) < grids.hypothesis() &&
                                static_cast<std::size_t>(after.j) < grids.reference() && is_single(grids, after);
            const std::int64_t crossings = singles.certain_crossings(option.link, option.link, singles.size()) / 2;
            costs_[option.cell] = prices_.of(crossings, joins + joined);
        }
    }
}

// Builds the edges: pairs of words whose cost depends on what is chosen. A pair costs at least −join, which one of the
// two pays from the start. Whether there are few enough edges.
bool Exchange::connect(const LinkGrids& grids) {
    const Boxes& boxes = grids.boxes();
    if (edges_.size() < words_.size()) edges_.resize(words_.size());
    for (auto& edges : edges_) edges.clear();
    messages_.clear();
    meetings_.clear();
    work_ = 0;
    for (std::uint32_t a = 0; a < words_.size(); ++a) {
        spend(words_.size() - a);
        for (std::uint32_t b = first_word_[words_[a].grid + 1]; b < words_.size(); ++b) {
            const std::size_t ours = words_[a].box, theirs = words_[b].box;
            const bool above = boxes.bottom[ours] < boxes.top[theirs], below = boxes.top[ours] > boxes.bottom[theirs];
            const bool before = boxes.right[ours] < boxes.left[theirs], behind = boxes.left[ours] > boxes.right[theirs];
            if ((above && behind) || (below && before)) {
                bound_ += prices_.crossing;
                continue;
            }
            const bool apart = boxes.bottom[ours] + 1 < boxes.top[theirs] || boxes.top[ours] > boxes.bottom[theirs] + 1 ||
                               boxes.right[ours] + 1 < boxes.left[theirs] || boxes.left[ours] > boxes.right[theirs] + 1;
            if (((above && before) || (below && behind)) && apart) continue;
            const std::size_t mine = messages_.size(), other = mine + words_[a].count;
            messages_.resize(mine + words_[a].count, -Prices::join);
            messages_.resize(other + words_[b].count, 0);
            for (const Option& option : std::span(options_).subspan(words_[a].options, words_[a].count)) {
                costs_[option.cell] -= Prices::join;
            }
            meet(words_[a], words_[b]);
            meet(words_[b], words_[a]);
            edges_[a].push_back({b, mine, other});
            edges_[b].push_back({a, other, mine});
            spend(8 * (words_[a].count + words_[b].count));
            work_ += 2 * (words_[a].count + words_[b].count);
            if (spent_ + work_ > most_work) return false;
        }
    }
    return true;
}

// The options of a neighbour share one position and rise in the other. So an option crosses exactly those before it, or
// exactly those behind it, and a minimum over pairs needs only prefix and suffix minima.
void Exchange::meet(const Word& word, const Word& other) {
    const std::span theirs = std::span(options_).subspan(other.options, other.count);
    const auto rising = [&](const Link& link) { return other.ours ? link.j : link.i; };
    const auto shared = [&](const Link& link) { return other.ours ? link.i : link.j; };
    std::uint32_t before = 0;
    for (const Option& mine : std::span(options_).subspan(word.options, word.count)) {
        const std::int32_t here = rising(mine.link), step = shared(theirs[0].link) - shared(mine.link);
        while (before < other.count && rising(theirs[before].link) < here) ++before;
        const bool joins = (step == 1 && before < other.count && rising(theirs[before].link) == here + 1) ||
                           (step == -1 && before > 0 && rising(theirs[before - 1].link) == here - 1);
        meetings_.push_back({before, step > 0, joins});
    }
}

// Pull: the word takes over all that its pairs must cost. Each message becomes the least of what the neighbour leaves.
void Exchange::pull(const Word& word, std::span<const Edge> edges) {
    const Option* const options = options_.data() + word.options;
    const Cost prices[] = {0, prices_.crossing};
    own_.resize(word.count);
    for (std::size_t a = 0; a < word.count; ++a) own_[a] = costs_[options[a].cell];
    for (const Edge& edge : edges) {
        spend(4 * word.count);
        const Cost* const paid = messages_.data() + edge.theirs;
        measure_others(paid, words_[edge.other].count);
        const Cost* const before = least_before_.data();
        const Cost* const behind = least_behind_.data();
        const Meeting* const meetings = meetings_.data() + edge.mine;
        Cost* const messages = messages_.data() + edge.mine;
        for (std::size_t a = 0; a < word.count; ++a) {
            if (own_[a] >= impossible) continue;
            const Meeting at = meetings[a];
            Cost least = std::min(before[at.before] + prices[at.crosses_before], behind[at.before] + prices[!at.crosses_before]);
            if (at.joins) least = std::min(least, -paid[at.crosses_before ? at.before : at.before - 1] - Prices::join);
            own_[a] += least - messages[a];
            messages[a] = least;
        }
    }
    for (std::size_t a = 0; a < word.count; ++a) costs_[options[a].cell] = own_[a];
}

// Prefix and suffix minima over the options of a neighbour: those before each, and those from it on.
void Exchange::measure_others(const Cost* paid, std::size_t count) {
    Cost* const before = least_before_.data();
    Cost* const behind = least_behind_.data();
    Cost forwards = impossible, backwards = impossible;
    before[0] = behind[count] = impossible;
    for (std::size_t b = 0; b < count; ++b) {  // two chains of minima, which do not wait for each other
        before[b + 1] = forwards = std::min(forwards, -paid[b]);
        behind[count - 1 - b] = backwards = std::min(backwards, -paid[count - 1 - b]);
    }
}

// Settle: the class's cheapest path becomes its part of the bound, and reduced-cost fixing drops cells. Whether it
// dropped some.
bool Exchange::settle(LinkGrids& grids, std::size_t number, Cost best) {
    const Grid& grid = grids.grids()[number];
    const auto costs = std::span(costs_).subspan(grid.first_cell, grid.words * grid.width());
    ways_.measure(grid, costs);
    bound_ += ways_.least() - least_[number];
    least_[number] = ways_.least();
    std::copy(costs.begin(), costs.end(), pulled_.begin() + static_cast<std::ptrdiff_t>(grid.first_cell));
    if (!drop_above(grids, grid, ways_, best - bound_ + ways_.least())) return false;
    for (std::uint32_t w = first_word_[number]; w < first_word_[number + 1]; ++w) {
        for (std::size_t a = 0; a < words_[w].count; ++a) {
            const Option& option = options_[words_[w].options + a];
            if (grids.possible(option.link)) continue;
            costs_[option.cell] = impossible;
            for (const Edge& edge : edges_[w]) messages_[edge.mine + a] = -impossible;
        }
    }
    return true;
}

// Push: what options cost beyond the cheapest path is given back to their edges in equal shares, so that neighbours can
// use it. If n words of the class are still to come, the first of them gives one n-th, so that all of them give some.
void Exchange::push(const Grid& grid, std::size_t number) {
    const auto costs = std::span(costs_).subspan(grid.first_cell, grid.words * grid.width());
    ways_.begin(grid, costs);
    std::uint32_t next = first_word_[number];
    const std::uint32_t end = first_word_[number + 1];
    for (std::size_t w = 0; w < grid.words; ++w) {
        ways_.meet(w, costs);
        if (next < end && words_[next].box == grid.first_box + w) {
            const Word& word = words_[next];
            const auto edges = static_cast<Cost>(edges_[next].size());
            for (std::size_t a = 0; a < word.count && edges > 0; ++a) {
                const Option& option = options_[word.options + a];
                if (costs_[option.cell] >= impossible) continue;
                const Cost beyond = ways_.through(w, option.cell - grid.cell(w, 0)) - ways_.least();
                const Cost share = beyond / static_cast<Cost>(end - next) / edges;
                costs_[option.cell] -= share * edges;
                for (const Edge& edge : edges_[next]) messages_[edge.mine + a] -= share;
            }
            ++next;
        }
        ways_.advance(w, costs);
    }
}

void Exchange::run(LinkGrids& grids, const Prices& prices, Descent& descent, std::size_t most_sweeps) {
    prices_ = prices;
    collect(grids);
    bound_ = single_cost(grids);
    pay_for_singles(grids);
    if (!connect(grids)) return;
    pulled_ = costs_;
    least_.clear();
    for (const Grid& grid : grids.grids()) {
        ways_.measure(grid, std::span(costs_).subspan(grid.first_cell, grid.words * grid.width()));
        least_.push_back(ways_.least());
        bound_ += ways_.least();
    }
    for (std::size_t sweep = 0; sweep < most_sweeps && spent_ < most_work; ++sweep) {
        spent_ += work_;
        for (std::size_t g = 0; g < grids.grids().size(); ++g) {
            for (std::uint32_t w = first_word_[g]; w < first_word_[g + 1]; ++w) pull(words_[w], edges_[w]);
            settle(grids, g, descent.best());
            push(grids.grids()[g], g);
        }
        if (bound_ > descent.best() - Prices::join) break;
        if (sweep % sweeps_between_descents == sweeps_between_descents - 1) descent.run(grids, pulled_);
    }
}

}  // namespace karat
