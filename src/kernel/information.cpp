#include "information.hpp"

#include <array>
#include <cmath>
#include <utility>

#include "stopping.hpp"

namespace karat {

namespace {

constexpr std::size_t most_kept = std::size_t{1} << 19;  // words of references
constexpr std::size_t few = 16;                          // places that are compared with each other

// Most counts are small.
const auto small_logs = [] {
    std::array<double, 1024> logs{};
    for (std::size_t i = 1; i < logs.size(); ++i) logs[i] = std::log2(static_cast<double>(i));
    return logs;
}();

double log2_of(std::uint64_t count) {
    return count < small_logs.size() ? small_logs[count] : std::log2(static_cast<double>(count));
}

}  // namespace

void InformationWeights::learn(std::span<const Column> references, std::size_t segments) {
    // Kept between calls where it is small, like counters: fresh memory costs as much as what is done with it.
    static thread_local Workbench kept;
    std::swap(bench_, kept);
    store_.add(references, segments);
    PaddedText zero;
    if (perl_zero_) zero_ = store_.lexicon().find(zero.load(std::string_view("0")));
    for (gather(); !bench_.groups.empty();) {
        const Group group = bench_.groups.back();
        bench_.groups.pop_back();
        spend(8 * (group.end - group.begin));
        split(group);
    }
    if (bench_.places.capacity() <= most_kept) std::swap(bench_, kept);
    bench_ = {};
}

// All places, which share no word yet.
void InformationWeights::gather() {
    if (store_.words().size() >= unknown) throw TooMany();
    bench_.places.clear();
    bench_.places.reserve(store_.words().size());
    std::uint64_t words = 0;
    for (const Stored& reference : store_.references()) {
        const auto begin = static_cast<std::uint32_t>(reference.begin);
        for (std::uint32_t i = 0; i < reference.length; ++i) bench_.places.push_back({begin + i, reference.times});
        words += std::uint64_t{reference.times} * reference.length;
    }
    bench_.part_with.assign(store_.lexicon().size(), none);
    log_of_all_ = log2_of(words);
    bench_.groups.assign(1, {0, bench_.places.size(), 0, log_of_all_});
}

// The places of the group from `begin` to `end`, at which the word is next.
inline void InformationWeights::weigh(const Group& group, Id word, std::size_t begin, std::size_t end) {
    const Place* const places = bench_.places.data();
    std::int64_t* const level = levels_[group.shared].data();
    std::uint64_t count = places[begin].times;
    for (std::size_t k = begin + 1; k < end; ++k) count += places[k].times;
    const double log = log2_of(count);
    const std::int64_t weight = in_parts(group.log - log);
    level[places[begin].place] = weight;
    for (std::size_t k = begin + 1; k < end; ++k) level[places[k].place] = weight;
    // Where an n-gram has one place, whatever goes on from it is as frequent as itself, and has no information.
    const bool after_zero = group.shared == 0 && word == zero_;
    if ((end - begin == 1 && !after_zero) || group.shared + 1 == order_) return;
    bench_.groups.push_back({begin, end, group.shared + 1, after_zero ? log_of_all_ : log});
}

// One step of the refinement: by the next word, into parts that share one word more.
void InformationWeights::split(const Group& group) {
    if (group.end - group.begin == 2 && group.shared > 0 && split_pair(group)) return;
    reach_level(group.shared);
    if (group.end - group.begin > few) return split_by_counting(group);
    const Id* const next = store_.words().data() + group.shared;
    Place* const places = bench_.places.data();
    for (std::size_t begin = group.begin, end; begin < group.end; begin = end) {
        const Id word = next[places[begin].place];
        end = begin + 1;
        for (std::size_t k = end; k < group.end; ++k) {
            if (next[places[k].place] == word) std::swap(places[k], places[end++]);
        }
        if (word != ReferenceStore::end) weigh(group, word, begin, end);
    }
}

// A shortcut for groups of two places, the most frequent kind. As long as both go on with the same word, that word
// carries no information. False where the group is not as frequent as its logarithm says: after 0.
bool InformationWeights::split_pair(const Group& group) {
    const Place* const pair = bench_.places.data() + group.begin;
    if (group.log != log2_of(std::uint64_t{pair[0].times} + pair[1].times)) return false;
    const Id* const words = store_.words().data();
    const Id *first = words + pair[0].place, *second = words + pair[1].place;
    std::size_t n = group.shared;
    while (n < order_ && first[n] == second[n] && first[n] != ReferenceStore::end) ++n;
    if (n == order_) return true;
    reach_level(n);
    for (const Place& place : {pair[0], pair[1]}) {
        if (words[place.place + n] != ReferenceStore::end) levels_[n][place.place] = in_parts(group.log - log2_of(place.times));
    }
    return true;
}

void InformationWeights::reach_level(std::size_t n) {
    while (levels_.size() <= n) levels_.emplace_back(store_.words().size(), 0);
}

void InformationWeights::split_by_counting(const Group& group) {
    constexpr std::size_t ahead = 16;
    const Id* const next = store_.words().data() + group.shared;
    Place* const places = bench_.places.data();
    const std::size_t last = bench_.places.size() - 1;
    bench_.parts.clear();
    bench_.moving.clear();
    for (std::size_t k = group.begin; k < group.end; ++k) {
        __builtin_prefetch(next + places[std::min(k + ahead, last)].place);
        const Id word = next[places[k].place];
        if (word == ReferenceStore::end) continue;
        Id& part = bench_.part_with[word];
        if (part == none) {
            part = static_cast<Id>(bench_.parts.size());
            bench_.parts.push_back({word, 0});
        }
        ++bench_.parts[part].end;
        bench_.moving.push_back({places[k], part});
    }
    std::size_t begin = group.begin;
    for (Part& part : bench_.parts) begin += std::exchange(part.end, begin);
    for (const auto& [place, part] : bench_.moving) places[bench_.parts[part].end++] = place;
    begin = group.begin;
    for (const Part& part : bench_.parts) {
        bench_.part_with[part.word] = none;
        weigh(group, part.word, begin, part.end);
        begin = part.end;
    }
}

}  // namespace karat
