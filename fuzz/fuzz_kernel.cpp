// libFuzzer target: any bytes as hypothesis and references, through the checks that the first byte chooses. Besides
// not crashing, the rows must keep what every row promises, and all ways of matching n-grams must agree.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "checks.hpp"
#include "promises.hpp"

using namespace karat;

namespace {

Tokenizer tokenizer_of(std::uint8_t choice) {
    constexpr auto last = Tokenizer::Separated;
    return static_cast<Tokenizer>(choice / 16 % (static_cast<int>(last) + 1));
}

// KARAT_FUZZ_LEAST: so many bytes every input has at least. libFuzzer itself keeps to short ones.
std::size_t least_bytes() {
    static const std::size_t least = [] {
        const char* given = std::getenv("KARAT_FUZZ_LEAST");
        return given == nullptr ? std::size_t{0} : static_cast<std::size_t>(std::strtoul(given, nullptr, 10));
    }();
    return least;
}

// KARAT_FUZZ_CHECK: the one check that every input goes to, 0 to 15, instead of the one that its first byte names.
std::uint8_t chosen(std::uint8_t first) {
    static const char* const given = std::getenv("KARAT_FUZZ_CHECK");
    return given == nullptr ? first : static_cast<std::uint8_t>((first & 0xF0U) | (std::strtoul(given, nullptr, 10) & 15U));
}

// Goes on with pieces of the bytes, chosen by the bytes themselves.
std::string stretched_part(std::string_view bytes, std::size_t least) {
    std::string longer(bytes);
    std::uint64_t random = bytes.size() + 1;
    for (const unsigned char byte : bytes) random = mixed(random ^ byte);
    while (!bytes.empty() && longer.size() < least) {
        random = mixed(random + 1);
        const std::size_t first = random % bytes.size();
        longer.append(bytes.substr(first, 1 + (random >> 32) % 64));
        longer.push_back(random >> 62 == 0 ? ' ' : static_cast<char>('a' + (random >> 40) % 26));
    }
    return longer;
}

// Each of the texts, which 0xFF separates.
std::string stretch(std::string_view bytes, std::size_t least) {
    if (least == 0) return std::string(bytes);
    const std::size_t parts = 1 + static_cast<std::size_t>(std::count(bytes.begin(), bytes.end(), '\xFF'));
    std::string longer;
    for (;;) {
        const std::size_t size = std::min(bytes.find('\xFF'), bytes.size());
        longer.append(stretched_part(bytes.substr(0, size), least / std::min<std::size_t>(parts, 6)));
        if (size == bytes.size()) return longer;
        longer.push_back('\xFF');
        bytes.remove_prefix(size + 1);
    }
}

// Where work grows with the square of a text, long texts would leave no time for anything else. So such a check gets one
// long input in so many, the more the longer they are; the others go to the quick checks in turn.
std::uint8_t affordable(std::uint8_t choice, std::string_view bytes) {
    constexpr std::size_t long_bytes = 1024;
    constexpr std::uint8_t meteor = 4, quadratic[] = {3, meteor, 5, 8, 14, 15}, quick[] = {0, 2, 7, 9, 10, 11, 12, 13};
    if (bytes.size() < long_bytes || std::count(std::begin(quadratic), std::end(quadratic), choice % 16) == 0) return choice;
    const std::size_t one_in = (choice % 16 == meteor ? 32 : 2) * bytes.size() / long_bytes;
    std::uint64_t random = bytes.size();
    for (const unsigned char byte : bytes.substr(0, 64)) random = mixed(random ^ byte);
    if (random % one_in == 0) return choice;
    return static_cast<std::uint8_t>((choice & 0xF0U) | quick[(random >> 32) % std::size(quick)]);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    const std::string stretched = stretch({reinterpret_cast<const char*>(data) + 2, size - 2}, least_bytes());
    const std::string_view bytes = stretched;
    const std::uint8_t choice = affordable(chosen(data[0]), bytes), order = data[1];
    const std::vector<Text> texts = texts_of(bytes);
    const std::span<const Text> references = std::span(texts).subspan(1);

    UnitOptions units;
    units.characters = (choice & 0x80) != 0;
    units.keep_spaces = (choice & 0x40) != 0;
    units.tokenizer = tokenizer_of(choice);

    switch (choice % 16) {
        case 0:
        case 1: {
            BleuOptions bleu;
            bleu.tokenizer = tokenizer_of(choice);
            bleu.characters = choice % 16 == 1;
            bleu.keep_spaces = (choice & 0x10) != 0;
            bleu.order = 1 + (order < 0xC0 ? order % 6 : order % 70);
            bleu.brevity = static_cast<Brevity>(order % 3);
            check_tokens(bleu.tokenizer, texts[0]);
            check_bleu(bleu, texts[0], references);
            check_aev(bleu, texts[0], references);
            break;
        }
        case 2: {
            check_chrf({1U + order % 8, choice / 16 % 3U, 2, (choice & 0x40) != 0, (choice & 0x80) != 0}, texts[0],
                       references);
            break;
        }
        case 3: {
            check_matchers(1 + order % 26, texts[0], references);
            check_sequences(order % 9, texts[0], references[0]);
            break;
        }
        case 4: {
            check_meteor(texts[0], references);
            break;
        }
        case 5: {
            check_gtm(1 + order % 4, texts[0], references);
            break;
        }
        case 6: {
            check_nist(1 + order % 6, (choice & 0x40) != 0, texts);
            break;
        }
        case 7: {
            WnmOptions wnm;
            wnm.order = 1 + order % 5;
            wnm.gram_weight = static_cast<GramWeight>(order / 5 % 3);
            check_wnm(wnm, static_cast<Weighting>(order / 15 % 5), (choice & 0x40) != 0, texts);
            break;
        }
        case 8: {
            const TercomOptions tercom{(choice & 0x20) != 0, (choice & 0x40) != 0, (choice & 0x80) != 0};
            check_ter({Tokenizer::Tercom, tercom}, texts[0], references);
            break;
        }
        case 9: {
            for (const Text& text : texts) check_encodings(text);
            break;
        }
        case 10: {
            check_stems(texts[0]);
            check_lines(bytes, order);
            break;
        }
        case 11: {
            check_arrow(texts, bytes);
            break;
        }
        case 12: {
            check_json(texts, bytes);
            break;
        }
        case 13: {
            check_rates(units, texts[0], references);
            break;
        }
        case 14: {
            RougeOptions rouge;
            rouge.units = units;
            rouge.order = 1 + order % 6;
            rouge.weight = 1 + order % 4 / 2.0;
            if ((order & 0x80) != 0) rouge.longest_skip = order % 8;
            rouge.unigrams = (order & 0x40) != 0;
            check_rouge(rouge, texts[0], references);
            break;
        }
        default: check_stopping(order, texts[0], references);
    }
    return 0;
}
