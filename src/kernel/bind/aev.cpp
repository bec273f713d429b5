#include "aev.hpp"

#include "counting.hpp"

namespace karat {

namespace {

nb::list count_aev(const nb::sequence& systems, const nb::sequence& references, std::string_view tokenizer, std::size_t order,
                   std::size_t threads) {
    AevOptions options;
    options.characters = tokenizer == "char" || tokenizer == "char-spaces";
    options.keep_spaces = tokenizer == "char-spaces";
    if (!options.characters) options.tokenizer = tokenizer_named(tokenizer);
    options.order = checked_order("order", order);
    return count<AevCounter>(options, systems, references, threads);
}

}  // namespace

void bind_aev(nb::module_& m) {
    m.def("count_aev", &count_aev, "systems"_a, "references"_a, "tokenizer"_a, "order"_a, "threads"_a);
}

}  // namespace karat
