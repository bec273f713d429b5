// The only file of the kernel that knows Python.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>

#include <memory>
#include <optional>
#include <string>
#include <tuple>

#include "arrow.hpp"
#include "bleu.hpp"
#include "chrf.hpp"
#include "lines.hpp"
#include "parallel.hpp"
#include "ter.hpp"
#include "unicode.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace karat {

namespace {

// Raises karat.errors.<error>, made by its constructor or one of its named ones.
template <class... Arguments>
[[noreturn]] void raise(const char* error, const char* constructor, Arguments&&... arguments) {
    nb::object type = nb::module_::import_("karat.errors").attr(error);
    nb::object make = constructor == nullptr ? type : nb::object(type.attr(constructor));
    nb::object exception = make(std::forward<Arguments>(arguments)...);
    PyErr_SetObject(type.ptr(), exception.ptr());
    throw nb::python_error();
}

// A column of segments and whatever Python object keeps their memory alive.
struct Texts {
    std::vector<Text> items;
    nb::object owner;
};

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
        if (i + ahead < size) fetch_ahead(PyTuple_GET_ITEM(segments.ptr(), static_cast<Py_ssize_t>(i + ahead)));
        texts.items[i] = text_of(PyTuple_GET_ITEM(segments.ptr(), static_cast<Py_ssize_t>(i)), i);
    }
    return texts;
}

