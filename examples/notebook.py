"""What a notebook shows: results draw themselves as tables, and `show` makes one table of several."""

from karat import Bleu, Chrf, Corpus, compare, demo, evaluate, read, show
from karat.comparison import Procedure
from karat.diagnosis.suitability import Case, check

corpus = read(demo.segments_path())
evaluation = evaluate(corpus, Bleu(), Chrf())

# In a notebook each of these is the last line of a cell; elsewhere they are printed as text.
print(show(evaluation))
print(compare(evaluation, Procedure(samples=500, shuffles=500)).metrics[0])
print(show(check(Case.of(evaluation))))
print(show(evaluation["dune"], digits=3))

explanation = Bleu().explain("the cat sat on a mat", ["the cat sat on the mat"])
html = explanation._repr_html_()
print(f"HTML for the notebook: {len(html):,} characters, {html.count('<mark')} marks")

own = evaluate(Corpus.of({"mine": ["a b c d e"]}, ["a b c d f"]), Bleu())
print(own.scores[0])
