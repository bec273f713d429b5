"""N-gram precision of two systems by the length of the n-grams, in words and in characters."""

from karat import Bleu, demo, read

corpus = read(demo.segments_path(), systems=["birch", "dune"])

for bleu in (Bleu(order=6), Bleu(order=12, unit="char")):
    print(f"{bleu.name}: precision of each order in percent")
    rows = [bleu.count(text, corpus.references).total() for text in corpus.systems.values()]
    print("order", *corpus.systems, sep="\t")
    for orders in zip(*(bleu.orders(row) for row in rows), strict=True):
        print(orders[0].order, *(f"{one.precision:.2f}" for one in orders), sep="\t")
