// mteval-v14's international rules: the marks and numbers are Unicode's categories, and nothing is padded.
#include "cuts.hpp"
#include "punctuation_runs.hpp"
#include "tokenizers.hpp"
#include "twice.hpp"
#include "unicode.hpp"

namespace karat {

namespace {

[[gnu::always_inline]] inline Mask is_symbol(Bytes c) {
    return is_within(c, '<', '>') | (c == '$') | (c == '+') | (c == '^') | (c == '`') | (c == '|') | (c == '~');
}

[[gnu::always_inline]] inline Mask is_mark(Bytes c) { return is_within(c, '!', '~') & ~(is_letter(c) | is_digit(c) | is_symbol(c)); }

class Rules {
public:
    explicit Rules(std::string_view text) : begin_(text.data()), end_(begin_ + text.size()) {}

    [[gnu::always_inline]] bool mark(const char* block, Cuts& cuts) const {
        const Block bytes(block);
        cuts.spaces.here |= bytes.where(is_plain_space);
        cuts.isolate_all(bytes.where(is_symbol));
        const Bits wide = wide_but_letters(block);
        const Bits marks = bytes.where(is_mark);
        // A mark stands alone unless a number or the end follows; of what is not ASCII, and of the next block, it is
        // not known yet.
        const Bits digits = bytes.where([](Bytes c) { return is_digit(c); });
        const Bits unclear = (digits | wide) >> 1 | last_bytes(block, end_);
        cuts.isolate_all(marks & ~unclear);
        for (Bits bits = wide | (marks & unclear); bits != 0;) {
            const int place = pop(bits);
            if (block + place >= end_) break;
            character(block + place, place, cuts);
        }
        return true;
    }

private:
    // First bytes of characters outside ASCII, but for those that can only begin letters: Latin from U+00C0 to U+027F, but not
    // the signs for times and divided by; Cyrillic to U+047F; ideographs from U+5000 to U+8FFF. By itself such a byte, which
    // text that is not UTF-8 may have, is read as a Latin letter too.
    [[gnu::always_inline]] static Bits wide_but_letters(const char* block) {
        Bits bits = 0;
        each_part(block, [&](const char* p, int shift) {
            const Bytes first = bytes_at(p), second = bytes_at(p + 1);
            const Mask sign = (first == 0xC3) & ((second == 0x97) | (second == 0xB7));
            const Mask letter = is_within(first, 0xC3, 0xC9) | is_within(first, 0xD0, 0xD1) | is_within(first, 0xE5, 0xE8);
            bits |= bits_of((first >= 0xC0) & ~(letter & ~sign)) << shift;
        });
        return bits;
    }

    void character(const char* p, int place, Cuts& cuts) const {
        const CodePoint point = decode(p);
        const Category category = category_of(point.value);
        if (category == Category::Symbol) {
            cuts.isolate(place, point.bytes);
        } else if (category == Category::Punctuation) {
            end_of_marks(p, point.bytes, place, cuts);
        } else if (const std::size_t space = space_at(p)) {
            cuts.spaces.set(place, space);
        }
    }

    void end_of_marks(const char* p, std::size_t bytes, int place, Cuts& cuts) const {
        const bool at_end = p + bytes >= end_;
        const bool before_number = !at_end && category_of(decode(p + bytes).value) == Category::Number;
        if (!at_end && !before_number) return cuts.isolate(place, bytes);
        std::size_t length = 1;
        Category before = Category::Number;  // the start of a text stops rule 1 as a number does
        for (const char* run = p; run > begin_; ++length) {
            run = previous(run);
            before = category_of(decode(run).value);
            if (before != Category::Punctuation) break;
            before = Category::Number;
        }
        const RunEnd last = end_of_run(length, before == Category::Number, before_number, at_end);
        if (last.joins_left) return;
        cuts.before.set(place);
        if (!last.joins_right) cuts.before.set(place + static_cast<int>(bytes));
    }

    const char* previous(const char* p) const {
        const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; };
        const char* before = p - 1;
        while (before > begin_ && p - before < 4 && continues(*before)) --before;
        return before;
    }

    const char* begin_;
    const char* end_;
};

}  // namespace

KARAT_TWICE void tokenize_intl(std::string_view text, Tokens& tokens) { cut(text, Rules(text), tokens); }

}  // namespace karat
