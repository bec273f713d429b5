// Tokenizers that only cut: nothing is lost, nothing is made up.
#include "checks.hpp"
#include "promises.hpp"

namespace karat {

// Tokens are stretches of the text, in its order, and all but white space is in one of them. The other tokenizers rewrite.
void check_tokens(Tokenizer tokenizer, const Text& text) {
    if (tokenizer != Tokenizer::None && tokenizer != Tokenizer::Intl && tokenizer != Tokenizer::Zh) return;
    WordSegment segment;
    segment.load(text, tokenizer);
    PaddedText padded;
    std::string_view left = padded.load(text);
    for (const std::string_view token : segment.tokens) {
        while (const std::size_t space = space_at(left.data())) left.remove_prefix(space);
        require(!token.empty() && left.starts_with(token));
        left.remove_prefix(token.size());
    }
    require(strip(left).empty());
}

}  // namespace karat