Texts from_lines(const nb::bytes& data) {
    const std::string_view bytes(data.c_str(), data.size());
    return {split_lines(bytes), data};
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

// Texts out of Arrow arrays, which stay alive for as long as the texts do.
class ArrowTexts {
public:
    // Takes the array from `array`, as the interface prescribes.
    void add(std::string_view format, ArrowArray& array) {
        if (!append_arrow(format, array, texts_)) {
            raise("InvalidText", nullptr,
                  nb::str("The Arrow array has format {}; an array of strings was expected.").format(std::string(format)));
        }
        Released<ArrowArray> taken;
        std::swap(taken.value, array);
        arrays_->push_back(std::move(taken));
    }

    Texts finish() {
        for (std::size_t i = 0; i < texts_.size(); ++i) {
            const std::string_view bytes(static_cast<const char*>(texts_[i].data), texts_[i].length);
            if (first_invalid_utf8(bytes) != std::string_view::npos) {
                raise("InvalidText", nullptr, nb::str("Segment {} of the Arrow array is not UTF-8.").format(i + 1));
            }
        }
        nb::capsule owner(arrays_.release(), [](void* p) noexcept { delete static_cast<Arrays*>(p); });
        return {std::move(texts_), owner};
    }

private:
    using Arrays = std::vector<Released<ArrowArray>>;
    std::vector<Text> texts_;
    std::unique_ptr<Arrays> arrays_ = std::make_unique<Arrays>();
};

Texts from_arrow_array(nb::handle source) {
    const nb::tuple capsules = nb::cast<nb::tuple>(source.attr("__arrow_c_array__")());
    ArrowTexts texts;
    texts.add(from_capsule<ArrowSchema>(capsules[0], "arrow_schema")->format,
              *from_capsule<ArrowArray>(capsules[1], "arrow_array"));
    return texts.finish();
}

Texts from_arrow_stream(nb::handle source) {
    nb::object capsule = source.attr("__arrow_c_stream__")();
    auto* stream = from_capsule<ArrowArrayStream>(capsule, "arrow_array_stream");
    const auto check = [](int status) {
        if (status != 0) raise("InvalidText", nullptr, nb::str("The Arrow stream cannot be read (error {}).").format(status));
    };
    Released<ArrowSchema> schema;
    check(stream->get_schema(stream, &schema.value));
    ArrowTexts texts;
    for (;;) {
        Released<ArrowArray> array;
        check(stream->get_next(stream, &array.value));
        if (array.value.release == nullptr) return texts.finish();
        texts.add(schema.value.format, array.value);
    }
}

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

// Statistics of one system: a row per segment.
class Counts {
public:
    Counts(std::size_t rows, std::size_t columns)
        : rows_(rows), columns_(columns), numbers_(new std::int64_t[rows * columns]) {}

    std::size_t rows() const { return rows_; }
    std::size_t columns() const { return columns_; }
    std::int64_t* data() const { return numbers_.get(); }

    nb::list total() const {
        std::vector<std::int64_t> sums(columns_, 0);
        for (std::size_t i = 0; i < rows_ * columns_;) {
            for (std::size_t column = 0; column < columns_; ++column, ++i) sums[column] += numbers_[i];
        }
        nb::list list;
        for (const std::int64_t sum : sums) list.append(sum);
        return list;
    }

    nb::ndarray<nb::numpy, std::int64_t, nb::ndim<2>> array() const {
        auto* owner = new std::shared_ptr<std::int64_t[]>(numbers_);
        nb::capsule capsule(owner, [](void* p) noexcept { delete static_cast<std::shared_ptr<std::int64_t[]>*>(p); });
        return {numbers_.get(), {rows_, columns_}, capsule};
    }

private:
    std::size_t rows_;
    std::size_t columns_;
    std::shared_ptr<std::int64_t[]> numbers_;
};

// The columns of one call, and the Python objects they borrow from.
struct Job {
    std::vector<Texts> owners;
    std::vector<Column> systems;
    std::vector<Column> references;
    std::size_t segments = 0;

    Job(const nb::sequence& system_list, const nb::sequence& reference_list) {
        for (nb::handle texts : system_list) owners.push_back(as_texts(texts));
        for (nb::handle texts : reference_list) owners.push_back(as_texts(texts));
        for (const Texts& texts : owners) {
            (systems.size() < nb::len(system_list) ? systems : references).push_back(texts.items);
        }
        if (references.empty()) raise("MissingReference", nullptr, "There is no reference.");
        segments = references[0].size();
        check_lengths();
        check_presence();
    }

    void check_lengths() const {
        for (const auto* group : {&systems, &references}) {
            for (const Column& column : *group) {
                if (column.size() == segments) continue;
                raise("MisalignedCorpus", "from_lengths", group == &systems ? "The hypothesis" : "A reference",
                      "got"_a = column.size(), "expected"_a = segments);
            }
        }
    }

    void check_presence() const {
        for (std::size_t segment = 0; segment < segments; ++segment) {
            bool referenced = false;
            for (const Column& column : references) referenced = referenced || !column[segment].missing();
            if (!referenced) raise("MissingReference", "at", segment);
            for (const Column& column : systems) {
                if (column[segment].missing()) {
                    raise("InvalidText", nullptr,
                          nb::str("Segment {} of the hypothesis is None; it must be a str.").format(segment + 1));
                }
            }
        }
    }
};

template <class Counter, class Options>
nb::list count(const Options& options, const nb::sequence& systems, const nb::sequence& references, std::size_t threads) {
    const Job job(systems, references);
    Counter sizer;
    sizer.configure(options);
    std::vector<Counts> counts;
    std::vector<std::int64_t*> rows;
    for (std::size_t s = 0; s < job.systems.size(); ++s) {
        rows.push_back(counts.emplace_back(job.segments, sizer.columns()).data());
    }
    {
        const nb::gil_scoped_release release;
        count_rows<Counter>(options, job.systems, job.references, job.segments, std::max<std::size_t>(threads, 1), rows);
    }
    nb::list result;
    for (Counts& system : counts) result.append(nb::cast(std::move(system)));
    return result;
}

Tokenizer tokenizer_named(std::string_view name) {
    if (name == "none") return Tokenizer::None;
    if (name == "13a") return Tokenizer::Mteval13a;
    if (name == "intl") return Tokenizer::Intl;
    if (name == "zh") return Tokenizer::Zh;
    if (name == "tercom") return Tokenizer::Tercom;
    if (name == "words") return Tokenizer::Words;
    if (name == "separated") return Tokenizer::Separated;
    throw nb::value_error("unknown native tokenizer");
}

Brevity brevity_named(std::string_view name) {
    if (name == "shortest") return Brevity::Shortest;
    if (name == "average") return Brevity::Average;
    return Brevity::Closest;
}

nb::list count_bleu(const nb::sequence& systems, const nb::sequence& references, std::string_view tokenizer, std::size_t order,
                    std::string_view brevity, std::size_t threads) {
    BleuOptions options;
    options.characters = tokenizer == "char" || tokenizer == "char-spaces";
    options.keep_spaces = tokenizer == "char-spaces";
    if (!options.characters) options.tokenizer = tokenizer_named(tokenizer);
    options.order = order;
    options.brevity = brevity_named(brevity);
    return count<BleuCounter>(options, systems, references, threads);
}

nb::list count_chrf(const nb::sequence& systems, const nb::sequence& references, std::size_t character_order,
                    std::size_t word_order, double beta, bool keep_spaces, bool epsilon, std::size_t threads) {
    const ChrfOptions options{character_order, word_order, beta, keep_spaces, epsilon};
    return count<ChrfCounter>(options, systems, references, threads);
}

nb::list count_ter(const nb::sequence& systems, const nb::sequence& references, std::string_view tokenizer, bool normalized,
                   bool no_punctuation, bool asian, std::size_t threads) {
    const TerOptions options{tokenizer_named(tokenizer), {normalized, no_punctuation, asian}};
    return count<TerCounter>(options, systems, references, threads);
}

nb::list tokens_of(nb::handle text, std::string_view tokenizer, bool normalized, bool no_punctuation, bool asian) {
    PaddedText padded, rewritten;
    Tokens tokens;
    const std::string_view utf8 = padded.load(text_of(text.ptr(), 0));
    tokenize(tokenizer_named(tokenizer), utf8, rewritten, tokens, {normalized, no_punctuation, asian});
    nb::list list;
    for (const std::string_view token : tokens) list.append(to_python({token.data(), token.size(), Encoding::Utf8}));
    return list;
}

// (line, column, whether it is NUL), or None where the bytes are text.
nb::object bad_byte(const nb::bytes& data) {
    const auto bad = find_bad_byte({data.c_str(), data.size()});
    if (!bad) return nb::none();
    return nb::cast(std::make_tuple(bad->line, bad->column, bad->nul));
}

nb::object item(const Texts& texts, Py_ssize_t index) {
    const auto size = static_cast<Py_ssize_t>(texts.items.size());
    if (index < 0) index += size;
    if (index < 0 || index >= size) throw nb::index_error();
    return to_python(texts.items[static_cast<std::size_t>(index)]);
}

bool contains(const Texts& texts, nb::handle object) {
    for (const Text& text : texts.items) {
        if (object.is_none() ? text.missing() : to_python(text).equal(object)) return true;
    }
    return false;
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

}  // namespace

}  // namespace karat

