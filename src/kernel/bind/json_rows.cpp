#include "json_rows.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <limits>
#include <memory>

#include "calls.hpp"

namespace karat {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

// A vector's memory, as it is.
template <class Number> nb::object array_of(std::vector<Number>&& numbers) {
    auto owned = std::make_unique<std::vector<Number>>(std::move(numbers));
    auto* data = reinterpret_cast<std::uint8_t*>(owned->data());
    const std::size_t bytes = owned->size() * sizeof(Number);
    nb::capsule owner(owned.release(), [](void* p) noexcept { delete static_cast<std::vector<Number>*>(p); });
    return nb::cast(nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<1>>(data, {bytes}, owner));
}

// For each wanted field (rows, nulls, validity, offsets, data) in Arrow's layout, or None: see `JsonRows`.
nb::object json_columns(const nb::bytes& lines, const std::vector<std::string>& names, const std::vector<std::string>& wanted) {
    // Offsets have 32 bits.
    if (lines.size() > std::numeric_limits<std::int32_t>::max()) return nb::none();
    std::vector<bool> is_wanted;
    for (const std::string& name : names) is_wanted.push_back(std::find(wanted.begin(), wanted.end(), name) != wanted.end());
    JsonRows rows(names, is_wanted);
    bool is_read = false;
    without_lock([&] { is_read = rows.read({lines.c_str(), lines.size()}); });
    if (!is_read) return nb::none();
    nb::dict columns;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (!is_wanted[i]) continue;
        StringColumn& column = rows.column(i);
        columns[nb::str(names[i].c_str(), names[i].size())] =
            nb::make_tuple(rows.rows(), column.nulls, array_of(std::move(column.valid)), array_of(std::move(column.offsets)),
                           array_of(std::move(column.data)));
    }
    return columns;
}

}  // namespace

void bind_json_rows(nb::module_& m) { m.def("json_columns", &json_columns, "lines"_a, "names"_a, "wanted"_a); }

}  // namespace karat
