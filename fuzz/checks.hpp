// The checks that the first byte of an input chooses from. Each ends the program where a promise is broken.
#pragma once

#include <span>

#include "aev.hpp"
#include "bleu.hpp"
#include "chrf.hpp"
#include "rouge.hpp"
#include "ter.hpp"
#include "wnm.hpp"

namespace karat {

// tokens.cpp
void check_tokens(Tokenizer tokenizer, const Text& text);

// ngrams.cpp
void check_bleu(const BleuOptions& options, const Text& hypothesis, std::span<const Text> references);
void check_aev(AevOptions options, const Text& hypothesis, std::span<const Text> references);
void check_chrf(const ChrfOptions& options, const Text& hypothesis, std::span<const Text> references);
void check_matchers(std::size_t order, const Text& hypothesis, std::span<const Text> references);

// edits.cpp
void check_ter(const TerOptions& options, const Text& hypothesis, std::span<const Text> references);
void check_sequences(std::size_t skip, const Text& hypothesis, const Text& reference);

// alignments.cpp
void check_meteor(const Text& hypothesis, std::span<const Text> references);
void check_gtm(double exponent, const Text& hypothesis, std::span<const Text> references);

// sources.cpp
void check_encodings(const Text& text);
void check_stems(const Text& text);
void check_arrow(std::span<const Text> texts, std::string_view damage);
void check_json(std::span<const Text> texts, std::string_view bytes);
void check_lines(std::string_view bytes, std::size_t cut);

// rates.cpp
void check_rates(const UnitOptions& units, const Text& hypothesis, std::span<const Text> references);
void check_rouge(const RougeOptions& options, const Text& hypothesis, std::span<const Text> references);
void check_stopping(std::size_t questions, const Text& hypothesis, std::span<const Text> references);

// weights.cpp
void check_nist(std::size_t order, bool two, std::span<const Text> texts);
void check_wnm(const WnmOptions& chosen, Weighting weighting, bool two, std::span<const Text> texts);

}  // namespace karat
