#include "checksum.hpp"

#include <nanobind/nanobind.h>

#include <array>
#include <mutex>

namespace karat {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

// One that several threads of Python may update at once.
struct SharedChecksum {
    Checksum checksum;
    std::mutex mutex;
};

// Of anything that lends its memory: bytes, a buffer of Arrow's.
void update(SharedChecksum& shared, nb::handle data) {
    Py_buffer view;
    if (PyObject_GetBuffer(data.ptr(), &view, PyBUF_SIMPLE) != 0) throw nb::python_error();
    {
        const nb::gil_scoped_release release;
        const std::lock_guard lock(shared.mutex);
        shared.checksum.update({static_cast<const char*>(view.buf), static_cast<std::size_t>(view.len)});
    }
    PyBuffer_Release(&view);
}

nb::str hexdigest(SharedChecksum& shared) {
    std::array<char, 16> digits;
    std::uint64_t left = 0;
    {
        const nb::gil_scoped_release release;
        const std::lock_guard lock(shared.mutex);
        left = shared.checksum.value();
    }
    for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit, left >>= 4) *digit = "0123456789abcdef"[left & 15];
    return nb::str(digits.data(), digits.size());
}

}  // namespace

void bind_checksum(nb::module_& m) {
    nb::class_<SharedChecksum>(m, "Checksum").def(nb::init<>()).def("update", &update, "data"_a).def("hexdigest", &hexdigest);
}

}  // namespace karat
