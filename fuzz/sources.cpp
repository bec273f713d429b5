// Where text comes from: the encodings of Python's strings, Arrow's arrays, lines, JSON, and what is summed and signed.
#include <array>
#include <cstring>
#include <memory>
#include <string>

#include "arrow.hpp"
#include "checks.hpp"
#include "checksum.hpp"
#include "row_sums.hpp"
#include "json_rows.hpp"
#include "lines.hpp"
#include "porter.hpp"
#include "promises.hpp"
#include "segment.hpp"

namespace karat {

namespace {

constexpr char32_t most = 0x110000;

// The characters of a text, each in as many bits as Python's strings may have for one.
struct Recoded {
    std::vector<std::uint32_t> wide;
    std::vector<std::uint16_t> medium;
    std::vector<std::uint8_t> narrow;
    std::string utf8;
    std::vector<Text> texts;

    explicit Recoded(const Text& text) {
        PaddedText padded;
        const std::string_view bytes = padded.load(text);
        char32_t highest = 0;
        for (const char* p = bytes.data(); p < bytes.data() + bytes.size();) {
            const CodePoint point = decode(p);
            p += point.bytes;
            wide.push_back(point.value % most);
            highest = std::max<char32_t>(highest, wide.back());
        }
        for (const std::uint32_t c : wide) write(c);
        texts.push_back({utf8.data(), utf8.size(), Encoding::Utf8});
        texts.push_back({wide.data(), wide.size(), Encoding::Ucs4});
        if (highest < 0x10000) {
            medium.assign(wide.begin(), wide.end());
            texts.push_back({medium.data(), medium.size(), Encoding::Ucs2});
        }
        if (highest < 0x100) {
            narrow.assign(wide.begin(), wide.end());
            texts.push_back({narrow.data(), narrow.size(), Encoding::Latin1});
        }
    }

    void write(std::uint32_t c) {
        if (c < 0x80) return utf8.push_back(static_cast<char>(c));
        const int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
        utf8.push_back(static_cast<char>(0xFF00 >> (more + 1) | c >> 6 * more));
        for (int i = more; i-- > 0;) utf8.push_back(static_cast<char>(0x80 | (c >> 6 * i & 0x3F)));
    }
};

std::string_view bytes_of(const Text& text) { return {static_cast<const char*>(text.data), text.length}; }

}  // namespace

// However many bits a character has, the text is the same.
void check_encodings(const Text& text) {
    const Recoded recoded(text);
    PaddedText plain, other;
    const std::string_view expected = plain.load(recoded.texts[0]);
    require(expected == recoded.utf8);
    CharacterSegment characters, others;
    WordSegment words, more;
    const auto row = row_of<ChrfCounter>(ChrfOptions{6, 2}, text, {recoded.texts.data(), 1});
    for (const Text& same : recoded.texts) {
        require(row_of<ChrfCounter>(ChrfOptions{6, 2}, text, {&same, 1}) == row);
        require(other.load(same) == expected);
        for (const bool spaces : {false, true}) {
            characters.load(recoded.texts[0], spaces, true);
            others.load(same, spaces, true);
            require(characters.characters == others.characters);
        }
        for (const Tokenizer tokenizer : {Tokenizer::Mteval13a, Tokenizer::Intl, Tokenizer::Tercom, Tokenizer::Separated}) {
            words.load(recoded.texts[0], tokenizer, {true, true, true});
            more.load(same, tokenizer, {true, true, true});
            require(std::equal(words.tokens.begin(), words.tokens.end(), more.tokens.begin(), more.tokens.end()));
        }
    }
}

// A stem is no longer than its word, but for an `e`.
void check_stems(const Text& text) {
    thread_local PorterStemmer stemmer;
    CharacterSegment word;
    WordSegment words;
    words.load(text, Tokenizer::None);
    for (const std::string_view token : words.tokens) {
        word.load({token.data(), token.size(), Encoding::Utf8}, true, false);
        const std::size_t size = word.characters.size();
        require(stemmer.stem({word.characters.data(), size}).size() <= size);
    }
}

namespace {

// An array of Arrow's over memory of our own.
struct Lent {
    ArrowSchema schema{};
    ArrowArray array{};
    std::vector<const void*> buffers;
    std::vector<ArrowArray*> children;
    std::vector<ArrowSchema*> schemas;

