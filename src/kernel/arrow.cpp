#include "arrow.hpp"

#include <cstring>

namespace karat {

namespace {

bool is_null(const std::uint8_t* validity, std::int64_t row) {
    return validity != nullptr && (validity[row / 8] >> row % 8 & 1) == 0;
}

// All data lie one behind another: texts that are not among the first or the last have room around them.
template <class Offset> void append_by_offset(const ArrowArray& array, Text* texts) {
    const auto* validity = static_cast<const std::uint8_t*>(array.buffers[0]);
    const auto* offsets = static_cast<const Offset*>(array.buffers[1]) + array.offset;
    const auto* data = static_cast<const char*>(array.buffers[2]);
    constexpr auto before = static_cast<Offset>(PaddedText::before), after = static_cast<Offset>(PaddedText::after);
    const Offset last = offsets[array.length];
    for (std::int64_t i = 0; i < array.length; ++i) {
        const Offset begin = offsets[i], end = offsets[i + 1];
        const bool roomy = (begin >= before) & (last - end >= after);
        texts[i] = {data + begin, static_cast<std::size_t>(end - begin), Encoding::Utf8, roomy};
        if (is_null(validity, array.offset + i)) texts[i] = {};
    }
}

// A view has its length first; up to twelve bytes follow it directly, else a prefix, a buffer and an offset.
Text by_view(const ArrowArray& array, std::int64_t row) {
    const char* view = static_cast<const char*>(array.buffers[1]) + 16 * row;
    std::int32_t fields[4];
    std::memcpy(fields, view, sizeof fields);
    const auto length = static_cast<std::size_t>(fields[0]);
    if (length <= 12) return {view + 4, length, Encoding::Utf8};
    return {static_cast<const char*>(array.buffers[2 + fields[2]]) + fields[3], length, Encoding::Utf8};
}

void append_by_view(const ArrowArray& array, Text* texts) {
    const auto* validity = static_cast<const std::uint8_t*>(array.buffers[0]);
    for (std::int64_t row = array.offset; row < array.offset + array.length; ++row) {
        *texts++ = is_null(validity, row) ? Text{} : by_view(array, row);
    }
}

}  // namespace

bool append_arrow(std::string_view format, const ArrowArray& array, std::vector<Text>& texts) {
    void (*append)(const ArrowArray&, Text*) = format == "u"    ? append_by_offset<std::int32_t>
                                               : format == "U"  ? append_by_offset<std::int64_t>
                                               : format == "vu" ? append_by_view
                                                                : nullptr;
    if (append == nullptr) return false;
    if (array.length == 0) return true;  // which need not even have buffers
    const std::size_t before = texts.size();
    texts.resize(before + static_cast<std::size_t>(array.length));
    append(array, texts.data() + before);
    return true;
}

}  // namespace karat
