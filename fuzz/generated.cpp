// The fuzz target's checks without libFuzzer, for processors and compilers that do not have it: `generated INPUTS SEED`.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

#include "hostile_bytes.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int main(int count, char** arguments) {
    if (count != 3) return std::fputs("generated INPUTS SEED\n", stderr), 2;
    std::mt19937_64 random(std::strtoull(arguments[2], nullptr, 10));
    for (long left = std::atol(arguments[1]); left > 0; --left) {
        const std::string input = karat::hostile_bytes(random);
        LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
    }
    std::printf("%s inputs of seed %s: all checks hold\n", arguments[1], arguments[2]);
    return 0;
}
