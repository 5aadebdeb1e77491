r"""LaTeX in titles and names taken back to the letters it stands for (metadata.md, 5.1 and 5.3).

It knows accents, letters, Greek and the few names that print as words; of every other command only the name
goes and what it is applied to stays. It does not typeset: `\frac{a}{b}` becomes `ab`. Few texts hold any
LaTeX, so callers import this module when they meet one of `SIGNS`.
"""

from __future__ import annotations

import re
import unicodedata

SIGNS = frozenset("\\{}$")  # a text without one of them holds no LaTeX

_ACCENTS = {
    "'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304", ".": "\u0307",
    "c": "\u0327", "v": "\u030c", "u": "\u0306", "H": "\u030b", "k": "\u0328", "r": "\u030a", "d": "\u0323",
    "b": "\u0331", "G": "\u030f",
}  # fmt: skip
_LETTERS = {
    "ss": "ß", "SS": "ẞ", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "o": "ø", "O": "Ø", "l": "ł",
    "L": "Ł", "aa": "å", "AA": "Å", "i": "ı", "j": "ȷ", "dh": "ð", "DH": "Ð", "th": "þ", "TH": "Þ",
    "dj": "đ", "DJ": "Đ", "ng": "ŋ", "NG": "Ŋ", "ell": "ℓ", "hbar": "ħ", "TeX": "TeX", "LaTeX": "LaTeX",
    "BibTeX": "BibTeX",
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε", "zeta": "ζ",
    "eta": "η", "theta": "θ", "vartheta": "θ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν",
    "xi": "ξ", "pi": "π", "rho": "ρ", "varrho": "ρ", "sigma": "σ", "varsigma": "ς", "tau": "τ",
    "upsilon": "υ", "phi": "φ", "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "Γ",
    "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ", "Upsilon": "Υ", "Phi": "Φ",
    "Psi": "Ψ", "Omega": "Ω", "times": "×", "pm": "±", "leq": "≤", "geq": "≥", "approx": "≈", "infty": "∞",
    "textmu": "μ", "textalpha": "α", "textbeta": "β", "textgamma": "γ",
}  # fmt: skip

_ACCENTS_ON_ONE_LETTER = 2  # Vietnamese: \~{\^e}

# A doubled backslash is one that was escaped twice on its way into JSON.
_COMMAND = re.compile(r"\\{1,2}([A-Za-z]+)\*?(?:\{\}|[ \t]{0,8})")
_ACCENTED = re.compile(
    r"\\{1,2}(?:([\"'`^~=.])[ \t]{0,4}\{?|([cvuHkrdbG])(?:[ \t]{1,4}|[ \t]{0,4}\{))[ \t]{0,4}([^\W\d_])"
)
# `Alzheimer\'s` is an apostrophe that was escaped needlessly, as is the pair in `\"On\" and \"off\"`: an
# accent has its letter behind it, a closing quotation mark has not.
_APOSTROPHE = re.compile(r"(?<=[^\W\d_])\\{1,2}'(?=(?:s|t|d|m|re|ve|ll)\b)")
_CLOSING_QUOTE = re.compile(r"\\\"(?![{\\\w \t])|(?<=\w)\\\"(?= )")
_SCRIPT = re.compile(r"[\^_](?=\{|[0-9])")  # 10^5 is printed 10⁵, H_2 as H₂
_MATH_SPACE = re.compile(r"\\{1,2}[,;:! ]")


def unlatex(text: str) -> str:
    r"""The text as it would be printed, as far as letters and digits go; unchanged without LaTeX signs.

    >>> unlatex(r"Erd{\H o}s"), unlatex(r"{\O}stergaard"), unlatex(r"G{\"u}l\c{s}en")
    ('Erdős', 'Østergaard', 'Gülşen')
    >>> unlatex(r"{BERT} and $\alpha$-synuclein in \emph{E. coli}, $10^{5}$")
    'BERT and α-synuclein in E. coli, 105'
    """
    if SIGNS.isdisjoint(text):
        return text
    if "\\" in text:
        text = _APOSTROPHE.sub("'", text)
        if _CLOSING_QUOTE.search(text):
            text = text.replace('\\"', '"')
        text = _COMMAND.sub(_letter, text)
        for _ in range(_ACCENTS_ON_ONE_LETTER):
            text = _ACCENTED.sub(_accented, text)
        text = _MATH_SPACE.sub(" ", text).replace("\\", "")
    if "$" in text or "{" in text:
        text = _SCRIPT.sub("", text)
    return text.replace("$", "").replace("{", "").replace("}", "").replace("~", " ")


def _letter(match: re.Match[str]) -> str:
    """The letter of a command; the accents, which need what follows, stay; of others nothing is left."""
    name = match[1]
    if name in _LETTERS:
        return _LETTERS[name]
    return match[0] if name in _ACCENTS else ""


def _accented(match: re.Match[str]) -> str:
    """The letter under its accent; a dotless i is only written for one."""
    letter = {"ı": "i", "ȷ": "j"}.get(match[3], match[3])
    return unicodedata.normalize("NFC", letter + _ACCENTS[match[1] or match[2]])
