#include "runs.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "bits.hpp"
#include "stopping.hpp"

namespace karat {

namespace {

constexpr std::size_t widest = 512, narrowest = 4;
constexpr std::size_t most_work = std::size_t{1} << 24;   // hits × words of bits that a search looks at
constexpr std::size_t most_of_one = std::size_t{1} << 14;  // the same for a beam of one way, for each word of both texts
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

// Stretches of two free words and more that cannot be longer, in the order of the hypothesis and then of the reference.
// `found` may take what it is given. Single words are found when they are all that is left.
template <class Found> void RunMatcher::find_free(std::span<const Id> hypothesis, Found found) {
    for (std::size_t i = 0; i + 1 < hypothesis.size(); ++i) {
        spend(places(hypothesis[i]).size());
        for (const std::size_t j : places(hypothesis[i])) {
            const auto goes_on = [&](std::size_t k) {
                return i + k < hypothesis.size() && j + k < reference_.size() && hypothesis[i + k] == reference_[j + k] &&
                       is_free(i + k, j + k);
            };
            if (!goes_on(1) || !is_free(i, j)) continue;
            if (i > 0 && j > 0 && hypothesis[i - 1] == reference_[j - 1] && is_free(i - 1, j - 1)) continue;
            std::size_t length = 2;
            while (goes_on(length)) ++length;
            spend(length);
            found({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j)}, length);
        }
    }
}

// Keeps the free stretches by their length. Where they are too many, only the longest: from which length on all are kept.
std::size_t RunMatcher::keep_longest(std::span<const Id> hypothesis) {
    for (auto& starts : by_length_) starts.clear();
    std::size_t kept = 0, shortest = 2;
    find_free(hypothesis, [&](Start start, std::size_t length) {
        if (length < shortest) return;
        if (by_length_.size() <= length) by_length_.resize(length + 1);
        by_length_[length].push_back(start);
        for (++kept; kept > most_kept_; ++shortest) kept -= std::exchange(by_length_[shortest], {}).size();
    });
    return shortest;
}

void RunMatcher::take(Start start, std::size_t length) {
    std::fill_n(taken_in_hypothesis_.begin() + start.hypothesis, length, 1);
    std::fill_n(taken_in_reference_.begin() + start.reference, length, 1);
    runs_.push_back({start.hypothesis, start.reference, length});
}

void RunMatcher::keep_free_parts(Start start, std::size_t length, std::size_t shortest) {
    std::uint32_t begin = 0;
    for (std::uint32_t k = 0; k <= length; ++k) {
        if (k < length && is_free(start.hypothesis + k, start.reference + k)) continue;
        if (k - begin >= shortest) by_length_[k - begin].push_back({start.hypothesis + begin, start.reference + begin});
        begin = k + 1;
    }
}

// When the stretches of a length are taken, all longer ones have been taken or cut: what is whole is as long as any.
void RunMatcher::take_kept(std::size_t shortest) {
    for (std::size_t length = by_length_.size(); length-- > shortest;) {
        auto& starts = by_length_[length];
        std::sort(starts.begin(), starts.end());
        for (std::size_t s = 0; s < starts.size(); ++s) {
            const Start start = starts[s];
            spend(2 * length);
            bool whole = true;
            for (std::size_t k = 0; k < length && whole; ++k) whole = is_free(start.hypothesis + k, start.reference + k);
            if (whole) {
                take(start, length);
            } else {
                keep_free_parts(start, length, shortest);
            }
        }
    }
}

void RunMatcher::take_single_words(std::span<const Id> hypothesis) {
    seen_.assign(starts_.size(), 0);
    for (std::size_t i = 0; i < hypothesis.size(); ++i) {
        if (taken_in_hypothesis_[i] || hypothesis[i] == unknown) continue;
        const auto there = places(hypothesis[i]);
        std::uint32_t& next = seen_[hypothesis[i]];
        while (next < there.size() && taken_in_reference_[there[next]]) ++next;
        if (next < there.size()) take({static_cast<std::uint32_t>(i), there[next]}, 1);
    }
}

std::span<const Run> RunMatcher::greedy(std::span<const Id> hypothesis) {
    cut_short_ = false;
    runs_.clear();
    taken_in_hypothesis_.assign(hypothesis.size(), 0);
    taken_in_reference_.assign(reference_.size(), 0);
    for (std::size_t shortest = unknown; shortest > 2;) {
        shortest = keep_longest(hypothesis);
        take_kept(shortest);
        if (shortest == 2) break;
        // Of those that were too many, the next length is taken in the order in which it is found.
        --shortest;
        find_free(hypothesis, [&](Start start, std::size_t length) {
            if (length == shortest) take(start, length);
        });
    }
    take_single_words(hypothesis);
    return runs_;
}

double RunMatcher::weight_of(std::span<const Run> runs) const {
    double weight = 0;
    for (const Run& run : runs) weight += weights_[run.length];
    return weight;
}

// How many words from here on agree.
std::size_t RunMatcher::extension(std::size_t at, std::int32_t position) const {
    if (position < 0) return 0;
    const auto j = static_cast<std::size_t>(position);
    std::size_t length = 0;
    while (at + length < hypothesis_.size() && j + length < reference_.size() &&
           hypothesis_[at + length] == reference_[j + length]) {
        ++length;
    }
    spend(length);
    return length;
}

// Whether the words after these two are equal.
bool RunMatcher::goes_on(std::size_t at, std::size_t position) const {
    return at + 1 < hypothesis_.size() && position + 1 < reference_.size() &&
           hypothesis_[at + 1] == reference_[position + 1];
}

void RunMatcher::measure(std::span<const Id> hypothesis, double exponent) {
    hypothesis_ = hypothesis;
    weights_.resize(hypothesis.size() + 1);
    for (std::size_t length = 0; length < weights_.size(); ++length) {
        weights_[length] = std::pow(static_cast<double>(length), exponent);
    }
    here_.assign(reference_.size() + 1, 0);
    behind_.assign(reference_.size() + 1, 0);
    lonely_.assign(reference_.size(), 1);
    later_.assign(hypothesis.size(), 0);
    seen_.assign(starts_.size(), 0);
    words_ = reference_.size() / 64 + 1;
    relevant_.assign((hypothesis.size() + 1) * words_, 0);
    rest_.assign(hypothesis.size() + 1, 0);
    for (std::size_t i = hypothesis.size(); i-- > 0;) {
        std::uint64_t* row = relevant_.data() + i * words_;
        std::copy_n(row + words_, words_, row);
        spend(words_ + 4 * places(hypothesis[i]).size());
        std::size_t longest = 0;
        if (hypothesis[i] != unknown) later_[i] = seen_[hypothesis[i]]++;
        for (const std::size_t j : places(hypothesis[i])) {
            set_bit(row, j);
            if (goes_on(i, j) || (i > 0 && j > 0 && hypothesis[i - 1] == reference_[j - 1])) lonely_[j] = 0;
            // One word more than where both go on from the next.
            here_[j] = behind_[j + 1] + 1;
            longest = std::max<std::size_t>(longest, here_[j]);
        }
        if (i + 1 < hypothesis.size()) {
            for (const std::size_t j : places(hypothesis[i + 1])) behind_[j] = 0;
        }
        std::swap(here_, behind_);
        // The upper bound is a relaxation: as if words of the reference could be taken again and again.
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

void RunMatcher::follow(std::size_t at, std::size_t way, std::int32_t position) {
    State child = ways_[way];
    const std::uint64_t* used = ways_.used(way);
    spend(8 * words_);
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
    if (child.promise > best_ * hair) ways_.go_on(way, position, child, child_);
}

// Dominance rules keep the branching small. A word stays free only if later occurrences need its places: what is free
// at the end helps no other. A word that will be a run of its own takes a place that no longer run goes through, if
// there is one; any of these will do.
void RunMatcher::expand(std::size_t at, std::size_t way) {
    const auto there = places(hypothesis_[at]);
    const auto free = [&](std::size_t j) { return !has_bit(ways_.used(way), j); };
    std::size_t left = 0;
    spend(2 * there.size());
    auto lonely = there.end();
    for (auto place = there.begin(); place != there.end(); ++place) {
        if (!free(*place)) continue;
        ++left;
        if (lonely == there.end() && lonely_[*place]) lonely = place;
    }
    const std::int32_t next = ways_[way].last + 1;
    for (auto place = there.begin(); place != there.end(); ++place) {
        const auto j = static_cast<std::int32_t>(*place);
        if (!free(*place)) continue;
        const bool alone = j != next && !goes_on(at, *place);
        if (place == lonely || !alone || lonely == there.end()) follow(at, way, j);
    }
    if (left <= later_[at]) follow(at, way, -1);
}

void RunMatcher::collect(std::size_t way) {
    runs_.clear();
    ways_.positions(way, hypothesis_.size(), found_);
    for (std::size_t i = 0; i < found_.size(); ++i) {
        if (found_[i] < 0) continue;
        const auto j = static_cast<std::size_t>(found_[i]);
        if (i > 0 && found_[i - 1] >= 0 && found_[i - 1] + 1 == found_[i]) {
            ++runs_.back().length;
        } else {
            runs_.push_back({i, j, 1});
        }
    }
}

// Hits × words of bits: what a beam of one way looks at.
std::size_t RunMatcher::work(std::span<const Id> hypothesis) const {
    std::size_t hits = 0;
    for (const Id word : hypothesis) hits += places(word).size() + 1;
    return hits * (reference_.size() / 64 + 1);
}

// The width of the beam, so that the work stays within bounds, however often words come.
std::size_t RunMatcher::width() const { return std::clamp(most_work / work(hypothesis_), narrowest, widest); }

void RunMatcher::search() {
    const std::size_t most = width();
    ways_.begin(words_);
    for (std::size_t i = 0; i < hypothesis_.size() && ways_.size() > 0; ++i) {
        const auto there = places(hypothesis_[i]);
        ways_.open(there.size() + 1);
        for (std::size_t way = 0; way < ways_.size(); ++way) {
            if (!ways_.alive(way)) continue;
            expand(i, way);
        }
        ways_.close();
        cut_short_ = !ways_.narrow(most) || cut_short_;
    }
    const std::size_t best = ways_.best();
    if (best != ways_.none && ways_[best].weight > best_ * hair) collect(best);
}

// Branch and bound, word by word through the hypothesis: ways whose upper bound is not above the greedy matching are
// dropped, and a beam limits the others.
std::span<const Run> RunMatcher::heaviest(std::span<const Id> hypothesis, double exponent) {
    greedy(hypothesis);
    if (exponent == 1 || hypothesis.empty()) return runs_;  // any matching that cannot grow is the heaviest
    const bool too_many = work(hypothesis) > most_of_one * (hypothesis.size() + reference_.size());
    if (too_many || hypothesis.size() * (reference_.size() / 64 + 1) > most_cells) {
        cut_short_ = true;
        return runs_;
    }
    measure(hypothesis, exponent);
    best_ = weight_of(runs_);
    if (rest_[0] > best_ * hair) search();
    return runs_;
}

}  // namespace karat
