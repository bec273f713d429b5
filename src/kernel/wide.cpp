#include "wide.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "order_lanes.hpp"

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#define KARAT_WIDE
#endif

namespace karat {

namespace {

Mask is_stop(Bytes c) { return (c == '.') | (c == ','); }

// All marks but the apostrophe, which is part of a word, and comma, dash and full stop, which depend on the numbers around
// them.
Mask is_isolated(Bytes c) {
    return is_within(c, '!', '~') & ~(is_letter(c) | is_digit(c) | (c == '\'') | is_within(c, ',', '.'));
}

void western_plain(const char* text, std::size_t blocks, WesternBits* found) {
    for (const char* block = text; blocks-- > 0; block += block_bytes, ++found) {
        // All questions are asked of some bytes before the next are looked at, so that these stay in registers.
        WesternBits bits{};
        each_part(block, [&](const char* p, int shift) {
            const Bytes c = bytes_at(p);
            bits.isolated |= bits_of(is_isolated(c) | ((c == '-') & is_digit(bytes_at(p - 1)))) << shift;
            bits.stops |= bits_of(is_stop(c)) << shift;
            bits.before_digits |= bits_of(is_digit(bytes_at(p + 1))) << shift;
            bits.spaces |= bits_of(c == ' ') << shift;
            bits.markup |= bits_of((c == '&') | (c == '<')) << shift;
            // As signed numbers, these bytes are less than a space.
            bits.unusual |= bits_of(reinterpret_cast<Mask>(c) < ' ') << shift;
        });
        *found = bits;
    }
}

#ifdef KARAT_WIDE

#define KARAT_AVX2 [[gnu::target("avx2,bmi,bmi2")]]
#define KARAT_AVX512 [[gnu::target("avx512f,avx512bw,avx512dq,avx512vl,bmi,bmi2")]]

using Half = __m256i;  // of a block

KARAT_AVX2 inline Half is(Half c, char what) { return _mm256_cmpeq_epi8(c, _mm256_set1_epi8(what)); }
KARAT_AVX2 inline Half is_in(Half c, char first, char last) {
    const Half from_first = _mm256_sub_epi8(c, _mm256_set1_epi8(first));
    return _mm256_cmpeq_epi8(_mm256_min_epu8(from_first, _mm256_set1_epi8(static_cast<char>(last - first))), from_first);
}
KARAT_AVX2 inline Half either(Half a, Half b) { return _mm256_or_si256(a, b); }
KARAT_AVX2 inline Bits packed(Half mask) { return static_cast<std::uint32_t>(_mm256_movemask_epi8(mask)); }
KARAT_AVX2 inline Half half_at(const char* p) { return _mm256_loadu_si256(reinterpret_cast<const Half*>(p)); }

KARAT_AVX2 void western_avx2(const char* text, std::size_t blocks, WesternBits* found) {
    for (const char* p = text; blocks-- > 0; ++found) {
        WesternBits bits{};
        for (int shift = 0; shift < block_bytes; shift += 32, p += 32) {
            const Half c = half_at(p);
            const Half stop = either(is(c, '.'), is(c, ','));
            const Half letter = is_in(either(c, _mm256_set1_epi8(0x20)), 'a', 'z');
            const Half kept = either(either(letter, is_in(c, '0', '9')), either(is(c, '\''), is_in(c, ',', '.')));
            const Half dash = _mm256_and_si256(is(c, '-'), is_in(half_at(p - 1), '0', '9'));
            bits.isolated |= packed(either(_mm256_andnot_si256(kept, is_in(c, '!', '~')), dash)) << shift;
            bits.stops |= packed(stop) << shift;
            bits.before_digits |= packed(is_in(half_at(p + 1), '0', '9')) << shift;
            bits.spaces |= packed(is(c, ' ')) << shift;
            bits.markup |= packed(either(is(c, '&'), is(c, '<'))) << shift;
            bits.unusual |= packed(_mm256_cmpgt_epi8(_mm256_set1_epi8(' '), c)) << shift;
        }
        *found = bits;
    }
}

using Whole = __m512i;  // a block

KARAT_AVX512 inline Bits is(Whole c, char what) { return _mm512_cmpeq_epi8_mask(c, _mm512_set1_epi8(what)); }
KARAT_AVX512 inline Bits is_in(Whole c, char first, char last) {
    return _mm512_cmple_epu8_mask(_mm512_sub_epi8(c, _mm512_set1_epi8(first)),
                                  _mm512_set1_epi8(static_cast<char>(last - first)));
}
KARAT_AVX512 inline Whole whole_at(const char* p) { return _mm512_loadu_si512(p); }

KARAT_AVX512 void western_avx512(const char* text, std::size_t blocks, WesternBits* found) {
    for (const char* p = text; blocks-- > 0; p += block_bytes, ++found) {
        const Whole c = whole_at(p);
        const Bits kept = is_in(_mm512_or_si512(c, _mm512_set1_epi8(0x20)), 'a', 'z') | is_in(c, '0', '9') | is(c, '\'') |
                          is_in(c, ',', '.');
        found->isolated = (is_in(c, '!', '~') & ~kept) | (is(c, '-') & is_in(whole_at(p - 1), '0', '9'));
        found->stops = is(c, '.') | is(c, ',');
        found->before_digits = is_in(whole_at(p + 1), '0', '9');
        found->spaces = is(c, ' ');
        found->markup = is(c, '&') | is(c, '<');
        found->unusual = _mm512_cmplt_epi8_mask(c, _mm512_set1_epi8(' '));
    }
}

// Some wanted keys and what is found for them stay in registers, while one key after the other is compared with all of them:
// a mask that has to leave the vector registers costs more than everything else.
template <std::size_t Vectors>
KARAT_AVX2 inline void equal_groups_avx2(const std::uint64_t* keys, std::size_t count, const std::uint64_t* wanted,
                                         std::uint64_t* positions) {
    Half each[Vectors], found[Vectors];
    for (std::size_t v = 0; v < Vectors; ++v) {
        each[v] = _mm256_loadu_si256(reinterpret_cast<const Half*>(wanted + 4 * v));
        found[v] = _mm256_setzero_si256();
    }
    Half bit = _mm256_set1_epi64x(1);
    for (std::size_t k = 0; k < count; ++k, bit = _mm256_add_epi64(bit, bit)) {
        const Half key = _mm256_set1_epi64x(static_cast<long long>(keys[k]));
        for (std::size_t v = 0; v < Vectors; ++v) {
            found[v] = either(found[v], _mm256_and_si256(_mm256_cmpeq_epi64(each[v], key), bit));
        }
    }
    for (std::size_t v = 0; v < Vectors; ++v) _mm256_storeu_si256(reinterpret_cast<Half*>(positions + 4 * v), found[v]);
}

KARAT_AVX2 void equal_keys_avx2(const std::uint64_t* keys, std::size_t count, const std::uint64_t* wanted, std::size_t size,
                                std::uint64_t* positions) {
    constexpr std::size_t at_once = 24;
    std::size_t i = 0;
    for (; i + 16 < size; i += at_once) equal_groups_avx2<6>(keys, count, wanted + i, positions + i);
    if (i + 8 < size) return equal_groups_avx2<4>(keys, count, wanted + i, positions + i);
    if (i < size) equal_groups_avx2<2>(keys, count, wanted + i, positions + i);
}

template <std::size_t Vectors>
KARAT_AVX512 inline void equal_groups_avx512(const std::uint64_t* keys, std::size_t count, const std::uint64_t* wanted,
                                             std::uint64_t* positions) {
    Whole each[Vectors], found[Vectors];
    for (std::size_t v = 0; v < Vectors; ++v) {
        each[v] = _mm512_loadu_si512(wanted + 8 * v);
        found[v] = _mm512_setzero_si512();
    }
    Whole bit = _mm512_set1_epi64(1);
    for (std::size_t k = 0; k < count; ++k, bit = _mm512_add_epi64(bit, bit)) {
        const Whole key = _mm512_set1_epi64(static_cast<long long>(keys[k]));
        for (std::size_t v = 0; v < Vectors; ++v) {
            found[v] = _mm512_mask_or_epi64(found[v], _mm512_cmpeq_epi64_mask(each[v], key), found[v], bit);
        }
    }
    for (std::size_t v = 0; v < Vectors; ++v) _mm512_storeu_si512(positions + 8 * v, found[v]);
}

KARAT_AVX512 void equal_keys_avx512(const std::uint64_t* keys, std::size_t count, const std::uint64_t* wanted,
                                    std::size_t size, std::uint64_t* positions) {
    constexpr std::size_t at_once = 32;
    std::size_t i = 0;
    for (; i + 24 < size; i += at_once) equal_groups_avx512<4>(keys, count, wanted + i, positions + i);
    if (i + 16 < size) return equal_groups_avx512<3>(keys, count, wanted + i, positions + i);
    if (i + 8 < size) return equal_groups_avx512<2>(keys, count, wanted + i, positions + i);
    if (i < size) equal_groups_avx512<1>(keys, count, wanted + i, positions + i);
}

// Units of the hypothesis, and where the references have them.
class IdPositions {
public:
    IdPositions(const LanePositions& positions, const Id* ids)
        : of_id_(positions.of_id), all_words_(positions.references * positions.words), nowhere_(positions.nowhere), ids_(ids) {}

