#include "arrow.hpp"

#include <cstring>

namespace karat {

namespace {

bool is_null(const ArrowArray& array, std::int64_t row) {
    const auto* validity = static_cast<const std::uint8_t*>(array.buffers[0]);
    return validity != nullptr && (validity[row / 8] >> row % 8 & 1) == 0;
}

template <class Offset> Text by_offset(const ArrowArray& array, std::int64_t row) {
    const auto* offsets = static_cast<const Offset*>(array.buffers[1]);
    const auto* data = static_cast<const char*>(array.buffers[2]);
    return {data + offsets[row], static_cast<std::size_t>(offsets[row + 1] - offsets[row]), Encoding::Utf8};
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

}  // namespace

bool append_arrow(std::string_view format, const ArrowArray& array, std::vector<Text>& texts) {
    Text (*text_of)(const ArrowArray&, std::int64_t) = format == "u"    ? by_offset<std::int32_t>
                                                       : format == "U"  ? by_offset<std::int64_t>
                                                       : format == "vu" ? by_view
                                                                        : nullptr;
    if (text_of == nullptr) return false;
    texts.reserve(texts.size() + static_cast<std::size_t>(array.length));
    for (std::int64_t row = array.offset; row < array.offset + array.length; ++row) {
        texts.push_back(is_null(array, row) ? Text{} : text_of(array, row));
    }
    return true;
}

}  // namespace karat
