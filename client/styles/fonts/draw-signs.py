"""Draws golden-lotto-signs-{400,700}.woff2: the rupee sign and two arrows, on 1000 units to the em.

The display type lacks these signs, and so do the fonts of some systems. The script needs fonttools and brotli.
The font files are committed, so run the script only after a change of a sign:  python3 draw-signs.py
"""

from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

CAP = 700
ARROW_ADVANCE = 760
NAMES = {0x20B9: "rupee", 0x2190: "arrowleft", 0x2192: "arrowright"}


def polygon(pen, points):
    pen.moveTo(points[0])
    for point in points[1:]:
        pen.lineTo(point)
    pen.closePath()


def box(pen, left, bottom, right, top):
    polygon(pen, [(left, bottom), (left, top), (right, top), (right, bottom)])


def rupee(stroke, middle, low, left, right):
    """Two bars, a bowl below the upper bar, and a leg. The sign is as high as the capitals."""
    pen = TTGlyphPen(None)
    box(pen, left, CAP - stroke, right, CAP)
    box(pen, left, middle - stroke // 2, right, middle + stroke // 2)
    edge = left + (right - left) * 0.84
    turn = left + (right - left) * 0.38
    centre = (CAP + low) / 2
    stem = stroke * 1.22 if stroke > 80 else stroke
    pen.moveTo((left, CAP))
    pen.lineTo((turn, CAP))
    pen.qCurveTo((edge, CAP), (edge, centre))
    pen.qCurveTo((edge, low), (turn, low))
    pen.lineTo((left, low))
    pen.lineTo((left, low + stroke))
    pen.lineTo((turn - 20, low + stroke))
    pen.qCurveTo((edge - stem, low + stroke), (edge - stem, centre))
    pen.qCurveTo((edge - stem, CAP - stroke), (turn - 20, CAP - stroke))
    pen.lineTo((left, CAP - stroke))
    pen.closePath()
    leg = stroke * 1.5
    polygon(
        pen,
        [
            (left, low),
            (left, low + stroke),
            (left + leg * 0.72, low + stroke),
            (right - 14, 0),
            (right - 14 - leg, 0),
        ],
    )
    return pen.glyph()


def arrow(stroke, points_left):
    pen = TTGlyphPen(None)

    def add(points):
        if points_left:
            points = [(ARROW_ADVANCE - x, y) for x, y in reversed(points)]
        polygon(pen, [(round(x), round(y)) for x, y in points])

    half, diagonal, tip = stroke / 2, stroke * 0.72, 690
    add([(70, 350 - half), (70, 350 + half), (640, 350 + half), (640, 350 - half)])
    inner, outer = (tip - diagonal, 350), (tip + diagonal * 0.6, 350)
    add([inner, outer, (430 + diagonal, 610 + diagonal * 0.2), (430, 610 - diagonal)])
    add([(430, 90 + diagonal), (430 + diagonal, 90 - diagonal * 0.2), outer, inner])
    return pen.glyph()


def make(style, weight, stroke, middle, low, advance, left, right):
    font = FontBuilder(1000, isTTF=True)
    font.setupGlyphOrder([".notdef", *NAMES.values()])
    font.setupCharacterMap(NAMES)
    missing = TTGlyphPen(None)
    box(missing, 50, 0, 350, CAP)
    font.setupGlyf(
        {
            ".notdef": missing.glyph(),
            "rupee": rupee(stroke, middle, low, left, right),
            "arrowleft": arrow(stroke, True),
            "arrowright": arrow(stroke, False),
        }
    )
    glyphs = font.font["glyf"]
    advances = {".notdef": 400, "rupee": advance, "arrowleft": ARROW_ADVANCE, "arrowright": ARROW_ADVANCE}
    font.setupHorizontalMetrics({name: (width, glyphs[name].xMin) for name, width in advances.items()})
    font.setupHorizontalHeader(ascent=1000, descent=-200)
    font.setupNameTable({"familyName": "Golden Lotto Signs", "styleName": style, "copyright": "Golden Lotto"})
    font.setupOS2(
        sTypoAscender=1000,
        sTypoDescender=-200,
        sTypoLineGap=0,
        usWinAscent=1000,
        usWinDescent=200,
        usWeightClass=weight,
        sCapHeight=CAP,
    )
    font.setupPost(keepGlyphNames=False)
    # Fix the dates, so that the same outlines always result in the same bytes.
    font.font["head"].created = font.font["head"].modified = 3870000000
    font.font.flavor = "woff2"
    font.font.save(Path(__file__).with_name(f"golden-lotto-signs-{weight}.woff2"))


make("Bold", 700, 94, 486, 300, 432, 22, 414)
make("Regular", 400, 62, 470, 290, 520, 40, 478)
