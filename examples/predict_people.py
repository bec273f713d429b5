"""What would people say of a new system? Calibrate on judged systems, and predict one that was left out."""

from karat import Bleu, demo, evaluate, read
from karat.agreement import Rater
from karat.calibration import Setting, fit, predict
from karat.readers.people.human_scores import read_human_scores

corpus = read(demo.path())
adequacy = Rater.of_tables(*read_human_scores(demo.path(), corpus, dimensions=["adequacy"]))
evaluation = evaluate(corpus, Bleu())
bleu = Rater.of_metric(
    Bleu(), {name: tables[Bleu().recipe] for name, tables in evaluation.statistics.items()}
)

judged = ["aurora", "birch", "cobalt", "elm"]
calibration = fit([bleu.only(judged)], adequacy.only(judged), setting=Setting("de-en", scale="1-5"))
line = calibration.map_of("least-squares")
print(f"{calibration.name}: adequacy = {line.intercept:.2f} + {line.slope:.3f} · BLEU")

score = float(bleu.only(["dune"]).whole[0])
found = predict(calibration, [score], threshold=3.5)
print(f"dune has BLEU {score:.1f}: predicted {found.value:.2f} ({found.low:.2f} to {found.high:.2f})")
print(f"It passes 3.5 with probability {found.probability:.2f}: {found.verdict}")
print(f"People said {float(adequacy.only(['dune']).whole[0]):.2f}")

human = float(bleu.only(["human"]).whole[0])
for refusal in predict(calibration, [human + 20]).refusals:
    print(f"Refused: {refusal}")
