// NIST's row: hypothesis length, mean reference length in parts, information of the matches of each order in parts,
// totals of each order.
#pragma once

#include "information.hpp"
#include "known_words.hpp"
#include "lengths.hpp"
#include "occurrences.hpp"

namespace karat {

struct NistOptions {
    const InformationWeights* weights = nullptr;
};

class NistCounter {
public:
    void configure(const NistOptions& options);
    std::size_t columns() const { return 2 + 2 * options_.weights->order(); }

    void segment(std::size_t segment) { segment_ = segment; }
    void references(std::span<const Text> texts);
    void hypothesis(const Text& text, std::int64_t* row);

private:
    template <std::size_t Words> void claim(std::vector<BitOccurrences<Words>>& occurrences, std::int64_t* information);
    void claim_in_registers(std::int64_t* information);
    void claim_by_hashing(std::int64_t* information);

    NistOptions options_;
    std::size_t segment_ = 0;
    KnownWords words_;
    std::span<const Stored> stored_;
    std::vector<std::int64_t> lengths_;
    bool in_bits_ = true;
    std::vector<BitOccurrences<1>> short_;
    std::vector<BitOccurrences<4>> medium_;
    std::vector<std::uint8_t> matched_;  // which n-grams of the hypothesis an earlier reference gave
    CommonGrams long_;
};

}  // namespace karat
