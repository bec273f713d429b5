// Which units a tokenizer's name asks for.
#pragma once

#include <string_view>

#include "counting.hpp"
#include "units.hpp"

namespace karat {

inline UnitOptions units_named(std::string_view tokenizer) {
    UnitOptions options;
    options.characters = tokenizer == "char" || tokenizer == "char-spaces";
    options.keep_spaces = tokenizer == "char-spaces";
    if (!options.characters) options.tokenizer = tokenizer_named(tokenizer);
    return options;
}

}  // namespace karat
