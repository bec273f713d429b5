#include "runs.hpp"

#include <algorithm>
#include <cmath>

#include "bits.hpp"

namespace karat {

namespace {

constexpr std::size_t widest = 512;
constexpr std::size_t most_cells = std::size_t{1} << 18;  // words of the hypothesis × words of bits of the reference
constexpr double hair = 1 + 1e-12;                        // sums of powers round

}  // namespace

void RunMatcher::prepare(std::span<const Id> reference, Id alphabet) {
    reference_.assign(reference.begin(), reference.end());
    starts_.assign(alphabet + 2, 0);
    for (const Id word : reference_) {
        if (word < alphabet) ++starts_[word + 2];
    }
    for (std::size_t w = 2; w < starts_.size(); ++w) starts_[w] += starts_[w - 1];
    positions_.resize(starts_.back());
    for (std::size_t j = 0; j < reference_.size(); ++j) {
        if (reference_[j] < alphabet) positions_[starts_[reference_[j] + 1]++] = static_cast<std::uint32_t>(j);
    }
}

std::span<const std::uint32_t> RunMatcher::places(Id word) const {
    if (word == unknown) return {};
    return std::span(positions_).subspan(starts_[word], starts_[word + 1] - starts_[word]);
}

// Runs of two words and more that cannot be longer. Single words are found when they are all that is left.
void RunMatcher::find_runs(std::span<const Id> hypothesis) {
    for (auto& runs : by_length_) runs.clear();
    for (std::size_t i = 0; i + 1 < hypothesis.size(); ++i) {
        for (const std::size_t j : places(hypothesis[i])) {
            if (j + 1 == reference_.size() || hypothesis[i + 1] != reference_[j + 1]) continue;
            if (i > 0 && j > 0 && hypothesis[i - 1] == reference_[j - 1]) continue;
            std::size_t length = 2;
            while (i + length < hypothesis.size() && j + length < reference_.size() &&
                   hypothesis[i + length] == reference_[j + length]) {
                ++length;
            }
            if (by_length_.size() <= length) by_length_.resize(length + 1);
            by_length_[length].push_back({i, j, length});
        }
    }
}

void RunMatcher::take(const Run& run) {
    std::fill_n(taken_in_hypothesis_.begin() + static_cast<std::ptrdiff_t>(run.hypothesis), run.length, 1);
    std::fill_n(taken_in_reference_.begin() + static_cast<std::ptrdiff_t>(run.reference), run.length, 1);
    runs_.push_back(run);
}

void RunMatcher::push_free_parts(const Run& run) {
    std::size_t begin = 0;
    for (std::size_t k = 0; k <= run.length; ++k) {
        const bool ends = k == run.length || taken_in_hypothesis_[run.hypothesis + k] ||
                          taken_in_reference_[run.reference + k];
        if (!ends) continue;
        if (k - begin > 1) by_length_[k - begin].push_back({run.hypothesis + begin, run.reference + begin, k - begin});
        begin = k + 1;
    }
}

// When the runs of a length are taken, all longer ones have been taken or cut: what is whole is as long as any.
void RunMatcher::take_long_runs() {
    for (std::size_t length = by_length_.size(); length-- > 2;) {
        auto& runs = by_length_[length];
        std::sort(runs.begin(), runs.end(), [](const Run& a, const Run& b) {
            return a.hypothesis != b.hypothesis ? a.hypothesis < b.hypothesis : a.reference < b.reference;
        });
        for (std::size_t r = 0; r < runs.size(); ++r) {
            const Run run = runs[r];
            const auto free = [&](std::size_t k) {
                return !taken_in_hypothesis_[run.hypothesis + k] && !taken_in_reference_[run.reference + k];
            };
            bool whole = true;
            for (std::size_t k = 0; k < length && whole; ++k) whole = free(k);
            if (whole) {
                take(run);
            } else {
                push_free_parts(run);
            }
        }
    }
}

void RunMatcher::take_single_words(std::span<const Id> hypothesis) {
    newest_.assign(starts_.size(), 0);  // for each word, how many of its places are known to be taken
    for (std::size_t i = 0; i < hypothesis.size(); ++i) {
        if (taken_in_hypothesis_[i] || hypothesis[i] == unknown) continue;
        const auto there = places(hypothesis[i]);
        std::uint32_t& next = newest_[hypothesis[i]];
        while (next < there.size() && taken_in_reference_[there[next]]) ++next;
        if (next < there.size()) take({i, there[next], 1});
    }
}

std::span<const Run> RunMatcher::greedy(std::span<const Id> hypothesis) {
    cut_short_ = false;
    runs_.clear();
    taken_in_hypothesis_.assign(hypothesis.size(), 0);
    taken_in_reference_.assign(reference_.size(), 0);
    find_runs(hypothesis);
    take_long_runs();
    take_single_words(hypothesis);
    return runs_;
}

double RunMatcher::weight_of(std::span<const Run> runs) const {
    double weight = 0;
    for (const Run& run : runs) weight += weights_[run.length];
    return weight;
}

// How many words from here on agree.
std::size_t RunMatcher::extension(std::size_t at, std::int64_t position) const {
    if (position < 0) return 0;
    const auto j = static_cast<std::size_t>(position);
    std::size_t length = 0;
    while (at + length < hypothesis_.size() && j + length < reference_.size() &&
           hypothesis_[at + length] == reference_[j + length]) {
        ++length;
    }
    return length;
}

void RunMatcher::measure(std::span<const Id> hypothesis, double exponent) {
    hypothesis_ = hypothesis;
    weights_.resize(hypothesis.size() + 1);
    for (std::size_t length = 0; length < weights_.size(); ++length) {
        weights_[length] = std::pow(static_cast<double>(length), exponent);
    }
    words_ = reference_.size() / 64 + 1;
    relevant_.assign((hypothesis.size() + 1) * words_, 0);
    rest_.assign(hypothesis.size() + 1, 0);
    for (std::size_t i = hypothesis.size(); i-- > 0;) {
        std::uint64_t* row = relevant_.data() + i * words_;
        std::copy_n(row + words_, words_, row);
        std::size_t longest = 0;
        for (const std::size_t j : places(hypothesis[i])) {
            set_bit(row, j);
            longest = std::max(longest, extension(i, static_cast<std::int64_t>(j)));
        }
        // As if words of the reference could be taken again and again.
        rest_[i] = rest_[i + 1];
        for (std::size_t length = 1; length <= longest; ++length) {
            rest_[i] = std::max(rest_[i], weights_[length] + rest_[i + length]);
        }
    }
}

double RunMatcher::promise(std::size_t at, const State& state) const {
    double most = rest_[at];
    const std::size_t longest = extension(at, state.last + 1);
    for (std::size_t more = 1; more <= longest; ++more) {
        most = std::max(most, weights_[state.length + more] - weights_[state.length] + rest_[at + more]);
    }
    return state.weight + most;
}

void RunMatcher::follow(std::size_t at, std::size_t state, std::int64_t position) {
    State child = now_[state];
    const std::uint64_t* used = now_used_.data() + state * words_;
    child_.assign(used, used + words_);
    if (position < 0) {
        child.last = -2;
        child.length = 0;
    } else {
        child.length = position == child.last + 1 ? child.length + 1 : 1;
        child.weight += weights_[child.length] - weights_[child.length - 1];
        child.last = position;
        set_bit(child_.data(), static_cast<std::size_t>(position));
    }
    for (std::size_t word = 0; word < words_; ++word) child_[word] &= relevant_[(at + 1) * words_ + word];
    if (extension(at + 1, child.last + 1) == 0) {
        child.last = -2;
        child.length = 0;
    }
    child.promise = promise(at + 1, child);
    if (child.promise <= best_ * hair) return;
    child.trace = static_cast<std::uint32_t>(traces_.size());
    if (known(child)) return;
    next_.push_back(child);
    next_used_.insert(next_used_.end(), child_.begin(), child_.end());
    traces_.push_back({now_[state].trace, position});
}

// Whether a state with the same future is there that weighs as much. A lighter one dies.
bool RunMatcher::known(const State& child) {
    std::uint64_t key = mixed(static_cast<std::uint64_t>(child.last) + 3) ^ child.length;
    for (const std::uint64_t word : child_) key = mixed(key ^ word);
    const auto differs = [&](const Entry& entry) {
        const std::size_t other = newest_[entry.number];
        return next_[other].last != child.last || next_[other].length != child.length ||
               !std::equal(child_.begin(), child_.end(), next_used_.data() + other * words_);
    };
    const auto number = static_cast<Id>(newest_.size());
    const Id id = table_.intern(key, differs, [&](Entry& entry) { entry.number = number; });
    const auto place = static_cast<std::uint32_t>(next_.size());
    if (id == number) {
        newest_.push_back(place);
        return false;
    }
    State& other = next_[newest_[id]];
    if (child.weight <= other.weight) return true;
    other.alive = false;
    newest_[id] = place;
    return false;
}

void RunMatcher::narrow(std::size_t width) {
    std::vector<double> promises;
    for (const State& state : next_) {
        if (state.alive) promises.push_back(state.promise);
    }
    if (promises.size() <= width) return;
    cut_short_ = true;
    const auto last = promises.begin() + static_cast<std::ptrdiff_t>(width) - 1;
    std::nth_element(promises.begin(), last, promises.end(), std::greater<>());
    std::size_t left = width;
    for (State& state : next_) {
        if (!state.alive) continue;
        state.alive = state.promise >= *last && left > 0;
        left -= state.alive;
    }
}

void RunMatcher::collect(const State& best, std::size_t length) {
    runs_.clear();
    std::uint32_t trace = best.trace;
    for (std::size_t i = length; i-- > 0; trace = traces_[trace].parent) {
        const std::int64_t j = traces_[trace].position;
        if (j < 0) continue;
        const auto position = static_cast<std::size_t>(j);
        if (!runs_.empty() && runs_.back().hypothesis == i + 1 && runs_.back().reference == position + 1) {
            runs_.back() = {i, position, runs_.back().length + 1};
        } else {
            runs_.push_back({i, position, 1});
        }
    }
    std::reverse(runs_.begin(), runs_.end());
}

// Word by word through the hypothesis. Ways with the same future are one, and those that cannot weigh more than
// what is known already are given up.
std::span<const Run> RunMatcher::heaviest(std::span<const Id> hypothesis, double exponent) {
    greedy(hypothesis);
    if (exponent == 1 || hypothesis.empty()) return runs_;  // any matching that cannot grow is the heaviest
    if (hypothesis.size() * (reference_.size() / 64 + 1) > most_cells) {
        cut_short_ = true;
        return runs_;
    }
    measure(hypothesis, exponent);
    best_ = weight_of(runs_);
    if (rest_[0] <= best_ * hair) return runs_;
    traces_.clear();
    now_.assign(1, State{});
    now_used_.assign(words_, 0);
    for (std::size_t i = 0; i < hypothesis.size() && !now_.empty(); ++i) {
        next_.clear();
        next_used_.clear();
        newest_.clear();
        const auto there = places(hypothesis[i]);
        table_.clear(now_.size() * (there.size() + 1));
        for (std::size_t state = 0; state < now_.size(); ++state) {
            if (!now_[state].alive) continue;
            for (const std::size_t j : there) {
                if (!has_bit(now_used_.data() + state * words_, j)) follow(i, state, static_cast<std::int64_t>(j));
            }
            follow(i, state, -1);
        }
        narrow(widest);
        std::swap(now_, next_);
        std::swap(now_used_, next_used_);
    }
    const State* best = nullptr;
    for (const State& state : now_) {
        if (state.alive && (best == nullptr || state.weight > best->weight)) best = &state;
    }
    if (best != nullptr && best->weight > best_ * hair) collect(*best, hypothesis.size());
    return runs_;
}

}  // namespace karat
