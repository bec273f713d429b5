// Errors without regard to position: what is too much or missing, of which a pair is one error.
#pragma once

#include <vector>

#include "ids.hpp"

namespace karat {

class BagDistance {
public:
    std::int64_t count(const Ids& hypothesis, const Ids& reference, Id alphabet);

private:
    std::vector<std::uint32_t> left_;  // of each unit of the reference
};

}  // namespace karat
