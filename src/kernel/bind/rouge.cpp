#include "rouge.hpp"

#include "unit_names.hpp"

namespace karat {

namespace {

nb::list count_rouge_n(const nb::sequence& systems, const nb::sequence& references, std::string_view tokenizer,
                       std::size_t order, std::size_t threads) {
    RougeOptions options;
    options.units = units_named(tokenizer);
    options.order = checked_order("order", order);
    return count<RougeNCounter>(options, systems, references, threads);
}

nb::list count_rouge_l(const nb::sequence& systems, const nb::sequence& references, std::string_view tokenizer,
                       std::size_t threads) {
    RougeOptions options;
    options.units = units_named(tokenizer);
    return count<RougeLCounter>(options, systems, references, threads);
}

nb::list count_rouge_w(const nb::sequence& systems, const nb::sequence& references, std::string_view tokenizer,
                       double weight, std::size_t threads) {
    RougeOptions options;
    options.units = units_named(tokenizer);
    options.weight = checked_number("weight", weight, 1, 20);
    return count<RougeWCounter>(options, systems, references, threads);
}

// A negative `longest_skip` is no limit.
nb::list count_rouge_s(const nb::sequence& systems, const nb::sequence& references, std::string_view tokenizer,
                       std::int64_t longest_skip, bool unigrams, std::size_t threads) {
    RougeOptions options;
    options.units = units_named(tokenizer);
    if (longest_skip >= 0) options.longest_skip = static_cast<std::size_t>(longest_skip);
    options.unigrams = unigrams;
    return count<RougeSCounter>(options, systems, references, threads);
}

}  // namespace

void bind_rouge(nb::module_& m) {
    m.def("count_rouge_n", &count_rouge_n, "systems"_a, "references"_a, "tokenizer"_a, "order"_a, "threads"_a);
    m.def("count_rouge_l", &count_rouge_l, "systems"_a, "references"_a, "tokenizer"_a, "threads"_a);
    m.def("count_rouge_w", &count_rouge_w, "systems"_a, "references"_a, "tokenizer"_a, "weight"_a, "threads"_a);
    m.def("count_rouge_s", &count_rouge_s, "systems"_a, "references"_a, "tokenizer"_a, "longest_skip"_a, "unigrams"_a,
          "threads"_a);
}

}  // namespace karat
