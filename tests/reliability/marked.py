"""Files of error spans, written by hand."""

from __future__ import annotations

import json


def span_lines(*judges: str) -> str:
    """JSON lines of two outputs of three documents by each judge; by default two judges."""
    texts = ["the old hose stands", "a dog sleeps there", "nobody came"]
    lines = []
    for place, judge in enumerate(judges or ("anna", "ben")):
        for number, text in enumerate(texts, 1):
            for system in ("A", "B"):
                spans = []
                if number < 3:
                    spans.append(
                        {
                            "start": 4 * (number == 1),
                            "end": 8 + place,
                            "severity": "major",
                            "category": "Accuracy",
                        }
                    )
                if system == "B" and place == 0:
                    spans.append({"start": 9, "end": 11, "severity": "minor", "category": "Fluency/Grammar"})
                lines.append(
                    {
                        "judge": judge,
                        "system": system,
                        "segment": number,
                        "document": f"d{number}",
                        "hypothesis": text,
                        "spans": spans,
                    }
                )
    return "".join(json.dumps(line) + "\n" for line in lines)


MQM = """\
system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity
A\td1\t1\t1\trater1\tdas alte Haus\tthe old <v>hose</v> stands\tAccuracy/Mistranslation\tMajor
A\td1\t1\t1\trater1\tdas alte Haus\tthe <v>old</v> hose stands\tStyle\tMinor
A\td2\t1\t2\trater1\tein Hund\ta dog sleeps\tNo-error\tNo-error
A\td1\t1\t1\trater2\tdas alte Haus\tthe old <v>hose stands</v>\tAccuracy/Mistranslation\tMajor
A\td2\t1\t2\trater2\t<v>ein</v> Hund\ta dog sleeps\tAccuracy/Omission\tMinor
"""
