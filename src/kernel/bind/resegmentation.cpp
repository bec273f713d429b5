#include "resegmentation.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <limits>
#include <memory>

#include "calls.hpp"
#include "edit_distance.hpp"
#include "errors.hpp"

namespace karat {

using namespace nb::literals;

namespace {

template <class Number> using Vector = nb::ndarray<const Number, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Numbers = nb::ndarray<nb::numpy, std::int64_t, nb::ndim<1>>;

Numbers array_of(std::vector<std::int64_t>&& numbers) {
    auto owned = std::make_unique<std::vector<std::int64_t>>(std::move(numbers));
    std::int64_t* data = owned->data();
    const std::size_t size = owned->size();
    nb::capsule owner(owned.release(), [](void* p) noexcept { delete static_cast<std::vector<std::int64_t>*>(p); });
    return {data, {size}, owner};
}

// Ids of the reference are below its length, as if handed out one after the other, so that tables of ids stay small.
bool fits(const Vector<Id>& hypothesis, std::span<const Id> reference, const Vector<std::int64_t>& ends,
          const Vector<std::uint8_t>& prices) {
    const std::size_t segments = ends.shape(0), units = reference.size();
    const auto* last = ends.data() + segments;
    return segments > 0 && prices.shape(0) == hypothesis.shape(0) + 1 && ends.data()[0] >= 0 &&
           std::is_sorted(ends.data(), last) && static_cast<std::size_t>(last[-1]) == units &&
           units < std::numeric_limits<std::int32_t>::max() && hypothesis.shape(0) < std::numeric_limits<std::int32_t>::max() &&
           std::all_of(reference.begin(), reference.end(), [units](Id id) { return id < units; });
}

Ids ids_of(std::span<const Id> ids, Id alphabet) {
    Ids known(ids.begin(), ids.end());
    for (Id& id : known) {
        if (id >= alphabet) id = unknown;
    }
    return known;
}

// For each segment of the reference, where its end falls in the hypothesis, and the edits between the two pieces.
nb::tuple cut_segments(const Vector<Id>& hypothesis, const Vector<Id>& reference, const Vector<std::int64_t>& ends,
                       const Vector<std::uint8_t>& prices) {
    const std::span<const Id> of_reference(reference.data(), reference.shape(0));
    if (!fits(hypothesis, of_reference, ends, prices)) {
        raise("InvalidOption", nullptr, "Units, ends of segments and prices of places do not fit each other.");
    }
    const std::size_t segments = ends.shape(0);
    std::vector<std::int64_t> cuts(segments), edits(segments);
    without_lock([&] {
        const auto alphabet = static_cast<Id>(of_reference.size());
        const Ids units = ids_of({hypothesis.data(), hypothesis.shape(0)}, alphabet);
        const std::vector<std::size_t> stops(ends.data(), ends.data() + segments);
        std::vector<std::size_t> places(segments);
        Resegmentation().cut(units, of_reference, stops, {prices.data(), prices.shape(0)}, alphabet, places);
        EditDistance distance;
        std::size_t from = 0, begin = 0;
        for (std::size_t i = 0; i < segments; ++i) {
            const Ids piece(units.begin() + static_cast<std::ptrdiff_t>(from), units.begin() + static_cast<std::ptrdiff_t>(places[i]));
            const Ids segment(of_reference.begin() + static_cast<std::ptrdiff_t>(begin),
                              of_reference.begin() + static_cast<std::ptrdiff_t>(stops[i]));
            edits[i] = distance.count(piece, segment, alphabet);
            cuts[i] = static_cast<std::int64_t>(places[i]);
            from = places[i];
            begin = stops[i];
        }
    });
    return nb::make_tuple(array_of(std::move(cuts)), array_of(std::move(edits)));
}

}  // namespace

void bind_resegmentation(nb::module_& m) {
    m.def("cut_segments", &cut_segments, "hypothesis"_a, "reference"_a, "ends"_a, "prices"_a,
          nb::sig("def cut_segments(hypothesis: object, reference: object, ends: object, prices: object) -> "
                  "tuple[object, object]"));
}

}  // namespace karat
