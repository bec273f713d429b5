"""How colours look: to people who see fewer of them, in greyscale, and against paper.

The matrices are those of Machado, Oliveira & Fernandes (2009) for the whole lack of one kind of cone.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

SIGHTS = {
    "all": np.eye(3),
    "no red": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "no green": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]]
    ),
    "no blue": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]]
    ),
}
_TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
_WHITE = np.array([0.9505, 1.0, 1.089])


def linear(colour: str) -> Floats:
    """Light of red, green and blue from 0 to 1."""
    share = np.array([int(colour[place : place + 2], 16) for place in (1, 3, 5)]) / 255
    return np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)


def lab(colour: str, sight: str = "all") -> Floats:
    """Lightness and two axes of colour in which distances are as people see them (CIE 1976)."""
    light = np.clip(SIGHTS[sight] @ linear(colour), 0, 1)
    share = _TO_XYZ @ light / _WHITE
    root = np.where(share > 0.008856, np.cbrt(share), 7.787 * share + 16 / 116)
    return np.array([116 * root[1] - 16, 500 * (root[0] - root[1]), 200 * (root[1] - root[2])])


def distance(first: str, second: str, sight: str = "all") -> float:
    """How far apart two colours look."""
    return float(np.linalg.norm(lab(first, sight) - lab(second, sight)))


def contrast(first: str, second: str) -> float:
    """WCAG's contrast, from 1 to 21."""
    one, other = sorted(float(_TO_XYZ[1] @ linear(colour)) for colour in (first, second))
    return (other + 0.05) / (one + 0.05)
