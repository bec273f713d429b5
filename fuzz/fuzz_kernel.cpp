// libFuzzer target: any bytes as hypothesis and references, through the checks that the first byte chooses. Besides
// not crashing, the rows must keep what every row promises, and all ways of matching n-grams must agree.
#include <cstdint>
#include <string_view>
#include <vector>

#include "checks.hpp"
#include "lines.hpp"
#include "promises.hpp"

using namespace karat;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    const std::uint8_t choice = data[0], order = data[1];
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 2, size - 2);
    const std::vector<Text> texts = texts_of(bytes);
    const std::span<const Text> references = std::span(texts).subspan(1);

    switch (choice % 9) {
        case 0:
        case 1: {
            BleuOptions bleu;
            bleu.tokenizer = static_cast<Tokenizer>(choice / 9 % 7);
            bleu.characters = choice % 9 == 1;
            bleu.keep_spaces = (choice & 0x10) != 0;
            bleu.order = 1 + order % 70;
            bleu.brevity = static_cast<Brevity>(order % 3);
            check_tokens(bleu.tokenizer, texts[0]);
            check_bleu(bleu, texts[0], references);
            check_aev(bleu, texts[0], references);
            break;
        }
        case 2: {
            check_chrf({1U + order % 8, choice / 9 % 3U, 2, (choice & 0x40) != 0, (choice & 0x80) != 0}, texts[0],
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
        default: {
            const TercomOptions tercom{(choice & 0x20) != 0, (choice & 0x40) != 0, (choice & 0x80) != 0};
            check_ter({Tokenizer::Tercom, tercom}, texts[0], references);
            if (!find_bad_byte(bytes)) split_lines(bytes);
        }
    }
    return 0;
}
