#include "arrow.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "stopping.hpp"

namespace karat {

namespace {

constexpr int deepest = 4;  // dictionaries in run-end encoding in dictionaries

void require(bool holds, const char* what) {
    if (!holds) throw BadArrow{what};
}

// What people call a type, by its format string.
std::string name_of(std::string_view format) {
    struct Name {
        std::string_view format, name;
    };
    static constexpr Name names[] = {
        {"b", "bool"},          {"c", "int8"},          {"C", "uint8"},         {"s", "int16"},
        {"S", "uint16"},        {"i", "int32"},         {"I", "uint32"},        {"l", "int64"},
        {"L", "uint64"},        {"e", "float16"},       {"f", "float32"},       {"g", "float64"},
        {"z", "binary"},        {"Z", "large_binary"},  {"vz", "binary_view"},  {"+l", "list"},
        {"+L", "large_list"},   {"+vl", "list_view"},   {"+vL", "large_list_view"}, {"+s", "struct"},
        {"+m", "map"},          {"+r", "run_end_encoded"},
    };
    for (const Name& name : names) {
        if (name.format == format) return std::string(name.name);
    }
    struct Family {
        std::string_view begin, name;
    };
    static constexpr Family families[] = {{"w:", "fixed_size_binary"}, {"d:", "decimal"}, {"td", "date"}, {"tt", "time"},
                                          {"ts", "timestamp"},         {"tD", "duration"}, {"ti", "interval"},
                                          {"+w:", "fixed_size_list"},  {"+u", "union"}};
    for (const Family& family : families) {
        if (format.starts_with(family.begin)) return std::string(family.name);
    }
    return "unknown";
}

[[noreturn]] void refuse(std::string_view format, std::string_view before = "") {
    throw BadArrow{"has format " + std::string(format) + " (" + std::string(before) + name_of(format) +
                   "); an array of strings was expected"};
}

// The fields that every array has, and so many buffers.
void check_fields(const ArrowArray& array, std::int64_t buffers) {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / 64;
    require(0 <= array.length && array.length <= most, "has an impossible length");
    require(0 <= array.offset && array.offset <= most, "has an impossible offset");
    require(-1 <= array.null_count && array.null_count <= array.length, "has an impossible number of nulls");
    require(array.n_buffers >= buffers, "has too few buffers");
    require(buffers == 0 || array.buffers != nullptr, "has no buffers");
}

const std::uint8_t* validity_of(const ArrowArray& array) {
    const auto* validity = static_cast<const std::uint8_t*>(array.buffers[0]);
    require(validity != nullptr || array.null_count <= 0, "has nulls, and does not say where");
    return validity;
}

bool is_null(const std::uint8_t* validity, std::int64_t row) {
    return validity != nullptr && (validity[row / 8] >> row % 8 & 1) == 0;
}

// All data lie one behind another: texts that are not among the first or the last have room around them.
template <class Offset> void read_by_offset(const ArrowArray& array, Text* texts) {
    check_fields(array, 3);
    const std::uint8_t* validity = validity_of(array);
    require(array.buffers[1] != nullptr, "has no offsets");
    const auto* offsets = static_cast<const Offset*>(array.buffers[1]) + array.offset;
    const auto* data = static_cast<const char*>(array.buffers[2]);
    constexpr auto before = static_cast<Offset>(PaddedText::before), after = static_cast<Offset>(PaddedText::after);
    const Offset last = offsets[array.length];
    // Without a branch for each: that all rise is looked at once.
    bool rising = offsets[0] >= 0;
    for (std::int64_t i = 0; i < array.length; ++i) rising &= offsets[i] <= offsets[i + 1];
    require(rising, "has offsets that fall");
    require(data != nullptr || last == offsets[0], "has no data");
    for (std::int64_t i = 0; i < array.length; ++i) {
        const Offset begin = offsets[i], end = offsets[i + 1];
        const bool roomy = (begin >= before) & (last - end >= after);
        texts[i] = {data + begin, static_cast<std::size_t>(end - begin), Encoding::Utf8, roomy};
        if (is_null(validity, array.offset + i)) texts[i] = {};
        spend(4);
    }
}

// A view has its length first; up to twelve bytes follow it directly, else a prefix, a buffer and an offset. The last buffer
// has the lengths of those with the data.
class Views {
public:
    explicit Views(const ArrowArray& array) : array_(array), data_buffers_(array.n_buffers - 3) {
        require(array.buffers[1] != nullptr, "has no views");
        sizes_ = static_cast<const std::int64_t*>(array.buffers[array.n_buffers - 1]);
        require(data_buffers_ == 0 || sizes_ != nullptr, "does not say how long its data are");
    }

