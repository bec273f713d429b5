// Every way to count that the kernel has, by its name: for the harness, and for threads that count at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "parallel.hpp"

namespace karat {

struct Input {
    std::vector<Column> systems, references;
    std::size_t segments;
};

using Rows = std::vector<std::vector<std::int64_t>>;  // of each system

// Counts the rows with so many threads.
using Counting = std::function<void(const Input&, std::size_t threads, Rows&)>;

// Learns from the references what the metric must know of them; most know nothing.
using Job = std::function<Counting(const Input&)>;

extern const std::map<std::string, Job> jobs;

}  // namespace karat