    [[gnu::always_inline]] const std::uint64_t* operator()(std::size_t i) const {
        return of_id_ + std::min(ids_[i], nowhere_) * all_words_;
    }
    [[gnu::always_inline]] std::uint64_t operator()(std::size_t i, std::size_t w) const { return (*this)(i)[w]; }

private:
    const std::uint64_t* of_id_;
    std::size_t all_words_;
    Id nowhere_;
    const Id* ids_;
};

// As many words as the registers hold have code of their own.
template <class Lanes, std::size_t Vectors, std::size_t Words = 1>
[[gnu::always_inline]] inline void match_words(const LanePositions& positions, const Id* ids, std::size_t size,
                                               std::size_t order, std::int64_t* matches) {
    const IdPositions of_unit(positions, ids);
    if constexpr (Words > 8 / Vectors) {
        match_in_many_lanes<Lanes, Vectors, most_lane_words>(of_unit, positions.references, positions.words, size, order, matches);
    } else if (positions.references == 1 && positions.words == Words) {
        match_in_lanes<Lanes, Vectors, Words>(of_unit, size, order, matches);
    } else {
        match_words<Lanes, Vectors, Words + 1>(positions, ids, size, order, matches);
    }
}

KARAT_AVX2 void match_orders_avx2(const LanePositions& positions, const Id* ids, std::size_t size, std::size_t order,
                                  std::int64_t* matches) {
    if (order <= 4) return match_words<FourLanes, 1>(positions, ids, size, order, matches);
    if (order <= 8) return match_words<FourLanes, 2>(positions, ids, size, order, matches);
    if (order <= 12) return match_words<FourLanes, 3>(positions, ids, size, order, matches);
    match_words<FourLanes, 6>(positions, ids, size, order, matches);
}

KARAT_AVX512 void match_orders_avx512(const LanePositions& positions, const Id* ids, std::size_t size, std::size_t order,
                                      std::int64_t* matches) {
    if (order <= 4) return match_words<FourLanes, 1>(positions, ids, size, order, matches);
    if (order <= 8) return match_words<EightLanes, 1>(positions, ids, size, order, matches);
    if (order <= 16) return match_words<EightLanes, 2>(positions, ids, size, order, matches);
    match_words<EightLanes, 3>(positions, ids, size, order, matches);
}

#endif

// The first that this processor can do, unless KARAT_VECTORS names a later one, so that each can be tested.
Wide chosen() {
    Wide versions[3];
    const std::size_t count = wide_versions(versions);
    const char* wanted = std::getenv("KARAT_VECTORS");
    for (std::size_t i = 0; wanted != nullptr && i < count; ++i) {
        if (std::strcmp(versions[i].name, wanted) == 0) return versions[i];
    }
    return versions[0];
}

}  // namespace

std::size_t wide_versions(Wide (&versions)[3]) {
    std::size_t count = 0;
#ifdef KARAT_WIDE
    __builtin_cpu_init();
    const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
    if (avx2 && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl")) {
        versions[count++] = {"avx512", western_avx512, equal_keys_avx512, match_orders_avx512};
    }
    if (avx2) versions[count++] = {"avx2", western_avx2, equal_keys_avx2, match_orders_avx2};
#endif
    versions[count++] = {"plain", western_plain, nullptr, nullptr};
    return count;
}

const Wide wide = chosen();

}  // namespace karat
