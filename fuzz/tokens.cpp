// Tokenizers that only cut: nothing is lost, nothing is made up.
#include <cstring>
#include <string>

#include "checks.hpp"
#include "promises.hpp"
#include "wide.hpp"

namespace karat {

namespace {

// A text amid others gives the tokens of the same text alone, whatever stands around it.
void check_room(const Text& text) {
    const std::string_view bytes(static_cast<const char*>(text.data), text.length);
    if (first_invalid_utf8(bytes) != std::string_view::npos) return;
    WordSegment alone, amid;
    alone.load(text, Tokenizer::Mteval13a);
    for (const char other : {'5', '.', ' ', 'x'}) {
        const std::string around =
            std::string(PaddedText::before, other).append(bytes).append(std::string(PaddedText::after, other));
        amid.load({around.data() + PaddedText::before, bytes.size(), Encoding::Utf8, true}, Tokenizer::Mteval13a);
        require(std::equal(alone.tokens.begin(), alone.tokens.end(), amid.tokens.begin(), amid.tokens.end()));
    }
}

// All that this processor can do gives the same bits.
void check_versions(const Text& text) {
    Wide versions[3];
    const std::size_t count = wide_versions(versions);
    PaddedText padded;
    const std::string_view bytes = padded.load(text);
    constexpr std::size_t most = 8;
    const std::size_t blocks = std::min<std::size_t>(bytes.size() / block_bytes + 1, most);
    WesternBits found[3][most];
    for (std::size_t v = 0; v < count; ++v) {
        versions[v].western_blocks(bytes.data(), blocks, found[v]);
        require(std::memcmp(found[v], found[0], blocks * sizeof(WesternBits)) == 0);
    }
}

}  // namespace

// Tokens are stretches of the text, in its order, and all but white space is in one of them. The other tokenizers rewrite.
void check_tokens(Tokenizer tokenizer, const Text& text) {
    check_room(text);
    check_versions(text);
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
