// A segment of text as it comes from outside, and as the kernel works on it: UTF-8 with room to read past
// its end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string_view>
#include <vector>

namespace karat {

// How the code points of a segment lie in memory. `Missing` is a reference that a segment does not have.
enum class Encoding : std::uint8_t { Missing, Utf8, Latin1, Ucs2, Ucs4 };

// A borrowed segment; `length` counts units of its encoding. One that is `roomy` is UTF-8 amid other text: as many bytes
// around it may be read as around a `PaddedText`, but they are not zeros.
struct Text {
    const void* data = nullptr;
    std::size_t length = 0;
    Encoding encoding = Encoding::Missing;
    bool roomy = false;

    bool missing() const { return encoding == Encoding::Missing; }
};

using Column = std::span<const Text>;  // one text per segment

// Tokens of a text: where each starts, and where it ends. Tokenizers find the two apart, and write them here at once.
// Unlike a vector, it does not fill what will be written anyway.
class Tokens {
public:
    class Iterator {
    public:
        using difference_type = std::ptrdiff_t;
        using value_type = std::string_view;
        using pointer = void;
        using reference = std::string_view;
        using iterator_category = std::input_iterator_tag;

        Iterator() = default;
        Iterator(const Tokens& tokens, std::size_t at) : tokens_(&tokens), at_(at) {}
        std::string_view operator*() const { return (*tokens_)[at_]; }
        Iterator& operator++() { return ++at_, *this; }
        Iterator operator++(int) { return {*tokens_, at_++}; }
        bool operator==(const Iterator& other) const { return at_ == other.at_; }

    private:
        const Tokens* tokens_ = nullptr;
        std::size_t at_ = 0;
    };

    std::size_t size() const { return size_; }
    Iterator begin() const { return {*this, 0}; }
    Iterator end() const { return {*this, size_}; }
    std::string_view operator[](std::size_t i) const {
        return {starts_[i], static_cast<std::size_t>(ends_[i] - starts_[i])};
    }

    void clear() { size_ = 0; }
    void shrink(std::size_t size) { size_ = size; }
    void emplace_back(const char* data, std::size_t length) {
        make_room(1);
        set(size_++, data, data + length);
    }

    // For those who write the places themselves: room for so many more, and then how many there are in all.
    void make_room(std::size_t count) {
        if (size_ + count > starts_.size()) grow(count);
    }
    void set(std::size_t i, const char* start, const char* end) {
        starts_[i] = start;
        ends_[i] = end;
    }
    void set_size(std::size_t size) { size_ = size; }
    const char** starts() { return starts_.data(); }
    const char** ends() { return ends_.data(); }

private:
    void grow(std::size_t count) {
        starts_.resize(2 * (size_ + count));
        ends_.resize(2 * (size_ + count));
    }

    std::vector<const char*> starts_;
    std::vector<const char*> ends_;
    std::size_t size_ = 0;
};

// Asks for memory that will be read soon: strings of a list lie scattered, and waiting for them costs more than
// counting them.
inline void fetch_ahead(const void* memory) {
    for (int line = 0; line < 4; ++line) __builtin_prefetch(static_cast<const char*>(memory) + 64 * line);
}

// Owns one segment as UTF-8 with zeros around it. From any of its positions, its end included, eight bytes back and
// sixty-five bytes on may be read.
// Lone surrogates, which a Python string may hold, become three bytes like any other code point.
class PaddedText {
public:
    static constexpr std::size_t before = 16;  // eight would do; so the text begins where vectors may
    static constexpr std::size_t after = 80;

    std::string_view load(const Text& text);
    std::string_view load(std::string_view utf8);

    // The same, for those who do not look at what is around it: without a copy where there is room.
    std::string_view view(const Text& text) {
        return text.roomy ? std::string_view(static_cast<const char*>(text.data), text.length) : load(text);
    }

private:
    char* room(std::size_t size);
    std::string_view seal(std::size_t size);
    template <class Unit> std::string_view encode(const Unit* units, std::size_t count);

    std::vector<char> bytes_;
};

// One code point and the number of bytes it takes.
struct CodePoint {
    char32_t value;
    std::size_t bytes;
};

// Decodes the code point at `p`. Four bytes must be readable. A byte that begins no sequence stands for itself;
// the zeros after a PaddedText therefore end any sequence that is cut off.
inline CodePoint decode(const char* p) {
    const auto* u = reinterpret_cast<const unsigned char*>(p);
    const auto continues = [u](int i) { return (u[i] & 0xC0) == 0x80; };
    if (u[0] < 0xC0) return {u[0], 1};
    if (u[0] < 0xE0 && continues(1)) return {static_cast<char32_t>((u[0] & 0x1F) << 6 | (u[1] & 0x3F)), 2};
    if (u[0] >= 0xE0 && u[0] < 0xF0 && continues(1) && continues(2)) {
        return {static_cast<char32_t>((u[0] & 0x0F) << 12 | (u[1] & 0x3F) << 6 | (u[2] & 0x3F)), 3};
    }
    if (u[0] >= 0xF0 && continues(1) && continues(2) && continues(3)) {
        const int high = (u[0] & 0x07) << 18 | (u[1] & 0x3F) << 12;
        return {static_cast<char32_t>(high | (u[2] & 0x3F) << 6 | (u[3] & 0x3F)), 4};
    }
    return {u[0], 1};
}

// White space is what Python's str.split splits on.
constexpr bool is_ascii_space(unsigned char c) {
    return c == ' ' || (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x1F);
}

constexpr bool is_wide_space(char32_t c) {
    if (c < 0x1680 || c > 0x3000) return c == 0x85 || c == 0xA0;  // nearly always
    return c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

std::size_t wide_space_at(const char* p);

// The number of bytes of white space at `p`, 0 if there is none.
inline std::size_t space_at(const char* p) {
    const auto c = static_cast<unsigned char>(*p);
    return c < 0x80 ? is_ascii_space(c) : wide_space_at(p);
}

std::string_view strip_end(std::string_view text);
std::string_view strip(std::string_view text);

// Where bytes stop being UTF-8, or npos. Surrogates and overlong forms are refused.
std::size_t first_invalid_utf8(std::string_view bytes);

// The first of texts in UTF-8 that is not, or their number.
std::size_t first_invalid_text(std::span<const Text> texts);

}  // namespace karat
