// Bitset matching: clipped matches against short references (see matches.hpp).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ids.hpp"

namespace karat {

// Each unit has the set of its positions in a reference, one bit per position. The positions where the current n-gram
// of the hypothesis ends are those of the (n-1)-gram before it, shifted by one, and masked by the positions of its last
// unit.
template <std::size_t Words> class BitMatcher {
public:
    void prepare(std::span<const Ids> references, Id alphabet, std::size_t order);
    void count(const Ids& hypothesis, std::int64_t* matches);

private:
    struct Reference {
        std::vector<std::uint64_t> positions;  // of each id, and of none; Words each
        std::vector<std::uint64_t> ends;       // of the n-gram just read, of each order
        std::vector<std::uint64_t> claimed;    // of each order
        std::size_t depth = 0;                 // the highest order that still ends somewhere
    };

    void start(Reference& reference) const;
    // Reads one unit; sets the bits of the orders, counted from 0, for which the reference gives a match.
    std::uint64_t read(Reference& reference, Id id) const;

    std::vector<Reference> references_;
    std::size_t count_ = 0;
    Id alphabet_ = 0;
    std::size_t order_ = 0;
};

}  // namespace karat
