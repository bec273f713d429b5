#include "row_sums.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "checksum.hpp"
#include "errors.hpp"
#include "texts.hpp"

namespace karat {

using namespace nb::literals;

namespace {

template <int dimensions> using Numbers = nb::ndarray<const std::int64_t, nb::ndim<dimensions>, nb::c_contig, nb::device::cpu>;
using Table = nb::ndarray<std::int64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

bool add_to(const Numbers<2>& rows, const Numbers<1>& places, const Table& table) {
    const std::size_t count = rows.shape(0), columns = rows.shape(1);
    // A copy: another thread may write into the array between the check and the sums.
    const std::vector<std::int64_t> own(places.data(), places.data() + places.shape(0));
    const auto inside = [size = static_cast<std::int64_t>(table.shape(0))](std::int64_t place) {
        return place >= 0 && place < size;
    };
    if (own.size() != count || table.shape(1) != columns || !std::all_of(own.begin(), own.end(), inside)) {
        raise("InvalidOption", nullptr, "Rows, places and table do not fit each other.");
    }
    const nb::gil_scoped_release release;
    return add_rows(rows.data(), own.data(), count, columns, table.data());
}

nb::ndarray<nb::numpy, std::uint64_t, nb::ndim<1>> text_hashes(const Texts& texts) {
    const std::size_t size = texts.items.size();
    std::unique_ptr<std::uint64_t[]> hashes(new std::uint64_t[size]);
    {
        const nb::gil_scoped_release release;
        PaddedText padded;
        for (std::size_t i = 0; i < size; ++i) {
            Checksum checksum;
            const Text& text = texts.items[i];
            // A text in UTF-8 is hashed where it lies; nothing is read around it.
            if (text.encoding == Encoding::Utf8) {
                checksum.update({static_cast<const char*>(text.data), text.length});
            } else if (!text.missing()) {
                checksum.update(padded.load(text));
            }
            hashes[i] = checksum.value();
        }
    }
    std::uint64_t* data = hashes.get();
    nb::capsule owner(hashes.release(), [](void* p) noexcept { delete[] static_cast<std::uint64_t*>(p); });
    return {data, {size}, owner};
}

}  // namespace

void bind_row_sums(nb::module_& m) {
    m.def("add_rows", &add_to, "rows"_a, "places"_a, "table"_a,
          nb::sig("def add_rows(rows: object, places: object, table: object) -> bool"));
    m.def("text_hashes", &text_hashes, "texts"_a);
}

}  // namespace karat
