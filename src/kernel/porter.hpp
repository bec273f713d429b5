// Porter's stemmer for English (1980), as Snowball's `porter` has it.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace karat {

class PorterStemmer {
public:
    // The stem; valid until the next one.
    const std::u32string& stem(std::u32string_view word);

private:
    struct Rule {
        std::u32string_view suffix, replacement;
    };

    void mark_consonants();
    std::size_t past_syllable(std::size_t from) const;
    bool ends_with(std::u32string_view suffix) const { return std::u32string_view(word_).ends_with(suffix); }
    bool has_vowel(std::size_t end) const;
    bool is_short(std::size_t end) const;
    const Rule* longest(std::span<const Rule> rules) const;
    void replace_in_first_region(std::span<const Rule> rules);

    void drop_plural();
    void drop_past_and_progressive();
    void mend();
    void drop_last_suffix();
    void tidy_up();

    std::u32string word_;
    std::size_t first_ = 0, second_ = 0;  // where the regions after one and after two syllables begin
};

}  // namespace karat
