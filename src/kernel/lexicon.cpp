#include "lexicon.hpp"

#include <algorithm>
#include <cstring>

namespace karat {

std::string_view Keeper::keep(std::string_view text) {
    constexpr std::size_t past_the_end = 8;
    const std::size_t size = text.size() + past_the_end;
    if (size > left_) {
        left_ = std::max(size, usual);
        free_ = chunks_.emplace_back(std::make_unique<char[]>(left_)).get();
    }
    char* kept = free_;
    if (!text.empty()) std::memcpy(kept, text.data(), text.size());
    free_ += size;
    left_ -= size;
    return {kept, text.size()};
}

namespace {

template <class Table>
void ask_for(const Table& table, const Tokens& tokens, std::vector<WordKey>& keys) {
    keys.resize(tokens.size());
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        keys[i] = WordKey::of(tokens[i]);
        table.fetch_ahead(keys[i].key);
    }
}

}  // namespace

void Lexicon::intern(const Tokens& tokens, Ids& ids) {
    ask_for(table_, tokens, keys_);
    for (std::size_t i = 0; i < tokens.size(); ++i) ids.push_back(intern(tokens[i], keys_[i]));
}

void Lexicon::find(const Tokens& tokens, Ids& ids, std::vector<WordKey>& keys) const {
    ask_for(table_, tokens, keys);
    ids.resize(tokens.size());
    for (std::size_t i = 0; i < tokens.size(); ++i) ids[i] = find(tokens[i], keys[i]);
}

}  // namespace karat