    Lent(const char* format, std::size_t length, std::vector<const void*> given) : buffers(std::move(given)) {
        schema.format = format;
        array.length = static_cast<std::int64_t>(length);
        array.n_buffers = static_cast<std::int64_t>(buffers.size());
        array.buffers = buffers.data();
    }

    void add(Lent& child) {
        schemas.push_back(&child.schema);
        children.push_back(&child.array);
        schema.children = schemas.data();
        array.children = children.data();
        schema.n_children = array.n_children = static_cast<std::int64_t>(children.size());
    }

    // Whether it was taken.
    bool read(std::vector<Text>& texts) const {
        texts.clear();
        try {
            append_arrow(schema, array, texts);
        } catch (const BadArrow&) {
            return false;
        }
        return true;
    }
};

void require_same(std::span<const Text> found, std::span<const Text> expected) {
    require(found.size() == expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) require(bytes_of(found[i]) == bytes_of(expected[i]));
}

}  // namespace

// Whatever encoding the texts lie in, they are read; damaged, they are read within their memory or refused.
void check_arrow(std::span<const Text> texts, std::string_view damage) {
    std::string data(PaddedText::before, '\0');
    std::vector<std::int32_t> offsets{static_cast<std::int32_t>(data.size())};
    std::vector<std::int64_t> large{offsets[0]};
    std::vector<std::array<std::int32_t, 4>> views;
    std::vector<std::int32_t> indices, ends;
    for (const Text& text : texts) {
        const std::string_view bytes = bytes_of(text);
        std::array<std::int32_t, 4> view{static_cast<std::int32_t>(bytes.size()), 0, 0, offsets.back()};
        if (bytes.size() <= 12 && !bytes.empty()) std::memcpy(view.data() + 1, bytes.data(), bytes.size());
        views.push_back(view);
        indices.push_back(static_cast<std::int32_t>(indices.size()));
        ends.push_back(static_cast<std::int32_t>(ends.size()) + 1);
        data.append(bytes);
        offsets.push_back(static_cast<std::int32_t>(data.size()));
        large.push_back(offsets.back());
    }
    data.append(PaddedText::after, '\0');
    const std::int64_t sizes[] = {static_cast<std::int64_t>(data.size())};
    std::uint8_t validity[] = {0xFF};
    const std::size_t count = texts.size();
    Lent small("u", count, {nullptr, offsets.data(), data.data()}), big("U", count, {nullptr, large.data(), data.data()});
    Lent viewed("vu", count, {nullptr, views.data(), data.data(), sizes}), encoded("i", count, {validity, indices.data()});
    Lent numbers("i", count, {nullptr, ends.data()}), runs("+r", count, {}), nothing("n", count, {});
    encoded.schema.dictionary = &small.schema;
    encoded.array.dictionary = &small.array;
    runs.add(numbers);
    runs.add(viewed);
    std::vector<Text> found;
    for (const Lent* lent : {&small, &big, &viewed, &encoded, &runs}) {
        require(lent->read(found));
        require_same(found, texts);
    }
    require(nothing.read(found) && found.size() == count);
    // Each byte of damage changes one number of one of them. No buffer is longer than it says, so no offset may be either.
    for (std::size_t i = 0; i + 1 < damage.size() && i < 32; i += 2) {
        const auto value = static_cast<std::int32_t>(static_cast<signed char>(damage[i + 1]));
        const std::size_t at = i / 2 % count;
        switch (static_cast<unsigned char>(damage[i]) % 12) {
            case 0: offsets[at] = std::clamp(value, -1, offsets.back()); break;
            case 1: large[at] = std::clamp<std::int64_t>(value, -1, large.back()); break;
            case 2: views[at][0] = value * value; break;
            case 3: views[at][2] = value; break;
            case 4: views[at][3] = value * 64; break;
            case 5: indices[at] = value; break;
            case 6: ends[at] = value; break;
            case 7: validity[0] = static_cast<std::uint8_t>(value); break;
            case 8: runs.array.offset = value; break;
            case 9: encoded.array.null_count = value; break;
            case 10: small.array.length = std::min<std::int64_t>(value, static_cast<std::int64_t>(count)); break;
            default: numbers.array.length = std::min<std::int64_t>(value, static_cast<std::int64_t>(count));
        }
        for (const Lent* lent : {&small, &big, &viewed, &encoded, &runs}) {
            if (!lent->read(found)) continue;
            std::size_t sum = 0;
            for (const Text& text : found) {
                for (const char c : bytes_of(text)) sum += static_cast<unsigned char>(c);
            }
            require(first_invalid_text(found) <= found.size() && sum + 1 > 0);
        }
    }
}

namespace {

std::string quoted(std::string_view text) {
    std::string json = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') json.push_back('\\');
        if (static_cast<unsigned char>(c) < 0x20) {
            constexpr char digits[] = "0123456789abcdef";
            json.append("\\u00").append({digits[c >> 4 & 15], digits[c & 15]});
        } else {
            json.push_back(c);
        }
    }
    return json + "\"";
}

}  // namespace

