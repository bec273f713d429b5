#include "texts.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "arrow.hpp"
#include "calls.hpp"
#include "errors.hpp"
#include "lines.hpp"

using namespace nanobind::literals;

namespace karat {

Text text_of(PyObject* object, std::size_t segment) {
    if (object == Py_None) return {};
    if (!PyUnicode_Check(object)) {
        const nb::str message = nb::str("Segment {} is of type {}; it must be a str.")
                                    .format(segment + 1, nb::handle(Py_TYPE(object)).attr("__name__"));
        raise("InvalidText", nullptr, message);
    }
    const auto length = static_cast<std::size_t>(PyUnicode_GET_LENGTH(object));
    if (PyUnicode_IS_ASCII(object)) return {PyUnicode_DATA(object), length, Encoding::Utf8};
    switch (PyUnicode_KIND(object)) {
        case PyUnicode_1BYTE_KIND: return {PyUnicode_DATA(object), length, Encoding::Latin1};
        case PyUnicode_2BYTE_KIND: return {PyUnicode_DATA(object), length, Encoding::Ucs2};
        default: return {PyUnicode_DATA(object), length, Encoding::Ucs4};
    }
}

namespace {

// The strings are kept by a tuple of our own, so that nobody can take them from a list while threads read.
Texts from_sequence(nb::handle sequence) {
    if (PyUnicode_Check(sequence.ptr()) || PyBytes_Check(sequence.ptr())) {
        raise("InvalidText", nullptr, "A list of segments was expected, a single string came. Put it in a list.");
    }
    nb::object segments = nb::steal(PySequence_Tuple(sequence.ptr()));
    if (!segments.is_valid()) throw nb::python_error();
    const auto size = static_cast<std::size_t>(PyTuple_GET_SIZE(segments.ptr()));
    Texts texts{std::vector<Text>(size), segments};
    constexpr std::size_t ahead = 16;
    for (std::size_t i = 0; i < size; ++i) {
        look_up_from(i);
        if (i + ahead < size) fetch_ahead(PyTuple_GET_ITEM(segments.ptr(), static_cast<Py_ssize_t>(i + ahead)));
        texts.items[i] = text_of(PyTuple_GET_ITEM(segments.ptr(), static_cast<Py_ssize_t>(i)), i);
    }
    return texts;
}

Texts from_lines(const nb::bytes& data) {
    const std::string_view bytes(data.c_str(), data.size());
    Texts texts{{}, data};
    without_lock([&] { texts.items = split_lines(bytes); });
    return texts;
}

template <class Struct> struct Released {
    Struct value{};
    Released() = default;
    Released(Released&& other) noexcept : value(other.value) { other.value.release = nullptr; }
    Released& operator=(Released&&) = delete;
    ~Released() {
        if (value.release != nullptr) value.release(&value);
    }
};

template <class Struct> Struct* from_capsule(nb::handle capsule, const char* name) {
    auto* pointer = static_cast<Struct*>(PyCapsule_GetPointer(capsule.ptr(), name));
    if (pointer == nullptr) throw nb::python_error();
    return pointer;
}

// Takes what the capsule holds, as the interface prescribes: of several threads one gets it, the others something released.
template <class Struct> Released<Struct> taken_from(nb::handle capsule, const char* name) {
    Released<Struct> taken;
    auto* lent = from_capsule<Struct>(capsule, name);
    const nb::ft_object_guard guard(capsule);
    std::swap(taken.value, *lent);
    return taken;
}

// Texts out of Arrow arrays, which stay alive for as long as the texts do.
class ArrowTexts {
public:
    void add(const ArrowSchema& schema, Released<ArrowArray> array) {
        try {
            without_lock([&] { append_arrow(schema, array.value, texts_); });
        } catch (const BadArrow& bad) {
            raise("InvalidText", nullptr, nb::str("The Arrow array {}.").format(bad.what));
        }
        arrays_->push_back(std::move(array));
    }

    Texts finish() {
        if (const std::size_t bad = first_bad(); bad < texts_.size()) {
            raise("InvalidText", nullptr, nb::str("Segment {} of the Arrow array is not UTF-8.").format(bad + 1));
        }
        nb::capsule owner(arrays_.release(), [](void* p) noexcept { delete static_cast<Arrays*>(p); });
        return {std::move(texts_), owner};
    }

private:
    std::size_t first_bad() const {
        std::size_t bad = 0;
        without_lock([&] { bad = first_invalid_text(texts_); });
        return bad;
    }

