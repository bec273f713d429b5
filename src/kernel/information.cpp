#include "information.hpp"

#include <array>
#include <cmath>

namespace karat {

namespace {

constexpr std::size_t most_kept = std::size_t{1} << 18;  // words of references

// Most counts are small.
double log2_of(std::uint64_t count) {
    static const auto small = [] {
        std::array<double, 1024> logs{};
        for (std::size_t i = 1; i < logs.size(); ++i) logs[i] = std::log2(static_cast<double>(i));
        return logs;
    }();
    return count < small.size() ? small[count] : std::log2(static_cast<double>(count));
}

}  // namespace

void InformationWeights::learn(std::span<const Column> references, std::size_t segments) {
    // Kept between calls where it is small, like counters: fresh memory costs as much as what is done with it.
    static thread_local Workbench kept;
    std::swap(bench_, kept);
    store_.expect(segments);
    std::vector<Text> of_segment(references.size());
    for (std::size_t segment = 0; segment < segments; ++segment) {
        for (std::size_t r = 0; r < references.size(); ++r) {
            if (segment + 4 < segments) fetch_ahead(references[r][segment + 4].data);
            of_segment[r] = references[r][segment];
        }
        store_.add(of_segment);
    }
    start();
    for (std::size_t n = 1; n < order_ && extend(n); ++n) {
    }
    if (bench_.growing.capacity() <= most_kept) std::swap(bench_, kept);
    bench_ = {};
}

// Single words.
void InformationWeights::start() {
    bench_.grams = store_.words();
    bench_.tallies.assign(store_.lexicon().size(), {});
    bench_.growing.clear();
    bench_.growing.reserve(bench_.grams.size());
    std::uint64_t words = 0;
    for (const Stored& reference : store_.references()) {
        for (std::uint32_t i = 0; i < reference.length; ++i) {
            bench_.growing.push_back({reference.begin + i, reference.length - i, reference.times});
        }
        words += std::uint64_t{reference.times} * reference.length;
        for (const Id word : store_.words(reference)) {
            bench_.tallies[word].count += reference.times;
            ++bench_.tallies[word].places;
            bench_.tallies[word].shorter = 0;
        }
    }
    log_of_all_ = log2_of(words);
    bench_.logs.assign(1, log_of_all_);
    PaddedText zero;
    if (perl_zero_) zero_ = store_.lexicon().find(zero.load(std::string_view("0")));
    levels_.emplace_back(bench_.grams.size(), 0);
    weigh(0);
    if (zero_ != unknown) bench_.logs[zero_] = log_of_all_;
}

// n-grams with n words more than one; false where none is left that has information.
bool InformationWeights::extend(std::size_t n) {
    find_grams(n);
    if (levels_.size() == n) return false;
    weigh(n);
    return true;
}

namespace {

std::uint64_t pair_of(Id first, Id second) { return static_cast<std::uint64_t>(first) << 32 | second; }

}  // namespace

void InformationWeights::find_grams(std::size_t n) {
    constexpr std::size_t ahead = 12;
    bench_.table.clear(n == 1 ? bench_.growing.size() : bench_.growing.size() / 2);  // most pairs of words come once
    bench_.tallies.clear();
    bench_.tallies.reserve(bench_.growing.size() / 2);
    std::vector<std::int64_t> weights;
    Id* const grams = bench_.grams.data();
    Growing* const growing = bench_.growing.data();
    const std::size_t size = bench_.growing.size(), last = bench_.grams.empty() ? 0 : bench_.grams.size() - 1;
    std::size_t kept = 0;
    for (std::size_t g = 0; g < size; ++g) {
        if (g + ahead < size) {
            const std::size_t later = std::min(growing[g + ahead].place, last - 1);
            bench_.table.fetch_ahead(pair_of(grams[later], grams[later + 1]));
        }
        const Growing gram = growing[g];
        if (gram.words <= n) continue;
        if (weights.empty()) weights.assign(bench_.grams.size(), 0);
        const Id first = grams[gram.place], second = grams[gram.place + 1];
        if (first == single || second == single) {
            const bool after_zero = n == 1 && store_.words()[gram.place] == zero_;
            weights[gram.place] = in_parts((after_zero ? log_of_all_ : bench_.logs[first]) - log2_of(gram.times));
            grams[gram.place] = single;
            continue;
        }
        const Id id = bench_.table.intern(
            pair_of(first, second), [](const Entry&) { return false; },
            [&](Entry&) { bench_.tallies.push_back({0, 0, first}); });
        Tally& tally = bench_.tallies[id];
        tally.count += gram.times;
        ++tally.places;
        grams[gram.place] = id;
        growing[kept++] = gram;
    }
    bench_.growing.resize(kept);
    if (!weights.empty()) levels_.push_back(std::move(weights));
}

// Weighs the n-grams that were found, and follows those on that have several places.
void InformationWeights::weigh(std::size_t n) {
    std::vector<Weighed>& weighed = bench_.weighed;
    std::vector<double>& logs = bench_.longer_logs;
    weighed.resize(bench_.tallies.size());
    logs.resize(bench_.tallies.size());
    for (std::size_t id = 0; id < bench_.tallies.size(); ++id) {
        logs[id] = log2_of(bench_.tallies[id].count);
        weighed[id] = {in_parts(bench_.logs[bench_.tallies[id].shorter] - logs[id]), bench_.tallies[id].places == 1};
    }
    constexpr std::size_t ahead = 16;
    std::int64_t* const level = levels_[n].data();
    Id* const grams = bench_.grams.data();
    Growing* const growing = bench_.growing.data();
    const std::size_t size = bench_.growing.size();
    std::size_t kept = 0;
    for (std::size_t g = 0; g < size; ++g) {
        if (g + ahead < size) __builtin_prefetch(weighed.data() + grams[growing[g + ahead].place]);
        const Growing gram = growing[g];
        const Weighed here = weighed[grams[gram.place]];
        level[gram.place] = here.weight;
        const bool goes_on = !here.once || (n == 0 && store_.words()[gram.place] == zero_);
        if (here.once) grams[gram.place] = single;
        growing[kept] = gram;
        kept += goes_on;
    }
    bench_.growing.resize(kept);
    std::swap(bench_.logs, logs);
}

}  // namespace karat
