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
    tallies_ = {};
    logs_ = {};
    table_ = {};
}

// Single words.
void InformationWeights::start() {
    grams_ = store_.words();
    tallies_.assign(store_.lexicon().size(), {});
    std::uint64_t words = 0;
    for (const Stored& reference : store_.references()) {
        words += std::uint64_t{reference.times} * reference.length;
        for (const Id word : store_.words(reference)) {
            tallies_[word].count += reference.times;
            ++tallies_[word].places;
            tallies_[word].shorter = 0;
        }
    }
    log_of_all_ = log2_of(words);
    logs_.assign(1, log_of_all_);
    weigh(0);
    PaddedText zero;
    if (perl_zero_) zero_ = store_.lexicon().find(zero.load(std::string_view("0")));
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
    table_.clear(n == 1 ? grams_.size() / 2 : tallies_.size() / 2);
    tallies_.clear();
    tallies_.reserve(grams_.size() / 2);
    std::vector<std::int64_t> weights;
    for (const Stored& reference : store_.references()) {
        if (reference.length <= n) continue;
        const std::size_t end = reference.begin + reference.length - n;
        for (std::size_t i = reference.begin; i < end; ++i) {
            if (i + ahead + 1 < grams_.size()) table_.fetch_ahead(pair_of(grams_[i + ahead], grams_[i + ahead + 1]));
            const Id first = grams_[i], second = grams_[i + 1];
            const bool after_zero = n == 1 && store_.words()[i] == zero_;
            if (first == single && !after_zero) continue;
            if (weights.empty()) weights.assign(grams_.size(), 0);
            if (first == single || second == single) {
                const double shorter = after_zero ? log_of_all_ : logs_[first];
                weights[i] = in_parts(shorter - log2_of(reference.times));
                grams_[i] = single;
                continue;
            }
            const Id id = table_.intern(
                pair_of(first, second), [](const Entry&) { return false; },
                [&](Entry&) { tallies_.push_back({0, 0, first}); });
            tallies_[id].count += reference.times;
            ++tallies_[id].places;
            grams_[i] = id;
        }
    }
    if (!weights.empty()) levels_.push_back(std::move(weights));
}

void InformationWeights::weigh(std::size_t n) {
    if (levels_.size() == n) levels_.emplace_back(grams_.size(), 0);
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
    for (const Stored& reference : store_.references()) {
        if (reference.length <= n) continue;
        for (std::size_t i = reference.begin; i < reference.begin + reference.length - n; ++i) {
            if (i + ahead < grams_.size() && grams_[i + ahead] < weighed.size()) {
                __builtin_prefetch(weighed.data() + grams_[i + ahead]);
            }
            if (grams_[i] == single) continue;
            const Weighed& here = weighed[grams_[i]];
            levels_[n][i] = here.weight;
            if (here.once) grams_[i] = single;
        }
    }
    logs_ = std::move(logs);
}

}  // namespace karat
