// mteval-v14's international rules: the marks and numbers are Unicode's categories, and nothing is padded.
#include "cuts.hpp"
#include "punctuation_runs.hpp"
#include "tokenizers.hpp"
#include "twice.hpp"
#include "unicode.hpp"

namespace karat {

namespace {

Mask is_symbol(Bytes c) {
    return is_within(c, '<', '>') | (c == '$') | (c == '+') | (c == '^') | (c == '`') | (c == '|') | (c == '~');
}

Mask is_mark(Bytes c) { return is_within(c, '!', '~') & ~(is_letter(c) | is_digit(c) | is_symbol(c)); }

class Rules {
public:
    explicit Rules(std::string_view text) : begin_(text.data()), end_(begin_ + text.size()) {}

    bool mark(const char* block, Cuts& cuts) const {
        const Block bytes(block);
        cuts.spaces.here |= bytes.where(is_plain_space);
        cuts.isolate(bytes.where(is_symbol));
        const Bits wide = bytes.where([](Bytes c) { return c >= 0xC0; });
        const Bits marks = bytes.where(is_mark);
        // A mark stands alone unless a number or the end follows; of what is not ASCII, and of the next block, it is
        // not known yet.
        const Bits digits = bytes.where([](Bytes c) { return is_digit(c); });
        const Bits unclear = (digits | wide) >> 1 | last_bytes(block, end_);
        cuts.isolate(marks & ~unclear);
        for (Bits bits = wide | (marks & unclear); bits != 0;) {
            const int place = pop(bits);
            if (block + place >= end_) break;
            character(block + place, place, cuts);
        }
        return true;
    }

private:
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
