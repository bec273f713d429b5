"""The documents in which two systems differ most, and what a group of one's own scores."""

from karat import Chrf, demo, evaluate, read

chrf = Chrf()
corpus = read(demo.segments_path(), systems=["aurora", "cobalt"])
result = evaluate(corpus, chrf)

table = result.table(chrf, "document")
differences = table["aurora"] - table["cobalt"]
for index in (-differences).argsort()[:3]:
    print(f"{table.rows[index]}: aurora is ahead by {differences[index]:.1f} chrF")

# Any label will do: here the length of the source.
labels = ["short" if len(source) < 100 else "long" for source in corpus.sources or ()]
for system in corpus.systems:
    names, sums = result.statistics[system][chrf.recipe].grouped(labels)
    values = ", ".join(f"{name} {value:.1f}" for name, value in zip(names, chrf.values(sums), strict=True))
    print(f"{system}: {values}")
