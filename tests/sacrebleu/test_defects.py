"""What sacreBLEU gets wrong, and the drop-in does not: each test shows both."""

from typing import Any

import pytest
import sacrebleu
from tests.sacrebleu.comparison import both

import karat.sacrebleu
from karat.errors import InvalidOption, InvalidText, MisalignedCorpus, MissingReference, UnknownName

NAMES = ["BLEU", "CHRF", "TER"]
SENTENCE = "the cat sat on the mat"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("hypotheses", "references"),
    [([SENTENCE], [[SENTENCE, "lost"]]), ([SENTENCE, "lost"], [[SENTENCE]]), ([SENTENCE], [[SENTENCE], []])],
    ids=["fewer hypotheses", "fewer references", "an empty reference"],
)
def test_unequal_lengths(name: str, hypotheses: list[str], references: list[list[str]]) -> None:
    """sacreBLEU cuts the longer text and gives full marks, or fails somewhere inside."""
    ours, theirs = both(name, {})
    if references[-1]:
        assert theirs.corpus_score(hypotheses, references).score == pytest.approx(0 if name == "TER" else 100)
    with pytest.raises(MisalignedCorpus, match="segment"):
        ours.corpus_score(hypotheses, references)


@pytest.mark.parametrize("name", NAMES)
def test_unequal_cached_references(name: str) -> None:
    """The references of the constructor are checked as well, among themselves and with the hypotheses."""
    with pytest.raises(MisalignedCorpus, match="Reference 2 has 1 segment"):
        both(name, {"references": [["a", "b"], ["a"]]})
    ours, _ = both(name, {"references": [["a", "b"]]})
    with pytest.raises(MisalignedCorpus, match="1 segment"):
        ours.corpus_score(["a"], None)


@pytest.mark.parametrize("name", NAMES)
def test_empty_corpus(name: str) -> None:
    """sacreBLEU looks at the first segment of none."""
    ours, theirs = both(name, {})
    with pytest.raises(IndexError):
        theirs.corpus_score([], [[]])
    with pytest.raises(MisalignedCorpus, match="no segments"):
        ours.corpus_score([], [[]])


@pytest.mark.parametrize("name", NAMES)
def test_no_reference(name: str) -> None:
    """sacreBLEU looks at the first reference of none."""
    ours, theirs = both(name, {})
    with pytest.raises(IndexError):
        theirs.corpus_score(["a"], [])
    with pytest.raises(MissingReference):
        ours.corpus_score(["a"], [])
    with pytest.raises(IndexError):
        theirs.sentence_score("a", [])
    with pytest.raises(MissingReference):
        ours.sentence_score("a", [])


@pytest.mark.parametrize("name", NAMES)
def test_segment_without_reference(name: str) -> None:
    """sacreBLEU fails somewhere inside, or counts the segment as nothing."""
    ours, _ = both(name, {})
    with pytest.raises(MissingReference, match="Segment 2 has no reference"):
        ours.corpus_score(["a", "b"], [["a", None], ["b", None]])
    with pytest.raises(MissingReference, match="Segment 1 has no reference"):
        ours.sentence_score("a", [None])


@pytest.mark.parametrize("name", NAMES)
def test_single_strings(name: str) -> None:
    """sacreBLEU takes a string for a list of one-letter segments."""
    ours, theirs = both(name, {})
    assert theirs.corpus_score("a", ["a"]).score is not None
    with pytest.raises(InvalidText, match="single str"):
        ours.corpus_score("ab", [["a", "b"]])
    with pytest.raises(InvalidText, match="single str"):
        ours.corpus_score(["a", "b"], ["ab"])
    with pytest.raises(InvalidText, match="single str"):
        both(name, {"references": ["ab"]})


def test_compute_bleu_leaves_lists_alone() -> None:
    """Under add-k, sacreBLEU adds to the caller's lists, and a second call gives another figure."""
    for module, changed in ((sacrebleu, True), (karat.sacrebleu, False)):
        correct, total = [5, 3, 1, 0], [8, 7, 6, 5]
        first = module.BLEU.compute_bleu(correct, total, 8, 8, smooth_method="add-k").score
        second = module.BLEU.compute_bleu(correct, total, 8, 8, smooth_method="add-k").score

        assert (first != second) is changed
        assert ((correct, total) != ([5, 3, 1, 0], [8, 7, 6, 5])) is changed


def test_compute_bleu_with_too_few_counts() -> None:
    """sacreBLEU runs off the end of the list."""
    with pytest.raises(IndexError):
        sacrebleu.BLEU.compute_bleu([1], [1], 1, 1)
    with pytest.raises(InvalidOption, match="There are 1 counts of matches"):
        karat.sacrebleu.BLEU.compute_bleu([1], [1], 1, 1)


