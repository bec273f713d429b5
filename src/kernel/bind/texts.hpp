// Columns of segments that come from Python.
#pragma once

#include <nanobind/nanobind.h>

#include <vector>

#include "text.hpp"

namespace karat {

namespace nb = nanobind;

// A column of segments and whatever Python object keeps their memory alive.
struct Texts {
    std::vector<Text> items;
    nb::object owner;
};

// One string; `segment` is for the error where it is none.
Text text_of(PyObject* object, std::size_t segment);

// From a list, an Arrow array or stream, or another Texts.
Texts as_texts(nb::handle source);

nb::object to_python(const Text& text);

void bind_texts(nb::module_& m);

}  // namespace karat
