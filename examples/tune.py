"""N-best lists: minimum Bayes risk, the best that the lists hold, and weights of features (MERT).

The outputs of five systems of the demo serve as a list of five candidates for each segment.
"""

from karat import Bleu, Chrf, demo, read
from karat.tuning import best_selection, minimum_bayes_risk, tune, utilities

SYSTEMS = ["aurora", "birch", "cobalt", "dune", "elm"]
corpus = read(demo.segments_path(), systems=SYSTEMS)
lists = [list(candidates) for candidates in zip(*corpus.systems.values(), strict=True)]
bleu = Bleu()


def score(choices: tuple[int, ...]) -> float:
    """Corpus BLEU of one candidate for each segment."""
    texts = [candidates[choice] for candidates, choice in zip(lists, choices, strict=True)]
    return bleu.value(bleu.count(texts, corpus.references).total())


for place, system in enumerate(SYSTEMS):
    print(f"{system}: {score((place,) * len(lists)):.2f}")
print(f"minimum Bayes risk by chrF: {score(minimum_bayes_risk(lists, Chrf())):.2f}")

# What a reranker may know of a candidate: its likeness to the others, its length, and its place in the list.
features = [
    [
        [likeness / 100, len(candidate.split()) / 10, -place]
        for place, (candidate, likeness) in enumerate(zip(candidates, matrix.mean(axis=1), strict=True))
    ]
    for candidates, matrix in zip(lists, utilities(lists, Chrf()), strict=True)
]
half = len(lists) // 2
references = [corpus.references.of_segment(segment) for segment in range(len(corpus))]
tuned = tune(lists[:half], features[:half], references[:half], bleu)
print(f"tuned on the first half: {tuned.before:.2f} -> {tuned.value:.2f}")
rest = tune(lists[half:], features[half:], references[half:], bleu, weights=tuned.weights)
print(f"the second half with these weights: {rest.before:.2f}")
print(f"the best selection of all: {best_selection(lists, corpus.references, bleu).value:.2f}")
