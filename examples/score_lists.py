"""Score two lists: the corpus, then each segment."""

from karat import Bleu, Chrf, Corpus, Ter, evaluate

hypotheses = ["The dog bit the man.", "It wasn't surprising.", "The man had just bitten him."]
references = [
    ["The dog had bit the man.", "The dog bit the man."],
    ["It was not unexpected.", "No one was surprised."],
    ["The man bit him first.", "The man had bitten the dog."],
]

corpus = Corpus.of(hypotheses, references)
for score in evaluate(corpus, Bleu(), Chrf(), Ter()).scores:
    print(score)

values = evaluate(corpus, Bleu(effective_order=True)).segments
for hypothesis, value in zip(hypotheses, values, strict=True):
    print(f"{value:6.2f}  {hypothesis}")
