"""What the fold makes of a single character: the classes of quotes.md, section 3, as own small tables.

Only NFC and casefold are Python's. Nothing here looks at neighbours; what depends on them is decided in
`fold.py`. Plain NFKC is never applied to a text: it would turn `10²` into `102`; it serves here for glyph
variants alone.
"""

from __future__ import annotations

import re
import unicodedata

from citelock.checks.text.patterns import late

# Characters of the folded text with a meaning of their own.
OPTIONAL_HYPHEN = "\u00ad"  # the snapshot's line-end mark: a hyphen that may or may not belong to the word
GLYPH = "\ufffd"  # any character that nobody can read: private use, replacement, control

SUPERSCRIPTS = {
    "⁰": "0", "¹": "1", "²": "2", "³": "3", "⁴": "4", "⁵": "5", "⁶": "6", "⁷": "7", "⁸": "8", "⁹": "9",
    "⁺": "+", "⁻": "-", "⁼": "=", "⁽": "", "⁾": "", "ⁿ": "n", "ⁱ": "i",
}  # fmt: skip
PRIMES = "′″"

# Class 4 (layout only), and what a snapshot may hold of section 7: a quote with those is refused before.
INVISIBLE = (
    "\u200b\u200c\u200d\u2060\ufeff\u200e\u200f\u061c\u2061\u2062\u2063\u2064\u0640\u034f\u180b-\u180e"
    "\ufe00-\ufe0f\U000e0100-\U000e01ef\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f\u206a-\u206f"
)
INVISIBLE_RE = re.compile(f"[{INVISIBLE}]")

QUOTE_MARKS = '"`´“”„‟«»‹›〝〞〟「」『』｢｣״'
APOSTROPHES = "'’ʼ‘‚‛׳"
HYPHENS = "-‐‑‒–−⁃־﹣‧⸗֊"
EM_DASHES = "—―⸺⸻﹘"

_TABLE: dict[str, str] = {
    **dict.fromkeys(QUOTE_MARKS, '"'),
    **dict.fromkeys(APOSTROPHES, "'"),
    **dict.fromkeys(HYPHENS, "-"),
    **dict.fromkeys(EM_DASHES, " - "),  # a dash between words, whatever stands around it
    **dict.fromkeys("。．｡।॥۔", "."),
    **dict.fromkeys("，、､،", ","),
    **dict.fromkeys("；؛", ";"),
    **dict.fromkeys("！¡", "!"),
    **dict.fromkeys("：", ":"),
    **dict.fromkeys("？؟", "?"),
    **dict.fromkeys("…⋯‥", " ... "),
    **dict.fromkeys("˚º◦∘", "°"),
    **dict.fromkeys("∼˜〜～", "~"),
    **dict.fromkeys("⋅•‣▪·∙", "·"),
    "⩽": "≤", "≦": "≤", "⩾": "≥", "≧": "≥", "٪": "%", "ی": "ي", "ک": "ك",
    "٫": ".", "٬": ",", "∗": "*", "＊": "*",
    "µ": "μ", "Ω": "ω", "∆": "δ", "ϕ": "φ", "ϵ": "ε", "ς": "σ",
    "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "ё": "е", "Ё": "е", "ß": "ß", "ẞ": "ß", "İ": "i",
    "⁄": "/", "∕": "/", "㎡": "m²", "㎥": "m³", "㎠": "cm²", "㎤": "cm³", "㎟": "mm²", "㎣": "mm³",
    "㎢": "km²", "㎦": "km³", "ﾞ": "\u3099", "ﾟ": "\u309a", "‴": "″′", "™": "™", "℠": "℠",
    "\u00ad": OPTIONAL_HYPHEN,
}  # fmt: skip

# Glyph variants of ordinary letters and digits (class 7): the same characters in another shape.
_VARIANTS = (
    (0x0132, 0x0133), (0x017F, 0x017F), (0x01C4, 0x01CC), (0x01F1, 0x01F3),  # ĳ ſ ǆ ǳ
    (0x2080, 0x209C), (0x2100, 0x214F), (0x2160, 0x2188),  # subscripts, letter-like signs, Roman numerals
    (0x2E80, 0x2FDF), (0x3300, 0x33FF), (0x3131, 0x318E),  # CJK radicals, squared units, Hangul letters
    (0xFB00, 0xFDFF), (0xFE70, 0xFEFF), (0xFF01, 0xFFEE),  # ligatures, Arabic forms, full and half width
    (0x1D2C, 0x1D6A), (0x02B0, 0x02B8), (0x1D78, 0x1D78), (0x1D9B, 0x1DBF),  # raised letters
    (0x1D400, 0x1D7FF), (0x1EE00, 0x1EEFF),  # mathematical letters
    (0x1D62, 0x1D6A), (0xFE50, 0xFE6B),  # small letters set low, small forms
)  # fmt: skip

_FRACTION = late(r"([0-9]+)⁄([0-9]+)")
_cache: dict[str, str] = dict(_TABLE)


def piece(char: str) -> str:
    """What one character becomes: its letters casefolded, its class's form, or "" when it is layout only."""
    known = _cache.get(char)
    if known is None:
        known = _cache[char] = _piece(char)
    return known


