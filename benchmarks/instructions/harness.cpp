// The kernel without Python, for counting instructions, for processors without our Python, and for profilers:
//
//   harness JOB SOURCE TIMES SYSTEM[,SYSTEM...] REFERENCE[,REFERENCE...]
//
// The files have a segment on each line. JOB is one of those in `jobs`; SOURCE is `lines`, or `strings` for texts in the
// encodings that Python's strings have. It counts the rows so many times, learning included, and prints nanoseconds of CPU
// time per row, the least of all times, and a checksum of the rows; with the number 0, it prints the rows.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ids.hpp"
#include "jobs.hpp"
#include "lines.hpp"

namespace {

using namespace karat;

[[noreturn]] void fail(const std::string& message) {
    std::fprintf(stderr, "harness: %s\n", message.c_str());
    std::exit(2);
}

std::vector<std::string> split(std::string_view names) {
    std::vector<std::string> parts;
    for (;;) {
        const std::size_t size = std::min(names.find(','), names.size());
        parts.emplace_back(names.substr(0, size));
        if (size == names.size()) return parts;
        names.remove_prefix(size + 1);
    }
}

// The texts of a file, as Python or a file would give them.
class Segments {
public:
    Segments(const std::string& path, bool as_strings) {
        std::ifstream file(path, std::ios::binary);
        if (!file) fail("cannot read " + path);
        bytes_.assign(std::istreambuf_iterator<char>(file), {});
        texts_ = split_lines(bytes_);
        if (as_strings) std::transform(texts_.begin(), texts_.end(), texts_.begin(), [this](auto& line) { return string_of(line); });
    }

    Column column() const { return texts_; }

private:
    // The narrowest units that hold every character, as in CPython.
    Text string_of(const Text& line) {
        std::vector<char32_t> characters;
        char32_t highest = 0;
        PaddedText padded;
        const std::string_view text = padded.load(line);
        for (const char* p = text.data(); p < text.data() + text.size();) {
            const CodePoint point = decode(p);
            characters.push_back(point.value);
            highest = std::max(highest, point.value);
            p += point.bytes;
        }
        if (highest < 0x80) return kept<char>(characters, Encoding::Utf8);
        if (highest < 0x100) return kept<std::uint8_t>(characters, Encoding::Latin1);
        if (highest < 0x10000) return kept<std::uint16_t>(characters, Encoding::Ucs2);
        return kept<std::uint32_t>(characters, Encoding::Ucs4);
    }

    template <class Unit> Text kept(const std::vector<char32_t>& characters, Encoding encoding) {
        std::shared_ptr<Unit[]> units(new Unit[characters.size() + 1]);
        std::transform(characters.begin(), characters.end(), units.get(), [](char32_t c) { return static_cast<Unit>(c); });
        strings_.push_back(units);
        return {units.get(), characters.size(), encoding};
    }

    std::string bytes_;
    std::vector<Text> texts_;
    std::vector<std::shared_ptr<void>> strings_;
};

std::uint64_t checksum(const Rows& rows) {
    std::uint64_t sum = 0;
    for (const auto& of_system : rows) {
        for (const std::int64_t number : of_system) sum = mixed(sum ^ static_cast<std::uint64_t>(number));
    }
    return sum;
}

void print(const Rows& rows, std::size_t segments) {
    for (const auto& of_system : rows) {
        for (std::size_t i = 0; i < of_system.size(); ++i) {
            const bool last = (i + 1) % (of_system.size() / segments) == 0;
            std::printf("%lld%c", static_cast<long long>(of_system[i]), last ? '\n' : ' ');
        }
    }
}

double cpu_nanoseconds() {
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 6) fail("JOB SOURCE TIMES SYSTEM[,SYSTEM...] REFERENCE[,REFERENCE...]");
    const auto job = jobs.find(arguments[1]);
    if (job == jobs.end()) fail(std::string("no job is called ") + arguments[1]);
    const bool as_strings = std::string_view(arguments[2]) == "strings";
    const int times = std::atoi(arguments[3]);

    std::vector<Segments> files;
    Input input;
    const auto systems = split(arguments[4]), references = split(arguments[5]);
    files.reserve(systems.size() + references.size());
    for (const std::string& path : systems) input.systems.push_back(files.emplace_back(path, as_strings).column());
    for (const std::string& path : references) input.references.push_back(files.emplace_back(path, as_strings).column());
    input.segments = input.systems[0].size();
    for (const Segments& file : files) {
        if (file.column().size() != input.segments) fail("the files have different numbers of lines");
    }

    Rows rows;
    double least = 1e300;
    for (int i = 0; i < std::max(times, 1); ++i) {
        const double start = cpu_nanoseconds();
        job->second(input)(input, 1, rows);
        least = std::min(least, cpu_nanoseconds() - start);
    }
    if (times == 0) {
        print(rows, input.segments);
    } else {
        const auto all = static_cast<double>(std::max<std::size_t>(input.segments, 1) * systems.size());
        std::printf("%.1f ns per row, rows %016llx\n", least / all, static_cast<unsigned long long>(checksum(rows)));
    }
    return 0;
}
