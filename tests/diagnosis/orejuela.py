"""The example of Callison-Burch, Osborne & Koehn (2006), lower-cased and with punctuation apart."""

REFERENCES = [
    "orejuela appeared calm as he was led to the american plane which will take him to miami , florida .",
    "orejuela appeared calm while being escorted to the plane that would take him to miami , florida .",
    "orejuela appeared calm as he was being led to the american plane that was to carry him to miami in florida .",
    "orejuela seemed quite calm as he was being led to the american plane that would take him to miami in florida .",
]
HYPOTHESIS = "appeared calm when he was taken to the american plane , which will to miami , florida ."
BLOCKS = (
    "appeared calm | when | he was | taken | to the american plane | , | which will | to miami , florida ."
)
PERMUTED = (
    "which will | he was | , | when | taken | appeared calm | to the american plane | to miami , florida ."
)
DRAWN = "was being led to the | calm as he was | would take | carry him | seemed quite | when | taken"
