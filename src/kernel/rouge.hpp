// The rows of ROUGE.
#pragma once

#include "common_length.hpp"
#include "matches.hpp"
#include "skip_bigrams.hpp"
#include "units.hpp"
#include "weighted_length.hpp"

namespace karat {

struct RougeOptions {
    UnitOptions units;
    std::size_t order = 2;                            // ROUGE-N
    double weight = 2;                                // ROUGE-W
    std::size_t longest_skip = SkipBigrams::unlimited;  // ROUGE-S
    bool unigrams = false;                            // ROUGE-S
};

// Of several references, the one with the highest recall and the one with the highest precision, each for itself.
// Row: matches and size of the first, matches with the second and size of the hypothesis.
class BestSides {
public:
    void offer(std::int64_t matches, std::int64_t reference_size);
    void write(std::int64_t hypothesis_size, std::int64_t* row) const;

private:
    std::int64_t recalled_ = 0;
    std::int64_t reference_size_ = 0;
    std::int64_t precise_ = 0;
};

// Row: n-grams that each reference shares with the hypothesis, those of the references, and those of the hypothesis
// once for each reference.
class RougeNCounter {
public:
    void configure(const RougeOptions& options);
    std::size_t columns() const { return 3; }
    void references(std::span<const Text> texts);
    void hypothesis(const Text& text, std::int64_t* row);

private:
    // So many references have matchers of their own; what more there are share one.
    static constexpr std::size_t most_prepared = 16;

    Units units_;
    std::size_t order_ = 2;
    Pool<Matcher> matchers_;
    std::vector<std::int64_t> matches_;
};

class RougeLCounter {
public:
    void configure(const RougeOptions& options) { units_.configure(options.units); }
    std::size_t columns() const { return 4; }
    void references(std::span<const Text> texts) { units_.load_references(texts); }
    void hypothesis(const Text& text, std::int64_t* row);

private:
    Units units_;
    CommonLength common_;
};

class RougeWCounter {
public:
    void configure(const RougeOptions& options);
    std::size_t columns() const { return 4; }
    void references(std::span<const Text> texts) { units_.load_references(texts); }
    void hypothesis(const Text& text, std::int64_t* row);

private:
    Units units_;
    WeightedLength weighted_;
};

class RougeSCounter {
public:
    void configure(const RougeOptions& options);
    std::size_t columns() const { return 4; }
    void references(std::span<const Text> texts) { units_.load_references(texts); }
    void hypothesis(const Text& text, std::int64_t* row);

private:
    Units units_;
    SkipBigrams bigrams_;
};

}  // namespace karat
