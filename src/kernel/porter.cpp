#include "porter.hpp"

#include <algorithm>

namespace karat {

namespace {

// A `y` that is a consonant is written `Y` while a word is stemmed.
bool is_vowel(char32_t c) { return c == U'a' || c == U'e' || c == U'i' || c == U'o' || c == U'u' || c == U'y'; }

bool is_double(char32_t c) { return std::u32string_view(U"bdfgmnprt").find(c) != std::u32string_view::npos; }

}  // namespace

void PorterStemmer::mark_consonants() {
    for (std::size_t i = 0; i < word_.size(); ++i) {
        if (word_[i] == U'y' && (i == 0 || is_vowel(word_[i - 1]))) word_[i] = U'Y';
    }
}

// Behind the next consonant that follows a vowel.
std::size_t PorterStemmer::past_syllable(std::size_t from) const {
    while (from < word_.size() && !is_vowel(word_[from])) ++from;
    while (from < word_.size() && is_vowel(word_[from])) ++from;
    return std::min(from + 1, word_.size());
}

bool PorterStemmer::has_vowel(std::size_t end) const {
    return std::any_of(word_.begin(), word_.begin() + static_cast<std::ptrdiff_t>(end), is_vowel);
}

// Whether what comes before `end` closes with consonant, vowel, consonant, the last of them not w, x or y.
bool PorterStemmer::is_short(std::size_t end) const {
    if (end < 3) return false;
    const char32_t last = word_[end - 1];
    return !is_vowel(last) && last != U'w' && last != U'x' && last != U'Y' && is_vowel(word_[end - 2]) &&
           !is_vowel(word_[end - 3]);
}

const PorterStemmer::Rule* PorterStemmer::longest(std::span<const Rule> rules) const {
    const Rule* found = nullptr;
    for (const Rule& rule : rules) {
        if (ends_with(rule.suffix) && (found == nullptr || rule.suffix.size() > found->suffix.size())) found = &rule;
    }
    return found;
}

void PorterStemmer::replace_in_first_region(std::span<const Rule> rules) {
    const Rule* rule = longest(rules);
    if (rule == nullptr || word_.size() - rule->suffix.size() < first_) return;
    word_.resize(word_.size() - rule->suffix.size());
    word_ += rule->replacement;
}

void PorterStemmer::drop_plural() {
    if (ends_with(U"sses") || ends_with(U"ies")) {
        word_.resize(word_.size() - 2);
    } else if (ends_with(U"s") && !ends_with(U"ss")) {
        word_.pop_back();
    }
}

void PorterStemmer::drop_past_and_progressive() {
    if (ends_with(U"eed")) {
        if (word_.size() - 3 >= first_) word_.pop_back();
        return;
    }
    const std::size_t suffix = ends_with(U"ed") ? 2 : ends_with(U"ing") ? 3 : 0;
    if (suffix == 0 || !has_vowel(word_.size() - suffix)) return;
    word_.resize(word_.size() - suffix);
    mend();
}

// What `ed` and `ing` left.
void PorterStemmer::mend() {
    const std::size_t size = word_.size();
    if (ends_with(U"at") || ends_with(U"bl") || ends_with(U"iz")) {
        word_ += U'e';
    } else if (size > 1 && word_[size - 1] == word_[size - 2] && is_double(word_[size - 1])) {
        word_.pop_back();
    } else if (size == first_ && is_short(size)) {
        word_ += U'e';
    }
}

void PorterStemmer::drop_last_suffix() {
    static constexpr Rule rules[] = {
        {U"al", U""},   {U"ance", U""}, {U"ence", U""},  {U"er", U""},   {U"ic", U""},  {U"able", U""}, {U"ible", U""},
        {U"ant", U""},  {U"ment", U""}, {U"ement", U""}, {U"ent", U""},  {U"ion", U""}, {U"ou", U""},   {U"ism", U""},
        {U"ate", U""},  {U"iti", U""},  {U"ous", U""},   {U"ive", U""},  {U"ize", U""},
    };
    const Rule* rule = longest(rules);
    if (rule == nullptr || word_.size() - rule->suffix.size() < second_) return;
    const std::size_t left = word_.size() - rule->suffix.size();
    const bool after_s_or_t = left > 0 && (word_[left - 1] == U's' || word_[left - 1] == U't');
    if (rule->suffix != U"ion" || after_s_or_t) word_.resize(left);
}

void PorterStemmer::tidy_up() {
    if (ends_with(U"e")) {
        const std::size_t left = word_.size() - 1;
        if (left >= second_ || (left >= first_ && !is_short(left))) word_.pop_back();
    }
    if (ends_with(U"ll") && word_.size() - 1 >= second_) word_.pop_back();
}

const std::u32string& PorterStemmer::stem(std::u32string_view word) {
    static constexpr Rule second_step[] = {
        {U"tional", U"tion"}, {U"enci", U"ence"},  {U"anci", U"ance"},   {U"abli", U"able"},   {U"entli", U"ent"},
        {U"eli", U"e"},       {U"izer", U"ize"},   {U"ization", U"ize"}, {U"ational", U"ate"}, {U"ation", U"ate"},
        {U"ator", U"ate"},    {U"alli", U"al"},    {U"alism", U"al"},    {U"aliti", U"al"},    {U"fulness", U"ful"},
        {U"ousli", U"ous"},   {U"ousness", U"ous"}, {U"iveness", U"ive"}, {U"iviti", U"ive"},  {U"biliti", U"ble"},
    };
    static constexpr Rule third_step[] = {
        {U"alize", U"al"}, {U"icate", U"ic"}, {U"iciti", U"ic"}, {U"ical", U"ic"}, {U"ative", U""}, {U"ful", U""}, {U"ness", U""},
    };
    word_ = word;
    mark_consonants();
    const bool marked = word_ != word;
    first_ = past_syllable(0);
    second_ = past_syllable(first_);
    drop_plural();
    drop_past_and_progressive();
    if ((ends_with(U"y") || ends_with(U"Y")) && has_vowel(word_.size() - 1)) word_.back() = U'i';
    replace_in_first_region(second_step);
    replace_in_first_region(third_step);
    drop_last_suffix();
    tidy_up();
    if (marked) std::replace(word_.begin(), word_.end(), U'Y', U'y');
    return word_;
}

}  // namespace karat
