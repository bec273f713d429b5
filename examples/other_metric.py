"""A metric of your own, beside Karat's: any number for each segment will do."""

from karat import Chrf, External, demo, evaluate, read

corpus = read(demo.segments_path())


def length_error(hypothesis: str, reference: str) -> float:
    """How far the number of words is from the reference's, in percent."""
    words = len(reference.split())
    return 100 * abs(len(hypothesis.split()) - words) / words


numbers = {
    name: [length_error(text, corpus.references.of_segment(n)[0]) for n, text in enumerate(output)]
    for name, output in corpus.systems.items()
}
mine = External.of("length error", numbers, higher_is_better=False)

for score in evaluate(corpus, Chrf(), mine).scores:
    print(f"{score.system:<8} {score.metric:<13} {score.value:6.2f}")
