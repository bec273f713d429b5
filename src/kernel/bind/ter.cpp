#include "ter.hpp"

#include "counting.hpp"

namespace karat {

namespace {

nb::list count_ter(const nb::sequence& systems, const nb::sequence& references, std::string_view tokenizer, bool normalized,
                   bool no_punctuation, bool asian, std::size_t threads) {
    const TerOptions options{tokenizer_named(tokenizer), {normalized, no_punctuation, asian}};
    return count<TerCounter>(options, systems, references, threads);
}

}  // namespace

void bind_ter(nb::module_& m) {
    m.def("count_ter", &count_ter, "systems"_a, "references"_a, "tokenizer"_a, "normalized"_a, "no_punctuation"_a,
          "asian"_a, "threads"_a);
}

}  // namespace karat
