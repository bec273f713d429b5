// The texts of a segment as ids of their units: words of any tokenizer, or characters.
#pragma once

#include <span>

#include "segment.hpp"

namespace karat {

struct UnitOptions {
    bool characters = false;
    bool keep_spaces = false;
    Tokenizer tokenizer = Tokenizer::None;
};

// References have the ids 0, 1, 2 …; a unit of the hypothesis that no reference has is `unknown`.
class Units {
public:
    void configure(const UnitOptions& options) { options_ = options; }

    void load_references(std::span<const Text> texts);
    const Ids& load_hypothesis(const Text& text);

    std::span<const Ids> references() const { return references_.span(); }
    Id alphabet() const { return options_.characters ? alphabet_.size() : words_.size(); }

private:
    UnitOptions options_;
    WordIds words_;
    CharacterIds alphabet_;
    Pool<WordSegment> reference_words_;
    WordSegment hypothesis_words_;
    CharacterSegment characters_;
    Pool<Ids> references_;
    Ids hypothesis_;
};

}  // namespace karat
