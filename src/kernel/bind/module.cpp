// The module karat.kernel._native: this folder is all of the kernel that knows Python.
#include <nanobind/nanobind.h>

#include "calls.hpp"
#include "counting.hpp"
#include "fixed_point.hpp"
#include "lengths.hpp"
#include "texts.hpp"
#include "unicode.hpp"
#include "wide.hpp"

namespace karat {

void bind_tokenizers(nb::module_& m);
void bind_json_rows(nb::module_& m);
void bind_checksum(nb::module_& m);
void bind_row_sums(nb::module_& m);
void bind_aev(nb::module_& m);
void bind_bleu(nb::module_& m);
void bind_chrf(nb::module_& m);
void bind_ter(nb::module_& m);
void bind_error_rates(nb::module_& m);
void bind_resegmentation(nb::module_& m);
void bind_rouge(nb::module_& m);
void bind_meteor(nb::module_& m);
void bind_gtm(nb::module_& m);
void bind_nist(nb::module_& m);
void bind_wnm(nb::module_& m);

}  // namespace karat

NB_MODULE(_native, m) {
    using namespace karat;
    // What is still kept when the interpreter ends, in a cache, is nothing that users should read of.
    nb::set_leak_warnings(false);
    m.attr("LENGTH_PARTS") = length_parts;
    m.attr("REAL_PARTS") = real_parts;
    m.attr("VECTORS") = nb::str(wide.name);
    m.attr("UNICODE_VERSION") = nb::str(unicode_version);
    bind_calls(m);
    bind_texts(m);
    nb::class_<Counts>(m, "Counts")
        .def_prop_ro("rows", &Counts::rows)
        .def_prop_ro("columns", &Counts::columns)
        .def("total", &Counts::total)
        .def("array", &Counts::array);
    bind_tokenizers(m);
    bind_json_rows(m);
    bind_checksum(m);
    bind_row_sums(m);
    bind_aev(m);
    bind_bleu(m);
    bind_chrf(m);
    bind_ter(m);
    bind_error_rates(m);
    bind_resegmentation(m);
    bind_rouge(m);
    bind_meteor(m);
    bind_gtm(m);
    bind_nist(m);
    bind_wnm(m);
}