    using Arrays = std::vector<Released<ArrowArray>>;
    std::vector<Text> texts_;
    std::unique_ptr<Arrays> arrays_ = std::make_unique<Arrays>();
};

[[noreturn]] void refuse_released(const char* what) {
    raise("InvalidText", nullptr,
          nb::str("The Arrow {} has been read by somebody else already, and can be read only once.").format(what));
}

Texts from_arrow_array(nb::handle source) {
    nb::object capsules = source.attr("__arrow_c_array__")();
    if (!PyTuple_Check(capsules.ptr()) || PyTuple_GET_SIZE(capsules.ptr()) != 2) {
        raise("InvalidText", nullptr, "The Arrow array gave no schema and array.");
    }
    auto schema = taken_from<ArrowSchema>(PyTuple_GET_ITEM(capsules.ptr(), 0), "arrow_schema");
    auto array = taken_from<ArrowArray>(PyTuple_GET_ITEM(capsules.ptr(), 1), "arrow_array");
    if (schema.value.release == nullptr || array.value.release == nullptr) refuse_released("array");
    ArrowTexts texts;
    texts.add(schema.value, std::move(array));
    return texts.finish();
}

Texts from_arrow_stream(nb::handle source) {
    nb::object capsule = source.attr("__arrow_c_stream__")();
    auto taken = taken_from<ArrowArrayStream>(capsule, "arrow_array_stream");
    ArrowArrayStream* const stream = &taken.value;
    if (stream->release == nullptr || stream->get_schema == nullptr || stream->get_next == nullptr) refuse_released("stream");
    const auto check = [&](int status) {
        if (status == 0) return;
        if (PyErr_Occurred() != nullptr) PyErr_Clear();  // of a stream that Python's code makes; it has told us in its own way
        const char* reason = stream->get_last_error != nullptr ? stream->get_last_error(stream) : nullptr;
        raise("InvalidText", nullptr,
              nb::str("The Arrow stream cannot be read (error {}{}).").format(status, reason != nullptr ? std::string(": ") + reason : ""));
    };
    Released<ArrowSchema> schema;
    check(stream->get_schema(stream, &schema.value));
    if (schema.value.release == nullptr) refuse_released("stream");
    ArrowTexts texts;
    for (;;) {
        Released<ArrowArray> array;
        check(stream->get_next(stream, &array.value));
        if (array.value.release == nullptr) return texts.finish();
        texts.add(schema.value, std::move(array));
    }
}

}  // namespace

Texts as_texts(nb::handle source) {
    if (nb::isinstance<Texts>(source)) return nb::cast<Texts&>(source);
    if (PyList_Check(source.ptr()) || PyTuple_Check(source.ptr())) return from_sequence(source);
    if (nb::hasattr(source, "__arrow_c_stream__")) return from_arrow_stream(source);
    if (nb::hasattr(source, "__arrow_c_array__")) return from_arrow_array(source);
    return from_sequence(source);
}

nb::object to_python(const Text& text) {
    const auto size = static_cast<Py_ssize_t>(text.length);
    PyObject* result = nullptr;
    switch (text.encoding) {
        case Encoding::Missing: return nb::none();
        case Encoding::Utf8: result = PyUnicode_DecodeUTF8(static_cast<const char*>(text.data), size, "surrogatepass"); break;
        case Encoding::Latin1: result = PyUnicode_FromKindAndData(PyUnicode_1BYTE_KIND, text.data, size); break;
        case Encoding::Ucs2: result = PyUnicode_FromKindAndData(PyUnicode_2BYTE_KIND, text.data, size); break;
        case Encoding::Ucs4: result = PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, text.data, size); break;
    }
    if (result == nullptr) throw nb::python_error();
    return nb::steal(result);
}

namespace {

nb::object item(const Texts& texts, Py_ssize_t index) {
    const auto size = static_cast<Py_ssize_t>(texts.items.size());
    if (index < 0) index += size;
    if (index < 0 || index >= size) throw nb::index_error();
    return to_python(texts.items[static_cast<std::size_t>(index)]);
}

bool contains(const Texts& texts, nb::handle object) {
    // No string of Python's is made of UTF-8, which most texts are, to see that it is another one.
    std::optional<std::string_view> bytes;
    if (PyUnicode_Check(object.ptr()) != 0) {
        Py_ssize_t size = 0;
        const char* const data = PyUnicode_AsUTF8AndSize(object.ptr(), &size);
        if (data != nullptr) bytes.emplace(data, static_cast<std::size_t>(size));
        else PyErr_Clear();  // half a surrogate pair, which to_python writes all the same
    }
    return std::any_of(texts.items.begin(), texts.items.end(), [&](const Text& text) {
        if (object.is_none()) return text.missing();
        if (bytes && text.encoding == Encoding::Utf8) {
            return std::string_view(static_cast<const char*>(text.data), text.length) == *bytes;
        }
        return to_python(text).equal(object);
    });
}

Texts part(const Texts& texts, const nb::slice& slice) {
    const auto [start, stop, step, length] = slice.compute(texts.items.size());
    Texts result{{}, texts.owner};
    result.items.reserve(length);
    for (std::size_t i = 0; i < length; ++i) {
        result.items.push_back(texts.items[static_cast<std::size_t>(start + static_cast<Py_ssize_t>(i) * step)]);
    }
    return result;
}

// (line, column, whether it is NUL), or None where the bytes are text.
nb::object bad_byte(const nb::bytes& data) {
    std::optional<BadByte> bad;
    without_lock([&] { bad = find_bad_byte({data.c_str(), data.size()}); });
    if (!bad) return nb::none();
    return nb::cast(std::make_tuple(bad->line, bad->column, bad->nul));
}

}  // namespace

void bind_texts(nb::module_& m) {
    nb::class_<Texts>(m, "Texts")
        .def("__init__", [](Texts* self, nb::handle segments) { new (self) Texts(as_texts(segments)); }, "segments"_a)
        .def_static("from_lines", &from_lines, "data"_a)
        .def("__len__", [](const Texts& texts) { return texts.items.size(); })
        .def("__contains__", &contains, "segment"_a.none())
        .def("__getitem__", &item)
        .def("__getitem__", &part);
    m.def("bad_byte", &bad_byte, "data"_a);
}

}  // namespace karat