    Text operator[](std::int64_t row) const {
        const char* view = static_cast<const char*>(array_.buffers[1]) + 16 * row;
        std::int32_t fields[4];
        std::memcpy(fields, view, sizeof fields);
        const auto [length, prefix, buffer, offset] = fields;
        require(length >= 0, "has a view of negative length");
        if (length <= 12) return {view + 4, static_cast<std::size_t>(length), Encoding::Utf8};
        require(0 <= buffer && buffer < data_buffers_ && array_.buffers[2 + buffer] != nullptr, "has a view into a buffer that is not there");
        require(0 <= offset && std::int64_t{offset} + length <= sizes_[buffer], "has a view beyond the end of its buffer");
        return {static_cast<const char*>(array_.buffers[2 + buffer]) + offset, static_cast<std::size_t>(length), Encoding::Utf8};
    }

private:
    const ArrowArray& array_;
    std::int64_t data_buffers_;
    const std::int64_t* sizes_;
};

void read_by_view(const ArrowArray& array, Text* texts) {
    check_fields(array, 3);
    const std::uint8_t* validity = validity_of(array);
    const Views views(array);
    for (std::int64_t row = array.offset; row < array.offset + array.length; ++row) {
        *texts++ = is_null(validity, row) ? Text{} : views[row];
        spend(4);
    }
}

// Calls `read(type)` with a number of the type that the format names; false if it is none that may count.
template <class Read> bool with_integer(std::string_view format, Read read) {
    if (format.size() != 1) return false;
    switch (format[0]) {
        case 'c': return read(std::int8_t{}), true;
        case 'C': return read(std::uint8_t{}), true;
        case 's': return read(std::int16_t{}), true;
        case 'S': return read(std::uint16_t{}), true;
        case 'i': return read(std::int32_t{}), true;
        case 'I': return read(std::uint32_t{}), true;
        case 'l': return read(std::int64_t{}), true;
        case 'L': return read(std::uint64_t{}), true;
        default: return false;
    }
}

void append(const ArrowSchema& schema, const ArrowArray& array, int depth, std::vector<Text>& texts);

std::string_view format_of(const ArrowSchema& schema) {
    require(schema.format != nullptr, "has no format");
    return schema.format;
}

// Each row is the number of a value.
void read_dictionary(const ArrowSchema& schema, const ArrowArray& array, int depth, Text* texts) {
    require(array.dictionary != nullptr, "has no dictionary, although its format does");
    std::vector<Text> values;
    append(*schema.dictionary, *array.dictionary, depth + 1, values);
    check_fields(array, 2);
    const std::uint8_t* validity = validity_of(array);
    require(array.buffers[1] != nullptr, "has no indices");
    const bool known = with_integer(format_of(schema), [&](auto type) {
        const auto* indices = static_cast<const decltype(type)*>(array.buffers[1]);
        for (std::int64_t row = array.offset; row < array.offset + array.length; ++row) {
            spend(4);
            const bool null = is_null(validity, row);
            // A negative number becomes a large one.
            const auto index = static_cast<std::uint64_t>(indices[row]);
            require(null || index < values.size(), "has an index that is not in its dictionary");
            *texts++ = null ? Text{} : values[index];
        }
    });
    require(known, "has a dictionary without whole numbers for indices");
}

// Each value stands for all rows up to its run's end.
void read_runs(const ArrowSchema& schema, const ArrowArray& array, int depth, Text* texts) {
    check_fields(array, 0);
    require(schema.n_children == 2 && array.n_children == 2 && schema.children != nullptr && array.children != nullptr, "has no runs");
    for (const int child : {0, 1}) require(schema.children[child] != nullptr && array.children[child] != nullptr, "has no runs");
    const ArrowArray& ends = *array.children[0];
    std::vector<Text> values;
    append(*schema.children[1], *array.children[1], depth + 1, values);
    check_fields(ends, 2);
    require(ends.null_count <= 0 && ends.buffers[1] != nullptr, "has no ends of runs");
    require(static_cast<std::size_t>(ends.length) <= values.size(), "has fewer values than runs");
    const bool known = with_integer(format_of(*schema.children[0]), [&](auto type) {
        const auto* numbers = static_cast<const decltype(type)*>(ends.buffers[1]) + ends.offset;
        std::int64_t before = 0, row = array.offset;
        for (std::int64_t run = 0; run < ends.length && row < array.offset + array.length; ++run) {
            const auto end = static_cast<std::int64_t>(numbers[run]);
            require(end > before, "has runs that do not end one after another");
            for (before = end; row < std::min(end, array.offset + array.length); ++row) *texts++ = values[static_cast<std::size_t>(run)];
            spend(64);
        }
        require(row == array.offset + array.length, "has more rows than runs");
    });
    require(known, "has runs without whole numbers for ends");
}

void append(const ArrowSchema& schema, const ArrowArray& array, int depth, std::vector<Text>& texts) {
    require(depth < deepest, "is nested too deeply");
    const std::string_view format = format_of(schema);
    check_fields(array, 0);
    const bool has_strings = format == "u" || format == "U" || format == "vu";
    if (schema.dictionary == nullptr && !has_strings && format != "n" && format != "+r") refuse(format, depth > 0 ? "encoded " : "");
    if (schema.dictionary != nullptr && array.length == 0 && !with_integer(format, [](auto) {})) refuse(format);
    if (array.length == 0 && schema.dictionary == nullptr && format != "+r") return;  // which need not even have buffers
    const std::size_t before = texts.size();
    texts.resize(before + static_cast<std::size_t>(array.length));
    Text* const first = texts.data() + before;
    if (schema.dictionary != nullptr) return read_dictionary(schema, array, depth, first);
    if (format == "+r") return read_runs(schema, array, depth, first);
    if (format == "u") return read_by_offset<std::int32_t>(array, first);
    if (format == "U") return read_by_offset<std::int64_t>(array, first);
    if (format == "vu") return read_by_view(array, first);
    // Nothing but nulls: all are missing already.
}

}  // namespace

void append_arrow(const ArrowSchema& schema, const ArrowArray& array, std::vector<Text>& texts) {
    append(schema, array, 0, texts);
}

}  // namespace karat
