// The words of a whole corpus, each with an id that no other word has.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "text.hpp"
#include "growing_table.hpp"

namespace karat {

// Copies of strings that stay where they are; eight bytes may be read past the end of each.
class Keeper {
public:
    Keeper() = default;
    Keeper(Keeper&&) = default;
    Keeper& operator=(Keeper&&) = default;

    std::string_view keep(std::string_view text);

private:
    static constexpr std::size_t usual = 1 << 16;

    std::vector<std::unique_ptr<char[]>> chunks_;
    char* free_ = nullptr;
    std::size_t left_ = 0;
};

class Lexicon {
public:
    Id find(std::string_view token) const {
        return find(token, WordKey::of(token));
    }

    // All tokens of a text. The table of a corpus does not lie in the nearest memory: it is asked for ahead.
    void intern(const Tokens& tokens, Ids& ids);
    void find(const Tokens& tokens, Ids& ids, std::vector<WordKey>& keys) const;

    void expect(std::size_t words) { table_.clear(words); }

    Id size() const { return table_.size(); }
    std::string_view operator[](Id word) const { return words_[word]; }

private:
    struct Entry {
        std::uint64_t key = 0;
        std::uint64_t tail = 0;
        const char* data = nullptr;
        std::uint32_t length = 0;
        Id id = unknown;
    };

    Id find(std::string_view token, const WordKey& key) const {
        return table_.find(key.key, [&](const Entry& entry) { return key.differs(token, entry); });
    }

    Id intern(std::string_view token, const WordKey& key) {
        const auto differs = [&](const Entry& entry) { return key.differs(token, entry); };
        return table_.intern(key.key, differs, [&](Entry& entry) {
            entry.tail = key.tail;
            const std::string_view kept = words_.emplace_back(keeper_.keep(token));
            entry.length = static_cast<std::uint32_t>(kept.size());
            entry.data = kept.data();
        });
    }

    GrowingTable<Entry> table_;
    std::vector<WordKey> keys_;
    Keeper keeper_;
    std::vector<std::string_view> words_;
};

}  // namespace karat
