// One row of statistics per segment and system, over threads. A row depends on its segment only, so the result
// is the same for any number of them.
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "repeats.hpp"
#include "stopping.hpp"
#include "text.hpp"

namespace karat {

// Counts segments [begin, end) of every system. The references of a segment are read once for all systems, and what several
// systems wrote alike is counted once.
template <class Counter>
void count_block(Counter& counter, std::span<const Column> systems, std::span<const Column> references,
                 std::size_t begin, std::size_t end, std::span<std::int64_t* const> rows) {
    const std::size_t columns = counter.columns();
    std::vector<Text> of_segment(references.size());
    Repeats repeats(systems.size());
    Watch& now = watch;
    constexpr std::size_t ahead = 8;
    for (std::size_t segment = begin; segment < end; ++segment) {
        if (segment + ahead < end) {
            for (const Column& texts : systems) fetch_ahead(texts[segment + ahead].data);
            for (const Column& texts : references) fetch_ahead(texts[segment + ahead].data);
        }
        std::size_t units = 64;
        for (std::size_t r = 0; r < references.size(); ++r) {
            of_segment[r] = references[r][segment];
            units += of_segment[r].length;
        }
        if constexpr (requires { counter.segment(segment); }) counter.segment(segment);
        counter.references(of_segment);
        for (std::size_t s = 0; s < systems.size(); ++s) {
            std::int64_t* const row = rows[s] + segment * columns;
            const std::size_t first = systems.size() == 1 ? s : repeats.first_like(systems, segment, s);
            if (first != s) {
                std::copy_n(rows[first] + segment * columns, columns, row);
                continue;
            }
            units += systems[s][segment].length;
            counter.hypothesis(systems[s][segment], row);
        }
        now.spend(units);
    }
}

// Runs the work in this thread and in so many others. Where it fails in one, or the call is stopped, it ends in all.
void run_together(std::size_t threads, const std::function<void()>& work);

// `rows[s]` has room for a row per segment. `threads` must be at least 1.
template <class Counter, class Options>
void count_rows(const Options& options, std::span<const Column> systems, std::span<const Column> references,
                std::size_t segments, std::size_t threads, std::span<std::int64_t* const> rows) {
    constexpr std::size_t block = 128;
    threads = std::min(threads, (segments + block - 1) / block);
    std::atomic<std::size_t> next{0};
    run_together(threads, [&] {
        // Kept between calls: scoring one sentence at a time should not pay for fresh tables each time. What fails or is
        // stopped leaves its tables in disorder: they are not kept.
        static thread_local std::unique_ptr<Counter> kept;
        std::unique_ptr<Counter> counter = kept ? std::move(kept) : std::make_unique<Counter>();
        counter->configure(options);
        for (std::size_t begin; (begin = next.fetch_add(block)) < segments;) {
            count_block(*counter, systems, references, begin, std::min(begin + block, segments), rows);
        }
        kept = std::move(counter);
    });
}

}  // namespace karat
