#include "reference_store.hpp"

#include <cstring>

#include "stopping.hpp"

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

namespace {

bool is_utf8(const Text& text) { return text.encoding == Encoding::Utf8; }

}  // namespace

// 0xFF, which no UTF-8 holds, stands between several references.
std::string_view ReferenceStore::key_text(std::span<const Text> texts, Scratch& scratch) {
    if (texts.size() == 1 && is_utf8(texts[0])) return {static_cast<const char*>(texts[0].data), texts[0].length};
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

void ReferenceStore::store(const Text& text) {
    const Tokens& tokens = reader_.read(units_, text);
    stored_.push_back({words_.size(), static_cast<std::uint32_t>(tokens.size()), 0});
    lexicon_.intern(tokens, words_);
    words_.push_back(end);
}

Id ReferenceStore::add(std::span<const Text> texts) {
    const std::string_view text = key_text(texts, scratch_);
    const bool lasting = texts.size() == 1 && is_utf8(texts[0]);
    const Id before = table_.size();
    const Id set = table_.intern(
        hash_of(text), [&](const Entry& entry) { return entry.text != text; },
        [&](Entry& entry) { entry.text = lasting ? text : keeper_.keep(text); });
    if (set == before) {
        for (const Text& one : texts) {
            if (!one.missing()) store(one);
        }
        firsts_.push_back(stored_.size());
    }
    for (std::size_t r = firsts_[set]; r < firsts_[set + 1]; ++r) ++stored_[r].times;
    return set;
}

void ReferenceStore::add(std::span<const Column> references, std::size_t segments) {
    constexpr std::size_t ahead = 4;
    table_.clear(segments * 2);
    lexicon_.expect(std::min<std::size_t>(segments * 8, 1 << 16));
    words_.reserve(segments * 16);
    texts_.reserve(segments * references.size());
    sets_of_segments_.reserve(segments);
    for (std::size_t segment = 0; segment < segments; ++segment) {
        for (const Column& column : references) {
            if (segment + ahead < segments) fetch_ahead(column[segment + ahead].data);
            texts_.push_back(column[segment]);
            spend(8 * (column[segment].length + 8));
        }
        sets_of_segments_.push_back(add(std::span(texts_).last(references.size())));
    }
}

// Whether these are the segment's own texts: they lie where its texts lie.
bool ReferenceStore::is_segment(std::size_t segment, std::span<const Text> texts) const {
    if (segment >= sets_of_segments_.size() || texts.size() * sets_of_segments_.size() != texts_.size()) return false;
    return std::equal(texts.begin(), texts.end(), texts_.data() + segment * texts.size(), [](const Text& a, const Text& b) {
        return a.data == b.data && a.length == b.length && a.encoding == b.encoding;
    });
}

Id ReferenceStore::find(std::span<const Text> texts, std::size_t segment, Scratch& scratch) const {
    if (is_segment(segment, texts)) return sets_of_segments_[segment];
    const std::string_view text = key_text(texts, scratch);
    return table_.find(hash_of(text), [&](const Entry& entry) { return entry.text != text; });
}

}  // namespace karat
