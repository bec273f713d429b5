// What every check needs: texts out of any bytes, rows out of texts, and an end where a promise is broken.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <span>
#include <string_view>
#include <vector>

#include "ids.hpp"
#include "text.hpp"

namespace karat {

inline void require(bool promise) {
    if (!promise) std::abort();
}

// 0xFF, which no UTF-8 holds, separates the texts.
inline std::vector<Text> texts_of(std::string_view bytes) {
    std::vector<Text> texts;
    while (texts.size() < 6) {
        const std::size_t size = std::min(bytes.find('\xFF'), bytes.size());
        texts.push_back({bytes.data(), size, Encoding::Utf8});
        if (size == bytes.size()) break;
        bytes.remove_prefix(size + 1);
    }
    if (texts.size() == 1) texts.push_back(texts[0]);
    return texts;
}

// Bytes as units. A byte with its highest bit set is one that the references do not have.
inline Ids ids_of(const Text& text, bool known) {
    Ids ids;
    for (const unsigned char byte : std::string_view(static_cast<const char*>(text.data), text.length)) {
        ids.push_back(byte < 128 ? byte % 8U : known ? byte : unknown);
    }
    return ids;
}

template <class Counter, class Options>
std::vector<std::int64_t> row_of(const Options& options, const Text& hypothesis, std::span<const Text> references) {
    thread_local Counter counter;
    counter.configure(options);
    counter.references(references);
    std::vector<std::int64_t> row(counter.columns());
    counter.hypothesis(hypothesis, row.data());
    return row;
}

}  // namespace karat
