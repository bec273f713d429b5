// From columns of text to rows of counts, for any counter of the kernel.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string_view.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "calls.hpp"
#include "checks.hpp"
#include "errors.hpp"
#include "parallel.hpp"
#include "texts.hpp"
#include "tokenizers.hpp"

namespace karat {

using namespace nb::literals;

// Statistics of one system: a row per segment.
class Counts {
public:
    Counts(std::size_t rows, std::size_t columns)
        : rows_(rows), columns_(columns), numbers_(new std::int64_t[checked_size(rows, columns)]) {}

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
    std::vector<nb::object> kept;
    std::vector<Column> systems;
    std::vector<Column> references;
    std::size_t segments = 0;

    Job(const nb::sequence& system_list, const nb::sequence& reference_list) {
        for (nb::handle texts : system_list) systems.push_back(column_of(texts));
        for (nb::handle texts : reference_list) references.push_back(column_of(texts));
        if (references.empty()) raise("MissingReference", nullptr, "There is no reference.");
        segments = references[0].size();
        check_lengths();
        check_presence();
    }

    Column column_of(nb::handle source) {
        kept.push_back(nb::isinstance<Texts>(source) ? nb::borrow(source) : nb::cast(as_texts(source)));
        return nb::cast<const Texts&>(kept.back()).items;
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

// Counts every system under one counter, with Python's lock released.
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
    without_lock([&] {
        count_rows<Counter>(options, job.systems, job.references, job.segments, std::max<std::size_t>(threads, 1), rows);
    });
    nb::list result;
    for (Counts& system : counts) result.append(nb::cast(std::move(system)));
    return result;
}

Tokenizer tokenizer_named(std::string_view name);

}  // namespace karat
