#include "information.hpp"

#include <array>
#include <cmath>

namespace karat {

namespace {

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
    grams_ = {};
    growing_ = {};
    tallies_ = {};
    logs_ = {};
    table_ = {};
}

// Single words.
void InformationWeights::start() {
    grams_ = store_.words();
    tallies_.assign(store_.lexicon().size(), {});
    growing_.clear();
    growing_.reserve(grams_.size());
    std::uint64_t words = 0;
    if (store_.references().size() > unknown) throw TooMany();
    for (std::uint32_t r = 0; r < store_.references().size(); ++r) {
        const Stored& reference = store_.references()[r];
        for (std::uint32_t i = 0; i < reference.length; ++i) growing_.push_back({r, i});
        words += std::uint64_t{reference.times} * reference.length;
        for (const Id word : store_.words(reference)) {
            tallies_[word].count += reference.times;
            ++tallies_[word].places;
            tallies_[word].shorter = 0;
        }
    }
    log_of_all_ = log2_of(words);
    logs_.assign(1, log_of_all_);
    PaddedText zero;
    if (perl_zero_) zero_ = store_.lexicon().find(zero.load(std::string_view("0")));
    levels_.emplace_back(grams_.size(), 0);
    weigh(0);
    if (zero_ != unknown) logs_[zero_] = log_of_all_;
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
    table_.clear(growing_.size() / 2);
    tallies_.clear();
    tallies_.reserve(growing_.size() / 2);
    std::vector<std::int64_t> weights;
    std::size_t kept = 0;
    for (std::size_t g = 0; g < growing_.size(); ++g) {
        if (g + ahead < growing_.size()) {
            const std::size_t later = place_of(growing_[g + ahead]);
            if (later + 1 < grams_.size()) table_.fetch_ahead(pair_of(grams_[later], grams_[later + 1]));
        }
        const Growing gram = growing_[g];
        const Stored& reference = store_.references()[gram.reference];
        const std::size_t i = reference.begin + gram.start;
        if (gram.start + n >= reference.length) continue;
        if (weights.empty()) weights.assign(grams_.size(), 0);
        const Id first = grams_[i], second = grams_[i + 1];
        if (first == single || second == single) {
            const bool after_zero = n == 1 && store_.words()[i] == zero_;
            weights[i] = in_parts((after_zero ? log_of_all_ : logs_[first]) - log2_of(reference.times));
            grams_[i] = single;
            continue;
        }
        const Id id = table_.intern(
            pair_of(first, second), [](const Entry&) { return false; },
            [&](Entry&) { tallies_.push_back({0, 0, first}); });
        tallies_[id].count += reference.times;
        ++tallies_[id].places;
        grams_[i] = id;
        growing_[kept++] = gram;
    }
    growing_.resize(kept);
    if (!weights.empty()) levels_.push_back(std::move(weights));
}

// Weighs the n-grams that were found, and follows those on that have several places.
void InformationWeights::weigh(std::size_t n) {
    struct Weighed {
        std::int64_t weight = 0;
        bool once = false;
    };
    std::vector<double> logs(tallies_.size());
    std::vector<Weighed> weighed(tallies_.size());
    for (std::size_t id = 0; id < tallies_.size(); ++id) {
        logs[id] = log2_of(tallies_[id].count);
        weighed[id] = {in_parts(logs_[tallies_[id].shorter] - logs[id]), tallies_[id].places == 1};
    }
    constexpr std::size_t ahead = 16;
    std::size_t kept = 0;
    for (std::size_t g = 0; g < growing_.size(); ++g) {
        if (g + ahead < growing_.size()) __builtin_prefetch(weighed.data() + grams_[place_of(growing_[g + ahead])]);
        const Growing gram = growing_[g];
        const std::size_t place = place_of(gram);
        const Weighed& here = weighed[grams_[place]];
        levels_[n][place] = here.weight;
        const bool goes_on = !here.once || (n == 0 && store_.words()[place] == zero_);
        if (here.once) grams_[place] = single;
        growing_[kept] = gram;
        kept += goes_on;
    }
    growing_.resize(kept);
    logs_ = std::move(logs);
}

}  // namespace karat
