#include "bag_distance.hpp"
#include "block_distance.hpp"
#include "edit_distance.hpp"
#include "error_rate.hpp"
#include "exact.hpp"
#include "unit_names.hpp"

namespace karat {

namespace {

template <class Counter>
nb::list count_units(const nb::sequence& systems, const nb::sequence& references, std::string_view tokenizer,
                     std::size_t threads) {
    return count<Counter>(units_named(tokenizer), systems, references, threads);
}

template <class Counter> void define(nb::module_& m, const char* name) {
    m.def(name, &count_units<Counter>, "systems"_a, "references"_a, "tokenizer"_a, "threads"_a);
}

}  // namespace

void bind_error_rates(nb::module_& m) {
    define<ErrorCounter<EditDistance>>(m, "count_wer");
    define<ErrorCounter<BagDistance>>(m, "count_per");
    define<ErrorCounter<BlockDistance>>(m, "count_cder");
    define<ExactCounter>(m, "count_exact");
}

}  // namespace karat
