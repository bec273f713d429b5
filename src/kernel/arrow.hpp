// Strings in Arrow's C data interface, read where they lie: utf8, large_utf8 and utf8_view, also as the values of a dictionary
// or of run-end encoding. Whatever the interface lets us check is checked before it is read; how large the buffers of
// offsets and of data are it does not say.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text.hpp"

// The layout is fixed by Arrow's specification of the interface.
extern "C" {
struct ArrowSchema {
    const char* format;
    const char* name;
    const char* metadata;
    std::int64_t flags;
    std::int64_t n_children;
    ArrowSchema** children;
    ArrowSchema* dictionary;
    void (*release)(ArrowSchema*);
    void* private_data;
};
struct ArrowArray {
    std::int64_t length;
    std::int64_t null_count;
    std::int64_t offset;
    std::int64_t n_buffers;
    std::int64_t n_children;
    const void** buffers;
    ArrowArray** children;
    ArrowArray* dictionary;
    void (*release)(ArrowArray*);
    void* private_data;
};
struct ArrowArrayStream {
    int (*get_schema)(ArrowArrayStream*, ArrowSchema* out);
    int (*get_next)(ArrowArrayStream*, ArrowArray* out);
    const char* (*get_last_error)(ArrowArrayStream*);
    void (*release)(ArrowArrayStream*);
    void* private_data;
};
}

namespace karat {

// What is wrong with an array.
struct BadArrow {
    std::string what;
};

// Appends the strings of an array; a null becomes a missing text. Throws BadArrow.
void append_arrow(const ArrowSchema& schema, const ArrowArray& array, std::vector<Text>& texts);

}  // namespace karat
