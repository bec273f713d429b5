// The fuzz target's checks without libFuzzer, for processors and compilers that do not have it: `generated INPUTS SEED`.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

// What tokenizers have rules for, and what the sizes of units depend on.
const std::vector<std::string> pieces = {
    " ", " ", " ", "a", "b", "the ", "cat ", "internationalisation ", "-", "--", ".", ",", "5", "1.5", "&amp;", "&quot;",
    "<skipped>", "-\n", "\xC2\xA0", "\xC2\x85", "\xC3\xA4", "\xC3\x97", "\xD0\xB6", "\xE3\x80\x80", "\xE3\x80\x82", "\xE3\x81\x82",
    "\xE6\x97\xA5", "\xE9\xBE\xBC", "\xEF\xBC\x8C", "\xF0\x9F\x98\x80", "\xE6\x97", "\x80", "\n",
};

std::string generated(std::mt19937_64& random) {
    const auto below = [&](std::size_t end) { return static_cast<std::size_t>(random() % end); };
    std::string bytes{static_cast<char>(below(256)), static_cast<char>(below(256))};
    // Mostly short, so that there are many; now and then so long that other algorithms are taken.
    const std::size_t size = below(50) == 0 ? 4000 : std::size_t{1} << below(10);
    const std::size_t variety = 1 + below(pieces.size());
    while (bytes.size() < size) bytes += pieces[below(variety)];
    return bytes;
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 3) return std::fputs("generated INPUTS SEED\n", stderr), 2;
    std::mt19937_64 random(std::strtoull(arguments[2], nullptr, 10));
    for (long left = std::atol(arguments[1]); left > 0; --left) {
        const std::string input = generated(random);
        LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
    }
    std::printf("%s inputs of seed %s: all checks hold\n", arguments[1], arguments[2]);
    return 0;
}
