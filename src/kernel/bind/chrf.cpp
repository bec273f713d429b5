#include "chrf.hpp"

#include "counting.hpp"

namespace karat {

namespace {

nb::list count_chrf(const nb::sequence& systems, const nb::sequence& references, std::size_t character_order,
                    std::size_t word_order, double beta, bool keep_spaces, bool epsilon, std::size_t threads) {
    checked_order("character_order", character_order, word_order > 0 ? 0 : 1);
    checked_order("word_order", word_order, 0);
    checked_number("beta", beta, 0, 1e6);
    const ChrfOptions options{character_order, word_order, beta, keep_spaces, epsilon};
    return count<ChrfCounter>(options, systems, references, threads);
}

}  // namespace

void bind_chrf(nb::module_& m) {
    m.def("count_chrf", &count_chrf, "systems"_a, "references"_a, "character_order"_a, "word_order"_a, "beta"_a,
          "keep_spaces"_a, "epsilon"_a, "threads"_a);
}

}  // namespace karat
