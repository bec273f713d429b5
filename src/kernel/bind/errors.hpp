// How the kernel refuses: with the errors of karat.errors.
#pragma once

#include <nanobind/nanobind.h>

#include <utility>

namespace karat {

namespace nb = nanobind;

// Raises karat.errors.<error>, made by its constructor or one of its named ones.
template <class... Arguments>
[[noreturn]] void raise(const char* error, const char* constructor, Arguments&&... arguments) {
    nb::object type = nb::module_::import_("karat.errors").attr(error);
    nb::object make = constructor == nullptr ? type : nb::object(type.attr(constructor));
    nb::object exception = make(std::forward<Arguments>(arguments)...);
    PyErr_SetObject(type.ptr(), exception.ptr());
    throw nb::python_error();
}

}  // namespace karat
