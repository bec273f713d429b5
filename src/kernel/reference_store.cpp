#include "reference_store.hpp"

#include <cstring>

namespace karat {

const Tokens& UnitReader::read(const Units& units, const Text& text) {
    if (!units.characters) {
        segment_.load(text, units.tokenizer);
        return segment_.tokens;
    }
    Tokens& tokens = segment_.tokens;
    tokens.clear();
    const std::string_view whole = strip(segment_.text.load(text));
    const char* end = whole.data() + whole.size();
    for (const char* p = whole.data(); p < end;) {
        const std::size_t bytes = decode(p).bytes;
        if (units.keep_spaces || space_at(p) == 0) tokens.emplace_back(p, bytes);
        p += bytes;
    }
    return tokens;
}

namespace {

// Every byte counts, but it need not be more than good: texts with the same hash are compared.
std::uint64_t hash_of(std::string_view text) {
    std::uint64_t hash = text.size();
    std::size_t i = 0;
    for (; i + 8 <= text.size(); i += 8) {
        hash = (hash ^ WordKey::eight_bytes(text.data() + i)) * 0xD6E8FEB86659FD93U;
        hash ^= hash >> 32;
    }
    std::uint64_t rest = 0;
    std::memcpy(&rest, text.data() + i, text.size() - i);
    return mixed(hash ^ rest);
}

}  // namespace

// 0xFF, which no UTF-8 holds, stands between several references.
std::string_view ReferenceStore::key_text(std::span<const Text> texts, Scratch& scratch) {
    if (texts.size() == 1) return scratch.text.load(texts[0]);
    scratch.joined.clear();
    bool first = true;
    for (const Text& text : texts) {
        if (text.missing()) continue;
        if (!first) scratch.joined.push_back('\xFF');
        scratch.joined.append(scratch.text.load(text));
        first = false;
    }
    return scratch.joined;
}

void ReferenceStore::store(std::span<const Text> texts) {
    for (const Text& text : texts) {
        if (text.missing()) continue;
        const Tokens& tokens = reader_.read(units_, text);
        stored_.push_back({words_.size(), static_cast<std::uint32_t>(tokens.size()), 0});
        lexicon_.intern(tokens, words_);
    }
    firsts_.push_back(stored_.size());
}

Id ReferenceStore::add(std::span<const Text> texts) {
    const std::string_view text = key_text(texts, scratch_);
    const Id before = table_.size();
    const Id set = table_.intern(
        hash_of(text), [&](const Entry& entry) { return entry.text != text; },
        [&](Entry& entry) { entry.text = keeper_.keep(text); });
    if (set == before) store(texts);
    for (std::size_t r = firsts_[set]; r < firsts_[set + 1]; ++r) ++stored_[r].times;
    return set;
}

Id ReferenceStore::find(std::span<const Text> texts, Scratch& scratch) const {
    const std::string_view text = key_text(texts, scratch);
    return table_.find(hash_of(text), [&](const Entry& entry) { return entry.text != text; });
}

}  // namespace karat
