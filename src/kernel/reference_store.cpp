#include "reference_store.hpp"

#include <cstring>

namespace karat {

const Tokens& UnitReader::split(const UnitKind& units, std::string_view text) {
    tokens_.clear();
    if (!units.characters) {
        tokenize(units.tokenizer, text, rewritten_, tokens_);
        return tokens_;
    }
    const std::string_view whole = strip(text);
    const char* end = whole.data() + whole.size();
    for (const char* p = whole.data(); p < end;) {
        const std::size_t bytes = decode(p).bytes;
        if (units.keep_spaces || space_at(p) == 0) tokens_.emplace_back(p, bytes);
        p += bytes;
    }
    return tokens_;
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

void ReferenceStore::store(const Tokens& tokens) {
    stored_.push_back({words_.size(), static_cast<std::uint32_t>(tokens.size()), 0});
    lexicon_.intern(tokens, words_);
}

void ReferenceStore::store(std::span<const Text> texts, std::string_view key) {
    if (texts.size() == 1) {
        store(reader_.split(units_, key));  // it lies in a PaddedText already
    } else {
        for (const Text& text : texts) {
            if (!text.missing()) store(reader_.read(units_, text));
        }
    }
    firsts_.push_back(stored_.size());
}

Id ReferenceStore::add(std::span<const Text> texts) {
    const std::string_view text = key_text(texts, scratch_);
    const Id before = table_.size();
    const Id set = table_.intern(
        hash_of(text), [&](const Entry& entry) { return entry.text != text; },
        [&](Entry& entry) { entry.text = keys_.emplace_back(keeper_.keep(text)); });
    if (set == before) store(texts, text);
    sets_of_segments_.push_back(set);
    for (std::size_t r = firsts_[set]; r < firsts_[set + 1]; ++r) ++stored_[r].times;
    return set;
}

// Whether the one reference, read where it lies, is that of the set.
bool ReferenceStore::is_set(Id set, std::span<const Text> texts) const {
    if (texts.size() != 1 || texts[0].encoding != Encoding::Utf8) return false;
    return std::string_view(static_cast<const char*>(texts[0].data), texts[0].length) == keys_[set];
}

Id ReferenceStore::find(std::span<const Text> texts, std::size_t segment, Scratch& scratch) const {
    if (segment < sets_of_segments_.size() && is_set(sets_of_segments_[segment], texts)) return sets_of_segments_[segment];
    const std::string_view text = key_text(texts, scratch);
    return table_.find(hash_of(text), [&](const Entry& entry) { return entry.text != text; });
}

}  // namespace karat
