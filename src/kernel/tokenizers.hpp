// From text to tokens. A token is a stretch of the text, or of a rewritten copy of it, never a new string.
#pragma once

#include "text.hpp"

namespace karat {

enum class Tokenizer : std::uint8_t {
    None,       // split at white space
    Mteval13a,  // the official program's rules for Western text
    Intl,       // the same program's rules by Unicode category (v14)
    Zh,         // Chinese characters one by one, the rest as 13a
    Tercom,     // TER's own normalization, then white space
    Words,      // chrF++: white space, then one punctuation mark split off
    Separated,  // tokens made elsewhere, separated by NUL
};

struct TercomOptions {
    bool normalized = false;
    bool no_punctuation = false;
    bool asian = false;
};

// `text` must lie in a PaddedText. Where a tokenizer has to rewrite, tokens point into `rewritten`.
void tokenize(Tokenizer tokenizer, std::string_view text, PaddedText& rewritten, Tokens& tokens,
              const TercomOptions& tercom = {});

void split_at_spaces(std::string_view text, Tokens& tokens);
void tokenize_13a(std::string_view text, PaddedText& rewritten, Tokens& tokens);
void tokenize_intl(std::string_view text, Tokens& tokens);
void tokenize_zh(std::string_view text, Tokens& tokens);
void tokenize_tercom(std::string_view text, const TercomOptions& options, PaddedText& rewritten, Tokens& tokens);
void tokenize_words(std::string_view text, Tokens& tokens);
void split_at_nul(std::string_view text, Tokens& tokens);

// Characters of a text as code points, with or without its white space; without it, any text will do as it is. Past the
// end of UTF-8 three bytes may be read.
void split_characters(std::string_view text, bool keep_spaces, std::vector<char32_t>& characters);
void split_characters(const Text& text, std::vector<char32_t>& characters);

}  // namespace karat
