#include "known_words.hpp"

namespace karat {

// A counter is kept between calls, and another store may lie where the last one lay: nothing is taken over.
void KnownWords::use(const ReferenceStore& store) {
    store_ = &store;
    locals_.assign(store.lexicon().size(), {});
    stamp_ = 0;
}

Id KnownWords::load(std::span<const Text> texts, std::size_t segment) {
    const Id set = store_->find(texts, segment, scratch_);
    if (set == unknown) throw NotInCorpus{segment};
    if (++stamp_ == 0) {
        locals_.assign(locals_.size(), {});
        stamp_ = 1;
    }
    alphabet_ = 0;
    longest_ = 0;
    references_.clear();
    for (const Stored& reference : store_->references(set)) {
        Ids& ids = references_.next();
        ids.resize(reference.length);
        longest_ = std::max(longest_, ids.size());
        const auto intern = [this](Id word) {
            Local& local = locals_[word];
            if (local.stamp != stamp_) local = {stamp_, alphabet_++};
            return local.id;
        };
        const std::span<const Id> words = store_->words(reference);
        std::transform(words.begin(), words.end(), ids.begin(), intern);
    }
    return set;
}

void KnownWords::read(const Text& hypothesis) {
    const Tokens& tokens = reader_.read(store_->units(), hypothesis);
    store_->lexicon().find(tokens, lexical_, keys_);
    hypothesis_.resize(tokens.size());
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const Id word = lexical_[i];
        hypothesis_[i] = word != unknown && locals_[word].stamp == stamp_ ? locals_[word].id : unknown;
    }
}

}  // namespace karat
