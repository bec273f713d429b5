#include "gtm.hpp"

#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>

#include "counting.hpp"

namespace karat {

namespace {

nb::list count_gtm(const nb::sequence& systems, const nb::sequence& references, std::string_view tokenizer,
                   double exponent, bool exact, std::size_t threads) {
    checked_number("exponent", exponent, 1, 20);
    return count<GtmCounter>(GtmOptions{tokenizer_named(tokenizer), exponent, exact}, systems, references, threads);
}

// Each run: where it begins in the hypothesis, in which reference, where there, and how long it is.
std::vector<std::tuple<std::size_t, std::size_t, std::size_t, std::size_t>> match_gtm(nb::handle hypothesis,
                                                                                      const nb::sequence& references,
                                                                                      std::string_view tokenizer,
                                                                                      double exponent, bool exact) {
    checked_number("exponent", exponent, 1, 20);
    const Texts texts = as_texts(references);
    if (text_of(hypothesis.ptr(), 0).missing()) raise("InvalidText", nullptr, "The hypothesis is None; it must be a str.");
    const bool referenced = std::any_of(texts.items.begin(), texts.items.end(), [](const Text& text) { return !text.missing(); });
    if (!referenced) raise("MissingReference", nullptr, "There is no reference.");
    GtmCounter counter;
    counter.configure({tokenizer_named(tokenizer), exponent, exact});
    const Text text = text_of(hypothesis.ptr(), 0);
    std::span<const Run> matched;
    without_lock([&] {
        counter.references(texts.items);
        matched = counter.match(text);
    });
    std::vector<std::tuple<std::size_t, std::size_t, std::size_t, std::size_t>> runs;
    for (const Run& run : matched) {
        std::size_t number = 0, place = run.reference;
        for (const std::int64_t length : counter.lengths()) {
            const auto with_barrier = static_cast<std::size_t>(length) + 1;
            if (place < with_barrier) break;
            place -= with_barrier;
            ++number;
        }
        runs.emplace_back(run.hypothesis, number, place, run.length);
    }
    return runs;
}

}  // namespace

void bind_gtm(nb::module_& m) {
    m.def("count_gtm", &count_gtm, "systems"_a, "references"_a, "tokenizer"_a, "exponent"_a, "exact"_a, "threads"_a);
    m.def("match_gtm", &match_gtm, "hypothesis"_a, "references"_a, "tokenizer"_a, "exponent"_a, "exact"_a);
}

}  // namespace karat
