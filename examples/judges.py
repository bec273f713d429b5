"""Who leans which way, how far the judges agree, and what their judgements make of the systems."""

from karat import demo, read, read_judgements
from karat.reliability import Bootstrap, reliability

corpus = read(demo.segments_path())
judgements = read_judgements(demo.judgements_path(), corpus)

for dimension in judgements.dimensions:
    found = reliability(judgements, dimension, corpus=corpus, bootstrap=Bootstrap(seed=0))
    alpha = found.estimate(f"Krippendorff’s α {found.difference}")
    print(f"{dimension}: α {alpha.value:.2f}, between {alpha.interval.low:.2f} and {alpha.interval.high:.2f}")
    for profile in found.judges:
        print(f"  {profile.judge}: bias {profile.bias:+.2f}, r with the others {profile.agreement:.2f}")
    for standing in found.systems[:2]:
        print(f"  {standing.raw_rank}. {standing.system}: {standing.raw:.2f} (z {standing.z:+.2f})")
