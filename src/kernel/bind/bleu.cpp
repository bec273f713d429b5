#include "bleu.hpp"

#include "counting.hpp"

namespace karat {

namespace {

Brevity brevity_named(std::string_view name) {
    if (name == "shortest") return Brevity::Shortest;
    if (name == "average") return Brevity::Average;
    if (name == "closest" || name == "none") return Brevity::Closest;  // without a penalty, any length will do
    throw nb::value_error("unknown brevity");
}

nb::list count_bleu(const nb::sequence& systems, const nb::sequence& references, std::string_view tokenizer, std::size_t order,
                    std::string_view brevity, std::size_t threads) {
    BleuOptions options;
    options.characters = tokenizer == "char" || tokenizer == "char-spaces";
    options.keep_spaces = tokenizer == "char-spaces";
    if (!options.characters) options.tokenizer = tokenizer_named(tokenizer);
    options.order = checked_order("order", order);
    options.brevity = brevity_named(brevity);
    return count<BleuCounter>(options, systems, references, threads);
}

}  // namespace

void bind_bleu(nb::module_& m) {
    m.def("count_bleu", &count_bleu, "systems"_a, "references"_a, "tokenizer"_a, "order"_a, "brevity"_a, "threads"_a);
}

}  // namespace karat
