// What stages of an alignment know of words: which of them count as the same.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ids.hpp"

namespace karat {

struct StringHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view word) const { return std::hash<std::string_view>{}(word); }
};

using WordTable = std::unordered_map<std::string, Id, StringHash, std::equal_to<>>;

// One stage: for each word of a vocabulary the ids that it shares with words it may be mapped to.
struct Stage {
    bool own_words = true;  // the words themselves; no ids are needed
    bool classes = true;    // no word has more than one id, so that "shares an id" is an equivalence
    std::vector<std::size_t> starts{0};
    Ids ids;

    void add(std::span<const Id> of_word) {
        classes = classes && of_word.size() <= 1;
        ids.insert(ids.end(), of_word.begin(), of_word.end());
        starts.push_back(ids.size());
    }

    std::span<const Id> of(Id word) const {
        if (word == unknown) return {};
        return std::span(ids).subspan(starts[word], starts[word + 1] - starts[word]);
    }
};

struct StagedWords {
    WordTable words;
    std::vector<Stage> stages;

    bool needed() const {
        for (const Stage& stage : stages) {
            if (!stage.own_words) return true;
        }
        return false;
    }

    Id find(std::string_view word) const {
        const auto found = words.find(word);
        return found == words.end() ? unknown : found->second;
    }
};

}  // namespace karat