def _piece(char: str) -> str:
    if char in SUPERSCRIPTS or char == "\n":
        return char
    composed = unicodedata.normalize("NFC", char)
    if composed != char:  # a singleton such as the Ångström sign
        return "".join(map(piece, composed))
    if INVISIBLE_RE.match(char):
        return ""
    code = ord(char)
    if any(low <= code <= high for low, high in _VARIANTS):
        plain = unicodedata.normalize("NFKC", char)
        if plain != char:
            return "".join(map(piece, plain))
    category = unicodedata.category(char)
    if category == "Nd":
        return str(unicodedata.decimal(char))
    if category == "No":
        fraction = _FRACTION.fullmatch(unicodedata.normalize("NFKC", char))
        return f" {fraction[1]}/{fraction[2]} " if fraction else char
    if char.isspace():
        return " "
    if code < 0x20 or code == 0x7F:
        return " "
    if category in ("Co", "Cc", "Cs") or char == GLYPH or code & 0xFFFE == 0xFFFE:
        return GLYPH
    if category in ("Pi", "Pf"):
        return '"'
    if category in ("Ps", "Pe"):
        return char if char in "[]" else "(" if category == "Ps" else ")"
    # lower() as well: casefold() makes capitals of small Cherokee letters, the fast fold ends with lower().
    folded = unicodedata.normalize("NFC", char.casefold().lower())
    return char if folded == char else "".join(map(piece, folded))


# Scripts without spaces between words, as parts of a class of a regular expression.
HAN = "\u3005-\u3007\u3021-\u3029\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
KANA = "\u3041-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff\U0001b000-\U0001b16f"  # and Bopomofo
# Thai, Lao, Burmese, Khmer, the Tai scripts, Balinese, Yi, Javanese, Cham.
SYLLABLES = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u1950-\u19df\u1a20-\u1aaf\u1b00-\u1b7f"
    "\ua000-\ua48c\ua980-\ua9df\uaa00-\uaa7f"
)
UNSPACED = HAN + KANA + SYLLABLES


def visible(text: str) -> str:
    """A text without what nobody sees: signs of layout, soft hyphens, line-end marks.

    >>> visible("Ber\u00adgen\u200b")
    'Bergen'
    """
    return text if text.isascii() else INVISIBLE_RE.sub("", text).replace(OPTIONAL_HYPHEN, "")


def is_cjk(char: str) -> bool:
    """True for scripts compared by character, those of UNSPACED (quotes.md, section 4)."""
    code = ord(char)
    if code < 0x0E00:
        return False
    return (
        0x4E00 <= code <= 0x9FFF
        or 0x0E00 <= code <= 0x0EFF
        or 0x1000 <= code <= 0x109F
        or 0x1780 <= code <= 0x17FF
        or 0x3005 <= code <= 0x3007
        or 0x3021 <= code <= 0x3029
        or 0x3041 <= code <= 0x30FF
        or 0x3105 <= code <= 0x312F
        or 0x31A0 <= code <= 0x31BF
        or 0x31F0 <= code <= 0x31FF
        or 0x3400 <= code <= 0x4DBF
        or 0xF900 <= code <= 0xFAFF
        or 0x20000 <= code <= 0x323AF
        or 0x1950 <= code <= 0x19DF
        or 0x1A20 <= code <= 0x1AAF
        or 0x1B00 <= code <= 0x1B7F
        or 0xA000 <= code <= 0xA48C
        or 0xA980 <= code <= 0xA9DF
        or 0xAA00 <= code <= 0xAA7F
        or 0x1B000 <= code <= 0x1B16F
    )


def is_wordlike(char: str) -> bool:
    """True for what words are made of besides digits: letters and marks of scripts written in words."""
    return char.isalpha() or unicodedata.category(char)[0] == "M"


# Letters that look alike across scripts, by their small form: Cyrillic or Greek -> Latin (sections 4 and 7).
# Greek letters that science writes beside Latin ones on purpose (TNFα, NFκB, μm) are no look-alikes.
LOOKALIKES = {
    "а": "a", "с": "c", "е": "e", "һ": "h", "і": "i", "ј": "j", "к": "k", "м": "m", "о": "o", "р": "p",
    "ѕ": "s", "т": "t", "у": "y", "х": "x", "ѵ": "v", "ԁ": "d", "ԛ": "q", "ԝ": "w", "ο": "o",
}  # fmt: skip
# Capitals look alike where the small letters do not.
LOOKALIKE_CAPITALS = dict(zip("АВСЕНІЈКМОРЅТУХΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABCEHIJKMOPSTYXABEZHIKMNOPTYX", strict=True))


def script(char: str) -> str:
    """`latin`, `cyrillic`, `greek` or "" for a letter of another script or none."""
    code = ord(char)
    if code < 0x80:
        return "latin" if char.isalpha() else ""
    if (
        0x400 <= code <= 0x52F
        or 0x1C80 <= code <= 0x1C8F
        or 0x2DE0 <= code <= 0x2DFF
        or 0xA640 <= code <= 0xA69F
    ):
        return "cyrillic"
    if 0x370 <= code <= 0x3FF or 0x1F00 <= code <= 0x1FFF:
        return "greek" if char.isalpha() else ""
    if (0xC0 <= code <= 0x24F or 0x1E00 <= code <= 0x1EFF or 0x250 <= code <= 0x2AF) and char not in "×÷":
        return "latin"
    return ""