// Any bytes are JSON or not; texts that are written as JSON come back.
void check_json(std::span<const Text> texts, std::string_view bytes) {
    JsonRows any({"a", "b"}, {true, false});
    if (any.read(bytes)) {
        const StringColumn& column = any.column(0);
        require(column.offsets.size() == any.rows() + 1 && column.valid.size() == (any.rows() + 7) / 8);
        require(std::is_sorted(column.offsets.begin(), column.offsets.end()));
        require(static_cast<std::size_t>(column.offsets.back()) == column.data.size() && column.nulls <= any.rows());
    }
    std::string lines;
    for (const Text& text : texts) lines.append("{\"a\": ").append(quoted(bytes_of(text))).append(", \"b\": -1.5e+3}\n");
    JsonRows rows({"a", "b"}, {true, false});
    require(rows.read(lines) && rows.rows() == texts.size());
    const StringColumn& column = rows.column(0);
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const std::string_view whole(column.data.data(), column.data.size());
        const auto first = static_cast<std::size_t>(column.offsets[i]), last = static_cast<std::size_t>(column.offsets[i + 1]);
        require(whole.substr(first, last - first) == bytes_of(texts[i]));
    }
}

// Lines joined by their ends are the bytes; the first bad byte is the first that is bad; checksums do not see how bytes are cut.
void check_lines(std::string_view bytes, std::size_t cut) {
    std::string joined;
    for (const Text& line : split_lines(bytes)) joined.append(bytes_of(line)).push_back('\n');
    std::string plain;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (bytes[i] != '\r' || i + 1 == bytes.size() || bytes[i + 1] != '\n') plain.push_back(bytes[i]);
    }
    if (!plain.empty() && plain.back() != '\n') plain.push_back('\n');
    require(joined == plain);
    if (const auto bad = find_bad_byte(bytes)) {
        require(bad->line >= 1 && bad->column >= 1);
    } else {
        require(first_invalid_utf8(bytes) == std::string_view::npos && bytes.find('\0') == std::string_view::npos);
    }
    Checksum whole, parts;
    whole.update(bytes);
    for (std::string_view left = bytes; !left.empty(); left.remove_prefix(std::min(left.size(), cut + 1))) {
        parts.update(left.substr(0, cut + 1));
    }
    require(whole.value() == parts.value());
    // Rows of two numbers, made of the bytes, added in two groups.
    std::vector<std::int64_t> numbers, places;
    for (const unsigned char byte : bytes.substr(0, bytes.size() / 2 * 2)) numbers.push_back(byte);
    for (std::size_t i = 0; i < numbers.size() / 2; ++i) places.push_back(numbers[2 * i] % 2);
    std::int64_t table[4] = {}, sum = 0;
    require(add_rows(numbers.data(), places.data(), places.size(), 2, table));
    for (const std::int64_t number : numbers) sum += number;
    require(table[0] + table[1] + table[2] + table[3] == sum);
}

}  // namespace karat
