// CDER's block edit distance: Levenshtein's operations, and long jumps to any other place of the hypothesis, each for 1
// (Leusch, Ueffing & Ney 2006).
//
// A path goes from before the first to after the last unit of both texts. It reads every unit of the reference once; by
// jumps it may leave out or repeat blocks of the hypothesis. The cost of being at place i of the hypothesis when l
// units of the reference are read:
//
//   D(i, l) = min( D(i-1, l-1) + [units differ], D(i-1, l) + 1, D(i, l-1) + 1, min over k of D(k, l) + 1 )
//
// Because of the jumps, a cell costs at most the least cost of its row plus 1. So a row of the table is one number, the
// least cost, and a bitset of the places that have it. README.md has an example.
#pragma once

#include <vector>

#include "ids.hpp"

namespace karat {

class BlockDistance {
public:
    std::int64_t count(const Ids& hypothesis, const Ids& reference, Id alphabet);

private:
    void note_places(const Ids& hypothesis, Id alphabet);
    bool go_on(Id id);     // at no cost, where a cheapest path meets the unit; false if none does
    void pay_for(Id id);   // one more edit for every path

    std::vector<std::uint32_t> last_;       // to each id, the last place behind such a unit, 0 for none
    std::vector<std::uint32_t> previous_;   // to each place, the one before it with the same unit
    std::vector<std::uint64_t> cheapest_;   // places that the least cost reaches
    std::vector<std::uint64_t> reached_;
};

}  // namespace karat
