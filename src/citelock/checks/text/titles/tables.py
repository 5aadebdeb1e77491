"""Words that mean more, or less, than their letters where two titles are held against each other.

Tables only, for `text/titles/words.py` (metadata.md, section 5.1); casefolded, without accents.
"""

from __future__ import annotations

# Come and go when a title is retyped. Not "from", "or", "no": they say something.
ARTICLES = frozenset(
    """a an the of on in for to and with by at as
    de del della delle dei di da do das du des la le les el los las un une una uno et y e il lo gli
    ein eine einer eines einem einen der die das den dem und zur zum im von
    в на и о об к с""".split()
)

# Turn the sense round where they come, go or change. The forms of one word share a number.
POLES = {
    word: pole
    for pole, forms in enumerate(
        """no, not, non, none, never, neither, nor, cannot, without, lack, absence, absent, presence, present,
        нет, не, без, nicht, kein keine, ohne, sans, pas, sin,
        increase increases increased increasing, decrease decreases decreased decreasing,
        reduce reduces reduced reducing reduction, induce induces induced inducing induction,
        prevent prevents preventing prevention, promote promotes promoting promotion,
        high, higher, highest, low, lower, lowest, upper, more, most, less, least, positive, negative,
        before, after, above, below, during, against, up, down, over, under, early earlier, late later,
        former, latter, like, unlike, good, better, best, bad, worse, worst, beneficial, harmful, harmless,
        male males, female females, man men, woman women, north, south, east, west, left, right, acute,
        chronic, benign, malignant""".split(",")
    )
    for word in forms.split()
}

# Beginnings that make opposites of words otherwise alike.
OPPOSED = (
    ("hyper", "hypo"),
    ("inter", "intra", "infra", "extra"),
    ("macro", "micro", "meso", "mega", "milli"),
    ("pre", "post", "peri"),
    ("endo", "exo", "ecto", "epi"),
    ("homo", "hetero"),
    ("mono", "multi"),
    ("sub", "super", "supra"),
    ("ab", "ad"),
    ("ante", "anti"),
    ("over", "under"),
    ("tri", "tetra"),
)

SAME = {"vs": "versus", "v": "versus", "gray": "grey", "tire": "tyre", "tires": "tyres"}

# "World War II" is World War 2; "Part I" is not Part II.
NUMBERS = {
    name: number
    for number, names in enumerate(
        """1 i one first 1st, 2 ii two second 2nd, 3 iii three third 3rd, 4 iv four fourth 4th,
        5 v five fifth 5th, 6 vi six sixth 6th, 7 vii seven seventh 7th, 8 viii eight eighth 8th,
        9 ix nine ninth 9th, 10 x ten tenth 10th, 11 xi eleven eleventh 11th, 12 xii twelve twelfth 12th,
        13 xiii, 14 xiv, 15 xv, 16 xvi, 17 xvii, 18 xviii, 19 xix, 20 xx twenty""".split(","),
        1,
    )
    for name in names.split()
}

GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "ζ": "zeta", "η": "eta", "θ":
    "theta", "ι": "iota", "κ": "kappa", "λ": "lambda", "μ": "mu", "ν": "nu", "ξ": "xi", "ο": "omicron",
    "π": "pi", "ρ": "rho", "σ": "sigma", "τ": "tau", "υ": "upsilon", "φ": "phi", "χ": "chi", "ψ": "psi",
    "ω": "omega",
}  # fmt: skip

# Letters that Unicode does not take apart, as people retype them.
PLAIN = {
    "ø": "o",
    "đ": "d",
    "ł": "l",
    "æ": "ae",
    "œ": "oe",
    "þ": "th",
    "ð": "d",
    "ħ": "h",
    "ŋ": "n",
    "й": "и",
    "ї": "і",
}
