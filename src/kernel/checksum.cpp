#include "checksum.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace karat {

namespace {

// The primes of the specification.
constexpr std::uint64_t p1 = 0x9E3779B185EBCA87, p2 = 0xC2B2AE3D27D4EB4F, p3 = 0x165667B19E3779F9, p4 = 0x85EBCA77C2B2AE63,
                        p5 = 0x27D4EB2F165667C5;

template <class Number> std::uint64_t number_at(const char* p) {
    Number number;
    std::memcpy(&number, p, sizeof number);
    return number;
}

std::uint64_t round_of(std::uint64_t lane, std::uint64_t word) { return std::rotl(lane + word * p2, 31) * p1; }

}  // namespace

const char* Checksum::take(const char* p, const char* end) {
    auto [a, b, c, d] = lanes_;
    for (; end - p >= static_cast<std::ptrdiff_t>(stripe); p += stripe) {
        a = round_of(a, number_at<std::uint64_t>(p));
        b = round_of(b, number_at<std::uint64_t>(p + 8));
        c = round_of(c, number_at<std::uint64_t>(p + 16));
        d = round_of(d, number_at<std::uint64_t>(p + 24));
    }
    lanes_ = {a, b, c, d};
    return p;
}

void Checksum::update(std::string_view bytes) {
    const std::size_t held = size_ % stripe;
    size_ += bytes.size();
    if (held > 0) {
        const std::size_t taken = std::min(stripe - held, bytes.size());
        std::copy_n(bytes.data(), taken, held_.data() + held);
        bytes.remove_prefix(taken);
        if (held + taken < stripe) return;
        take(held_.data(), held_.data() + stripe);
    }
    const char* end = bytes.data() + bytes.size();
    std::copy(take(bytes.data(), end), end, held_.data());
}

std::uint64_t Checksum::value() const {
    const auto [a, b, c, d] = lanes_;
    std::uint64_t sum = p5;
    if (size_ >= stripe) {
        sum = std::rotl(a, 1) + std::rotl(b, 7) + std::rotl(c, 12) + std::rotl(d, 18);
        for (const std::uint64_t lane : lanes_) sum = (sum ^ round_of(0, lane)) * p1 + p4;
    }
    sum += size_;
    const char *p = held_.data(), *end = p + size_ % stripe;
    for (; end - p >= 8; p += 8) sum = std::rotl(sum ^ round_of(0, number_at<std::uint64_t>(p)), 27) * p1 + p4;
    for (; end - p >= 4; p += 4) sum = std::rotl(sum ^ number_at<std::uint32_t>(p) * p1, 23) * p2 + p3;
    for (; p < end; ++p) sum = std::rotl(sum ^ static_cast<unsigned char>(*p) * p5, 11) * p1;
    sum = (sum ^ sum >> 33) * p2;
    sum = (sum ^ sum >> 29) * p3;
    return sum ^ sum >> 32;
}

}  // namespace karat
