// Maximum run matching (GTM): sets of runs, which are stretches of words that both texts have in the same order.
// Greedy, or exact by branch and bound in the frame of ways.hpp.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "ids.hpp"
#include "ways.hpp"

namespace karat {

struct Run {
    std::size_t hypothesis, reference, length;
};

// No word of either text is in two runs. A run's weight is its length to the power of an exponent of 1 or more.
class RunMatcher {
public:
    // `barrier` stands between references; no word of a hypothesis has that id, or `unknown`.
    static constexpr Id barrier = unknown - 1;

    // Of common stretches, so many are kept at once; another number is for tests.
    explicit RunMatcher(std::size_t most_kept = std::size_t{1} << 21) : most_kept_(most_kept) {}

    // Ids are below `alphabet`, but for barriers.
    void prepare(std::span<const Id> reference, Id alphabet);

    // The longest run first, of equals the one that is first in the hypothesis and then in the reference. What is
    // left of a run when some of its words are taken counts as a run of its own. Texts of few different words have
    // common stretches in proportion to the product of their lengths: these are not all kept, but looked for again.
    std::span<const Run> greedy(std::span<const Id> hypothesis);

    // The heaviest of all matchings, unless there are too many ways: then `cut_short`, and at least as heavy as the
    // greedy one.
    std::span<const Run> heaviest(std::span<const Id> hypothesis, double exponent);

    bool cut_short() const { return cut_short_; }

private:
    struct State {
        double weight = 0;
        double promise = 0;        // upper bound: no matching that begins like this weighs more
        std::int32_t last = -2;    // the reference position of the word before
        std::uint32_t length = 0;  // of the run that ends there

        bool better_than(const State& other) const { return weight > other.weight; }
        bool same_future(const State& other) const { return last == other.last && length == other.length; }
        std::uint64_t key() const { return mixed(static_cast<std::uint64_t>(last) + 3) ^ length; }
    };

    // Where a run may begin, in both texts.
    struct Start {
        std::uint32_t hypothesis, reference;

        bool operator==(const Start&) const = default;
        auto operator<=>(const Start&) const = default;
    };

    std::span<const std::uint32_t> places(Id word) const;
    bool is_free(std::size_t i, std::size_t j) const { return !taken_in_hypothesis_[i] && !taken_in_reference_[j]; }
    template <class Found> void find_free(std::span<const Id> hypothesis, Found found);
    std::size_t keep_longest(std::span<const Id> hypothesis);
    void take_kept(std::size_t shortest);
    void take_single_words(std::span<const Id> hypothesis);
    void take(Start start, std::size_t length);
    void keep_free_parts(Start start, std::size_t length, std::size_t shortest);

    void measure(std::span<const Id> hypothesis, double exponent);
    double weight_of(std::span<const Run> runs) const;
    double promise(std::size_t at, const State& state) const;
    std::size_t extension(std::size_t at, std::int32_t position) const;
    std::size_t work(std::span<const Id> hypothesis) const;
    std::size_t width() const;
    bool goes_on(std::size_t at, std::size_t position) const;
    void search();
    void expand(std::size_t at, std::size_t way);
    void follow(std::size_t at, std::size_t way, std::int32_t position);
    void collect(std::size_t way);

    std::vector<Id> reference_;
    std::vector<std::uint32_t> starts_, positions_;
    std::vector<char> taken_in_hypothesis_, taken_in_reference_;
    std::size_t most_kept_;
    std::vector<std::vector<Start>> by_length_;
    std::vector<Run> runs_;

    std::span<const Id> hypothesis_;
    std::vector<double> weights_;            // of a run of each length
    std::vector<double> rest_;               // upper bound on a matching of the words from here on
    std::size_t words_ = 0;
    std::vector<std::uint64_t> relevant_;
    std::vector<char> lonely_;               // of each place, whether no run of two words and more goes through it
    std::vector<std::uint32_t> later_;       // of each word of the hypothesis, how often it comes again
    Ways<State> ways_;
    std::vector<std::uint64_t> child_;
    std::vector<std::uint32_t> here_, behind_;  // of each place, how many words agree from there on, at this word and the next
    std::vector<std::uint32_t> seen_;        // of each word, how often
    std::vector<std::int32_t> found_;
    double best_ = 0;
    bool cut_short_ = false;
};

}  // namespace karat
