#include "tokenizers.hpp"

#include "counting.hpp"

namespace karat {

Tokenizer tokenizer_named(std::string_view name) {
    if (name == "none") return Tokenizer::None;
    if (name == "13a") return Tokenizer::Mteval13a;
    if (name == "intl") return Tokenizer::Intl;
    if (name == "zh") return Tokenizer::Zh;
    if (name == "tercom") return Tokenizer::Tercom;
    if (name == "words") return Tokenizer::Words;
    if (name == "separated") return Tokenizer::Separated;
    throw nb::value_error("unknown native tokenizer");
}

namespace {

nb::list tokens_of(nb::handle text, std::string_view tokenizer, bool normalized, bool no_punctuation, bool asian) {
    PaddedText padded, rewritten;
    Tokens tokens;
    const Text source = text_of(text.ptr(), 0);
    const Tokenizer chosen = tokenizer_named(tokenizer);
    without_lock([&] { tokenize(chosen, padded.load(source), rewritten, tokens, {normalized, no_punctuation, asian}); });
    nb::list list;
    for (const std::string_view token : tokens) {
        look_up_from(list.size());
        list.append(to_python({token.data(), token.size(), Encoding::Utf8}));
    }
    return list;
}

}  // namespace

void bind_tokenizers(nb::module_& m) {
    m.def("tokenize", &tokens_of, "text"_a, "tokenizer"_a, "normalized"_a = false, "no_punctuation"_a = false,
          "asian"_a = false);
}

}  // namespace karat
