"""Makes the Arabic fonts of the letters: Noto Naskh Arabic 2.004 drawn 13 % larger, so that it stands beside Noto Sans.

python3 make_naskh.py FOLDER_OF_NOTO OUT
"""

import sys

from fontTools.ttLib import TTFont

LARGER = 1.13
HINTS = ("fpgm", "prep", "cvt ", "gasp", "hdmx", "VDMX", "LTSH", "DSIG", "TTFA")
FAMILY = "Letter Naskh"


def without_hints(font):
    for table in HINTS:
        if table in font:
            del font[table]
    for glyph in font["glyf"].glyphs.values():
        glyph.expand(font["glyf"])
        if hasattr(glyph, "program"):
            glyph.program.fromBytecode(b"")


def without_latin_digits(font):
    """Those of references and phone numbers come from the Latin face."""
    for table in font["cmap"].tables:
        for code in range(ord("0"), ord("9") + 1):
            table.cmap.pop(code, None)


def named(font, style):
    names = {1: FAMILY, 16: FAMILY, 4: f"{FAMILY} {style}", 6: f"LetterNaskh-{style}"}
    for record in font["name"].names:
        if record.nameID in names:
            record.string = names[record.nameID]


def main(source, out):
    for style, weight in (("Regular", 400), ("Bold", 600)):
        font = TTFont(f"{source}/NotoNaskhArabic-{style}.ttf")
        # Typst cannot scale one family alone: fewer units to an em make the same outlines larger.
        font["head"].unitsPerEm = round(font["head"].unitsPerEm / LARGER)
        font["OS/2"].usWeightClass = weight
        without_hints(font)
        without_latin_digits(font)
        named(font, style)
        font.save(f"{out}/LetterNaskh-{style}.ttf")


if __name__ == "__main__":
    main(*sys.argv[1:3])
