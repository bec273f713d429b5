// Threads that share what they read, for ThreadSanitizer: `threads INPUTS SEED`. First, every way to count over one corpus,
// with weights that all use and with weights that each learns; then the fuzz target's checks. What they find must be
// what one thread finds.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "hostile_bytes.hpp"
#include "jobs.hpp"
#include "promises.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using namespace karat;

constexpr std::size_t callers = 4;

template <class Work> void in_every_thread(Work work) {
    std::vector<std::thread> threads;
    for (std::size_t caller = 0; caller < callers; ++caller) threads.emplace_back(work, caller);
    for (std::thread& thread : threads) thread.join();
}

// More segments than one thread takes at a time.
class Corpus {
public:
    explicit Corpus(std::mt19937_64& random) {
        constexpr std::size_t segments = 300;
        for (auto& text : bytes_) {
            do text = hostile_bytes(random);
            while (text.size() > 256);
        }
        for (auto& column : columns_) {
            for (std::size_t i = 0; i < segments; ++i) {
                const std::string& text = bytes_[random() % bytes_.size()];
                column.push_back({text.data(), text.size(), Encoding::Latin1});
            }
        }
    }

    Input input() const { return {{columns_[0], columns_[1]}, {columns_[2], columns_[3]}, columns_[0].size()}; }

private:
    std::vector<std::string> bytes_{200};
    std::vector<Text> columns_[4];
};

Rows counted(const Counting& count, const Input& input, std::size_t threads) {
    Rows rows;
    count(input, threads, rows);
    return rows;
}

// Each thread goes through all jobs, and begins with another one.
void check_counting(std::mt19937_64& random) {
    const Corpus corpus(random);
    const Input input = corpus.input();
    std::vector<Counting> shared;
    std::vector<Rows> expected;
    for (const auto& [name, job] : jobs) {
        shared.push_back(job(input));
        expected.push_back(counted(shared.back(), input, 1));
    }
    in_every_thread([&](std::size_t caller) {
        for (std::size_t i = 0; i < jobs.size(); ++i) {
            const std::size_t at = (i + caller * jobs.size() / callers) % jobs.size();
            const auto job = std::next(jobs.begin(), static_cast<std::ptrdiff_t>(at));
            require(counted(shared[at], input, 1 + caller % 2) == expected[at]);
            require(counted(job->second(input), input, 2) == expected[at]);
        }
    });
}

void check_inputs(std::size_t number, std::mt19937_64& random) {
    std::vector<std::string> inputs;
    while (inputs.size() < number) inputs.push_back(hostile_bytes(random));
    in_every_thread([&](std::size_t caller) {
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            const std::string& input = inputs[(i + caller) % inputs.size()];
            LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
        }
    });
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 3) return std::fputs("threads INPUTS SEED\n", stderr), 2;
    std::mt19937_64 random(std::strtoull(arguments[2], nullptr, 10));
    check_counting(random);
    check_inputs(std::strtoull(arguments[1], nullptr, 10), random);
    std::printf("%zu jobs and %s inputs of seed %s in %zu threads: as in one\n", jobs.size(), arguments[1], arguments[2], callers);
    return 0;
}
