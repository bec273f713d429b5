// mteval-v14's international rules: the marks and numbers are Unicode's categories, and nothing is padded.
#include "punctuation_runs.hpp"
#include "scan.hpp"
#include "tokenizers.hpp"
#include "unicode.hpp"

namespace karat {

namespace {

struct AsciiLetterOrDigit {
    static constexpr bool is(std::uint8_t c) { return is_ascii_letter(c) | is_ascii_digit(c); }
};

class Splitter {
public:
    Splitter(std::string_view text, Tokens& tokens)
        : p_(text.data()), end_(p_ + text.size()), token_(p_), tokens_(tokens) {}

    void run() {
        Scanner<AsciiLetterOrDigit> scanner(p_, end_);
        Category before = Category::Number;  // the start of a text stops rule 1 as a number does
        while (p_ < end_) {
            if (const char* next = scanner.next(p_); next > p_) {
                before = category_of(static_cast<unsigned char>(next[-1]));
                p_ = next;
                continue;
            }
            const CodePoint point = decode(p_);
            const Category category = category_of(point.value);
            if (category == Category::Punctuation) {
                marks(before == Category::Number, point.bytes);
            } else if (category == Category::Symbol) {
                isolate(point.bytes);
            } else if (const std::size_t space = space_at(p_)) {
                finish();
                token_ = p_ += space;
            } else {
                p_ += point.bytes;
            }
            before = category;
        }
        finish();
    }

private:
    void finish() {
        if (p_ > token_) tokens_.emplace_back(token_, p_ - token_);
    }

    void isolate(std::size_t bytes) {
        finish();
        tokens_.emplace_back(p_, bytes);
        token_ = p_ += bytes;
    }

    // A run of marks that begins at p_, the first of them `bytes` long.
    void marks(bool after_number, std::size_t bytes) {
        std::size_t length = 1;
        std::size_t last_bytes = bytes;
        const char* after = p_ + bytes;
        Category next = Category::Other;
        while (after < end_) {
            const CodePoint point = decode(after);
            next = category_of(point.value);
            if (next != Category::Punctuation) break;
            after += last_bytes = point.bytes;
            ++length;
        }
        const bool at_end = after >= end_;
        const RunEnd last = end_of_run(length, after_number, !at_end && next == Category::Number, at_end);
        if (last.joins_left) {
            p_ = after;
            return;
        }
        while (p_ < after - last_bytes) isolate(decode(p_).bytes);
        if (!last.joins_right) return isolate(last_bytes);
        finish();
        token_ = p_;
        p_ = after;
    }

    const char* p_;
    const char* end_;
    const char* token_;
    Tokens& tokens_;
};

}  // namespace

void tokenize_intl(std::string_view text, Tokens& tokens) { Splitter(text, tokens).run(); }

}  // namespace karat