NB_MODULE(_native, m) {
    using namespace karat;
    m.attr("LENGTH_PARTS") = length_parts;
    m.attr("UNICODE_VERSION") = nb::str(unicode_version);

    nb::class_<Texts>(m, "Texts")
        .def("__init__", [](Texts* self, nb::handle segments) { new (self) Texts(as_texts(segments)); }, "segments"_a)
        .def_static("from_lines", &from_lines, "data"_a)
        .def("__len__", [](const Texts& texts) { return texts.items.size(); })
        .def("__contains__", &contains, "segment"_a.none())
        .def("__getitem__", &item)
        .def("__getitem__", &part);

    nb::class_<Counts>(m, "Counts")
        .def_prop_ro("rows", &Counts::rows)
        .def_prop_ro("columns", &Counts::columns)
        .def("total", &Counts::total)
        .def("array", &Counts::array);

    m.def("count_bleu", &count_bleu, "systems"_a, "references"_a, "tokenizer"_a, "order"_a, "brevity"_a, "threads"_a);
    m.def("count_chrf", &count_chrf, "systems"_a, "references"_a, "character_order"_a, "word_order"_a, "beta"_a,
          "keep_spaces"_a, "epsilon"_a, "threads"_a);
    m.def("count_ter", &count_ter, "systems"_a, "references"_a, "tokenizer"_a, "normalized"_a, "no_punctuation"_a,
          "asian"_a, "threads"_a);
    m.def("tokenize", &tokens_of, "text"_a, "tokenizer"_a, "normalized"_a = false, "no_punctuation"_a = false,
          "asian"_a = false);
    m.def("bad_byte", &bad_byte, "data"_a);
}
