// The words of a whole corpus, each with an id that no other word has.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

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
        return table_.find(WordKey::of(token), [token](const Entry& entry) { return WordKey::differs(token, entry); });
    }

    // All tokens of a text. The table of a corpus does not lie in the nearest memory: it is asked for ahead.
    void intern(std::span<const std::string_view> tokens, Ids& ids);
    void find(std::span<const std::string_view> tokens, Ids& ids, std::vector<std::uint64_t>& keys) const;

    void expect(std::size_t words) { table_.clear(words); }

    Id size() const { return table_.size(); }
    std::string_view operator[](Id word) const { return words_[word]; }

private:
    struct Entry {
        std::uint64_t key = 0;
        Id id = unknown;
        std::uint32_t length = 0;
        const char* data = nullptr;
    };

    Id intern(std::string_view token, std::uint64_t key) {
        const auto differs = [token](const Entry& entry) { return WordKey::differs(token, entry); };
        return table_.intern(key, differs, [&](Entry& entry) {
            const std::string_view kept = words_.emplace_back(keeper_.keep(token));
            entry.length = static_cast<std::uint32_t>(kept.size());
            entry.data = kept.data();
        });
    }

    GrowingTable<Entry> table_;
    std::vector<std::uint64_t> keys_;
    Keeper keeper_;
    std::vector<std::string_view> words_;
};

}  // namespace karat