@pytest.mark.parametrize("maker", ["BLEU", "compute_bleu"])
def test_unknown_smoothing(maker: str) -> None:
    """sacreBLEU's assertion prints its own source; here the message has the name in it."""

    def make(module: Any) -> None:
        if maker == "BLEU":
            module.BLEU(smooth_method="ex")
        else:
            module.BLEU.compute_bleu([1] * 4, [1] * 4, 4, 4, smooth_method="ex")

    with pytest.raises(AssertionError, match=r"\{"):
        make(sacrebleu)
    with pytest.raises(InvalidOption, match=r"smooth_method is 'ex'; .* Did you mean 'exp'"):
        make(karat.sacrebleu)


def test_unknown_tokenizer() -> None:
    """Both raise a KeyError; this one says which names there are."""
    with pytest.raises(KeyError):
        sacrebleu.BLEU(tokenize="14a")
    with pytest.raises(UnknownName, match=r"There is no tokenizer '14a'\. Known: none, zh, 13a"):
        karat.sacrebleu.BLEU(tokenize="14a")


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("BLEU", {"max_ngram_order": 0}),
        ("BLEU", {"smooth_method": "floor", "smooth_value": -1}),
        ("CHRF", {"char_order": 0, "word_order": 0}),
        ("CHRF", {"beta": -1}),
    ],
)
def test_impossible_options(name: str, options: dict[str, Any]) -> None:
    """sacreBLEU divides by zero, takes logarithms of what has none, or scores nonsense."""
    with pytest.raises(InvalidOption):
        getattr(karat.sacrebleu, name)(**options)


def test_no_score_above_100() -> None:
    """sacreBLEU's floor can lie above what it stands on."""
    options: dict[str, Any] = {"smooth_method": "floor", "smooth_value": 2, "effective_order": True}
    ours, theirs = both("BLEU", options)

    assert theirs.corpus_score(["a b c"], [["a x c"]]).score > 100
    assert ours.corpus_score(["a b c"], [["a x c"]]).score == 100


def test_json_without_signature() -> None:
    """sacreBLEU cannot take an empty signature apart."""
    ours, theirs = (metric.corpus_score(["a"], [["a"]]) for metric in both("TER", {}))
    with pytest.raises(ValueError, match="unpack"):
        theirs.format(is_json=True)

    assert '"signature": ""' in ours.format(is_json=True)


def test_signature_with_a_colon() -> None:
    """sacreBLEU cannot take a value with a colon apart."""
    ours, theirs = (metric.corpus_score(["a"], [["a"]]) for metric in both("TER", {}))
    with pytest.raises(ValueError, match="unpack"):
        theirs.format(signature="test:a:b", is_json=True)

    assert '"test": "a:b"' in ours.format(signature="test:a:b", is_json=True)


def test_new_entry_in_a_short_signature() -> None:
    """sacreBLEU has no short word for an entry of the caller's, and fails; here it keeps its name."""
    ours, theirs = both("TER", {})
    signatures = []
    for metric in (ours, theirs):
        metric.corpus_score(["a"], [["a"]])
        signatures.append(metric.get_signature())
        signatures[-1].update("system", "A")
    with pytest.raises(KeyError):
        signatures[1].format(short=True)

    assert "|system:A|v:" in signatures[0].format(short=True)


def test_bootstrap_is_not_signed_twice() -> None:
    """sacreBLEU goes on signing resampled scores when nothing is resampled any more."""
    ours, theirs = both("BLEU", {})
    for metric in (ours, theirs):
        metric.corpus_score(["a b c d"] * 3, [["a b c d"] * 3], n_bootstrap=5)
        metric.corpus_score(["a"], [["a"]])

    assert "bs:5|seed:12345" in str(theirs.get_signature())
    assert "bs:5" not in str(ours.get_signature())


@pytest.mark.parametrize("name", ["BLEU", "TER"])
def test_tokenizers_are_not_silently_ignored(name: str) -> None:
    """An exchanged tokenizer would not be asked, so it is refused."""
    ours, _ = both(name, {})
    with pytest.raises(AttributeError):
        ours.tokenizer = str.upper


def test_changed_options_of_ter() -> None:
    """sacreBLEU signs an option that its tokenizer has never heard of; here the figure follows."""
    text, reference = ["It's (here)."], [["it 's ( here ) ."]]
    ours, theirs = both("TER", {})
    for metric in (ours, theirs):
        metric.normalized = True

    assert theirs.corpus_score(text, reference).score == 100
    assert "norm:yes" in str(theirs.get_signature())
    assert ours.corpus_score(text, reference).score == 0
    assert "norm:yes" in str(ours.get_signature())
