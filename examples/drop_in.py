"""Code written for sacreBLEU: only the import is another."""

from karat import demo, read, sacrebleu

corpus = read(demo.segments_path())
references = [list(stream) for stream in corpus.references.streams]

bleu = sacrebleu.BLEU(tokenize="intl", lowercase=True)
for system, text in corpus.systems.items():
    print(f"{system}: {bleu.corpus_score(list(text), references)}")
print(bleu.get_signature())
