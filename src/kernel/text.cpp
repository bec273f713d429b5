#include "text.hpp"

#include <bit>
#include <cstring>

#include "stopping.hpp"

namespace karat {

namespace {

template <class Unit> char* write_utf8(Unit unit, char* out) {
    const auto c = static_cast<std::uint32_t>(unit);
    if (c < 0x80) {
        *out++ = static_cast<char>(c);
    } else if (c < 0x800) {
        *out++ = static_cast<char>(0xC0 | c >> 6);
        *out++ = static_cast<char>(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        *out++ = static_cast<char>(0xE0 | c >> 12);
        *out++ = static_cast<char>(0x80 | (c >> 6 & 0x3F));
        *out++ = static_cast<char>(0x80 | (c & 0x3F));
    } else {
        *out++ = static_cast<char>(0xF0 | c >> 18);
        *out++ = static_cast<char>(0x80 | (c >> 12 & 0x3F));
        *out++ = static_cast<char>(0x80 | (c >> 6 & 0x3F));
        *out++ = static_cast<char>(0x80 | (c & 0x3F));
    }
    return out;
}

// Writes the ASCII that the next eight bytes of units begin with, and says how many units that is. Most of most texts is
// ASCII, and what it writes in vain, up to eight bytes, is overwritten.
std::size_t write_ascii(const std::uint8_t* units, std::size_t left, char* out) {
    static_assert(std::endian::native == std::endian::little);
    if (left < 8) return 0;
    std::uint64_t eight;
    std::memcpy(&eight, units, sizeof eight);
    std::memcpy(out, &eight, sizeof eight);
    return static_cast<std::size_t>(std::countr_zero(eight & 0x8080808080808080U)) / 8;
}

std::size_t write_ascii(const std::uint16_t* units, std::size_t left, char* out) {
    if (left < 4) return 0;
    std::uint64_t four;
    std::memcpy(&four, units, sizeof four);
    const auto plain = static_cast<std::size_t>(std::countr_zero(four & 0xFF80FF80FF80FF80U)) / 16;
    four = (four | four >> 8) & 0x0000FFFF0000FFFFU;
    const auto packed = static_cast<std::uint32_t>(four | four >> 16);
    std::memcpy(out, &packed, sizeof packed);
    return plain;
}

// Texts with characters beyond the basic plane are rare.
std::size_t write_ascii(const std::uint32_t*, std::size_t, char*) { return 0; }

// The number of bytes of white space that end at `end`, looking no further back than `begin`.
std::size_t space_before(const char* begin, const char* end) {
    const auto last = static_cast<unsigned char>(end[-1]);
    if (last < 0x80) return is_ascii_space(last);
    for (std::size_t bytes = 2; bytes <= 3 && bytes <= static_cast<std::size_t>(end - begin); ++bytes) {
        if (space_at(end - bytes) == bytes) return bytes;
    }
    return 0;
}

// Whether the next so many words of eight bytes, if there are so many, are ASCII.
template <std::size_t Words> bool is_ascii(const unsigned char* p, std::size_t left) {
    std::uint64_t words[Words], any = 0;
    if (left < sizeof words) return false;
    std::memcpy(words, p, sizeof words);
    for (const std::uint64_t word : words) any |= word;
    return (any & 0x8080808080808080U) == 0;
}

constexpr std::size_t between_looks = 1 << 16;

}  // namespace

char* PaddedText::room(std::size_t size) {
    if (bytes_.size() < before + size + after) bytes_.resize(before + size * 2 + after);
    return bytes_.data() + before;
}

std::string_view PaddedText::seal(std::size_t size) {
    std::memset(bytes_.data() + before + size, 0, after);
    return {bytes_.data() + before, size};
}

std::string_view PaddedText::load(std::string_view utf8) {
    char* out = room(utf8.size());
    if (!utf8.empty()) std::memcpy(out, utf8.data(), utf8.size());
    return seal(utf8.size());
}

template <class Unit> std::string_view PaddedText::encode(const Unit* units, std::size_t count) {
    constexpr std::size_t widest = sizeof(Unit) + 1;
    char* const begin = room(count * widest);
    char* out = begin;
    for (std::size_t i = 0; i < count;) {
        const std::size_t plain = write_ascii(units + i, count - i, out);
        i += plain;
        out += plain;
        if (i < count) out = write_utf8(units[i++], out);
    }
    return seal(static_cast<std::size_t>(out - begin));
}

std::string_view PaddedText::load(const Text& text) {
    switch (text.encoding) {
        case Encoding::Latin1: return encode(static_cast<const std::uint8_t*>(text.data), text.length);
        case Encoding::Ucs2: return encode(static_cast<const std::uint16_t*>(text.data), text.length);
        case Encoding::Ucs4: return encode(static_cast<const std::uint32_t*>(text.data), text.length);
        case Encoding::Utf8: return load(std::string_view(static_cast<const char*>(text.data), text.length));
        case Encoding::Missing: break;
    }
    return load(std::string_view{});
}

std::size_t wide_space_at(const char* p) {
    const auto c = static_cast<unsigned char>(*p);
    // Only these bytes begin white space outside ASCII.
    if (c != 0xC2 && c != 0xE1 && c != 0xE2 && c != 0xE3) return 0;
    const CodePoint point = decode(p);
    return is_wide_space(point.value) ? point.bytes : 0;
}

std::string_view strip_end(std::string_view text) {
    const char* begin = text.data();
    const char* end = begin + text.size();
    while (end > begin) {
        const std::size_t bytes = space_before(begin, end);
        if (bytes == 0) break;
        end -= bytes;
    }
    return {begin, static_cast<std::size_t>(end - begin)};
}

std::string_view strip(std::string_view text) {
    text = strip_end(text);
    while (!text.empty()) {
        const std::size_t bytes = space_at(text.data());
        if (bytes == 0) break;
        text.remove_prefix(bytes);
    }
    return text;
}

std::size_t first_invalid_utf8(std::string_view bytes) {
    const auto* u = reinterpret_cast<const unsigned char*>(bytes.data());
    const std::size_t size = bytes.size();
    const auto continues = [&](std::size_t i) { return i < size && (u[i] & 0xC0) == 0x80; };
    std::size_t i = 0, next_look = 0;
    while (i < size) {
        if (i >= next_look) {
            spend(between_looks);
            next_look = i + between_looks;
        }
        if (is_ascii<8>(u + i, size - i)) {
            i += 64;
        } else if (is_ascii<1>(u + i, size - i)) {
            i += 8;
        } else if (u[i] < 0x80) {
            ++i;
        } else if (u[i] >= 0xC2 && u[i] <= 0xDF && continues(i + 1)) {
            i += 2;
        } else if (u[i] >= 0xE0 && u[i] <= 0xEF && continues(i + 1) && continues(i + 2) &&
                   !(u[i] == 0xE0 && u[i + 1] < 0xA0) && !(u[i] == 0xED && u[i + 1] > 0x9F)) {
            i += 3;
        } else if (u[i] >= 0xF0 && u[i] <= 0xF4 && continues(i + 1) && continues(i + 2) && continues(i + 3) &&
                   !(u[i] == 0xF0 && u[i + 1] < 0x90) && !(u[i] == 0xF4 && u[i + 1] > 0x8F)) {
            i += 4;
        } else {
            return i;
        }
    }
    return std::string_view::npos;
}

// Texts out of Arrow lie one behind another. Bytes that are UTF-8 as a whole, and of which no text begins in the middle
// of a character, are UTF-8 text by text; so nothing is decided for each text that could not be foreseen.
std::size_t first_invalid_text(std::span<const Text> texts) {
    const auto bytes_of = [&](std::size_t i) {
        return std::string_view(static_cast<const char*>(texts[i].data), texts[i].length);
    };
    for (std::size_t first = 0, next = 0; first < texts.size(); first = next) {
        std::string_view run;
        bool cut = false;
        for (; next < texts.size(); ++next) {
            const std::string_view bytes = bytes_of(next);
            if (bytes.empty()) continue;
            if (run.empty()) run = {bytes.data(), 0};
            if (bytes.data() != run.data() + run.size()) break;
            run = {run.data(), run.size() + bytes.size()};
            cut |= (static_cast<unsigned char>(bytes[0]) & 0xC0) == 0x80;
        }
        if (!cut && first_invalid_utf8(run) == std::string_view::npos) continue;
        for (; first < next; ++first) {
            if (first_invalid_utf8(bytes_of(first)) != std::string_view::npos) return first;
        }
    }
    return texts.size();
}

}  // namespace karat
