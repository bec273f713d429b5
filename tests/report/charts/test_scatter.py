"""Names cover neither points nor each other."""

from hypothesis import given
from hypothesis import strategies as st

from karat.report.charts.scatter import Label, place
from karat.report.words import text_width

WIDTH, HEIGHT, LETTERS = 300.0, 200.0, 11.0
Box = tuple[float, float, float, float]


def box_of(label: Label, dx: float, dy: float, align: str) -> Box:
    """What a text covers, half a pixel inside its edges."""
    wide, half = text_width(label.text, LETTERS), LETTERS * 0.6
    left = label.x + dx - {"left": 0.0, "right": wide, "center": wide / 2}[align]
    return left + 0.5, label.y + dy - half + 0.5, left + wide - 0.5, label.y + dy + half - 0.5


def overlap(first: Box, second: Box) -> bool:
    """Whether two boxes share anything."""
    return first[0] < second[2] and second[0] < first[2] and first[1] < second[3] and second[1] < first[3]


labels = st.lists(
    st.builds(
        Label,
        st.floats(0, WIDTH),
        st.floats(0, HEIGHT),
        st.text(alphabet="abcW訳-", min_size=1, max_size=12),
    ),
    max_size=25,
)


@given(labels)
def test_nothing_is_covered(points: list[Label]) -> None:
    """Whatever is written is inside the field, away from all points and other names."""
    found = place(points, WIDTH, HEIGHT, LETTERS, kept=[(0, 0, 50, 30)])
    boxes = [
        box_of(label, one.dx, one.dy, one.align)
        for label, one in zip(points, found, strict=True)
        if one is not None
    ]
    for index, box in enumerate(boxes):
        assert box[0] >= 0
        assert box[1] >= 0
        assert box[2] <= WIDTH
        assert box[3] <= HEIGHT
        assert not overlap(box, (0, 0, 50, 30))
        assert not any(overlap(box, other) for other in boxes[:index])
        assert not any(overlap(box, (one.x - 3, one.y - 3, one.x + 3, one.y + 3)) for one in points)


def test_a_line_is_covered_only_where_there_is_no_other_way() -> None:
    """The usual place is at the right; a line there sends the name to the left."""
    label = Label(100, 100, "name")
    (free,) = place([label], WIDTH, HEIGHT, LETTERS)
    (moved,) = place([label], WIDTH, HEIGHT, LETTERS, avoid=[(105, 0, 150, 200)])
    (forced,) = place([label], WIDTH, HEIGHT, LETTERS, avoid=[(0, 0, WIDTH, HEIGHT)])
    assert free is not None
    assert moved is not None
    assert (free.align, moved.align) == ("left", "right")
    assert forced == free
