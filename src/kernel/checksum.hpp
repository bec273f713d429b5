// XXH64 (github.com/Cyan4973/xxHash): a checksum of whatever goes through it, many times faster than SHA-256. It notices
// that data have changed; it does not defend against those who want two contents to have the same.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace karat {

class Checksum {
public:
    void update(std::string_view bytes);
    std::uint64_t value() const;

private:
    static constexpr std::size_t stripe = 32;

    const char* take(const char* p, const char* end);

    std::array<std::uint64_t, 4> lanes_{0x60EA27EEADC0B5D6, 0xC2B2AE3D27D4EB4F, 0, 0x61C8864E7A143579};
    std::array<char, stripe> held_{};  // the last bytes, which do not fill a stripe
    std::uint64_t size_ = 0;
};

}  // namespace karat
