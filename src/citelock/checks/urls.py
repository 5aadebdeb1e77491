"""Web addresses that are cited.

Normal form, what is no web address, and which of them are scholarly identifiers.
Nothing is fetched or resolved here; the address table only judges literal addresses (web.md, sections 1 and
6). A scholarly address (resolver, arXiv, PubMed, PMC) becomes that identifier, so a URL is no way round the
metadata.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from citelock.checks.doi_cleaning import doi_inside, percent_decoded
from citelock.checks.id_readings import MAX_CHARACTERS, Refusal


class UrlReading(NamedTuple):
    """A URL in normal form, with the parts that its file name is made of."""

    value: str
    host: str  # with the port, if it is not the default
    path: str


class ScholarlyUrl(NamedTuple):
    """A URL that is an identifier of another scheme: the field it belongs to and the text to read there."""

    scheme: str
    text: str


_HINT = "Write the full address of the page, such as https://example.org/report."
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_UNSAFE = re.compile(
    "[\x00-\x20\x7f-\xa0\\\\\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff\ud800-\udfff]"
)
_HOST = re.compile(r"[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?")
_DOTS = re.compile("[\u3002\uff0e\uff61]")
_NUMBER = re.compile(r"(?:0x[0-9a-f]*|[0-9]+)")
_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})?")
_UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_TO_ESCAPE = re.compile('["<>`{}^|]|[^\x00-\x7f]+')
_TRACKING = re.compile(r"(?:utm_[^=]*|gclid|fbclid|mc_[ce]id)(?:=|$)", re.IGNORECASE)

# web.md, section 6: networks that no page is fetched from, as (network, prefix length).
_PRIVATE_4 = (
    ("0.0.0.0", 8),  # noqa: S104 # a network that is refused, nothing is bound to it
    ("10.0.0.0", 8), ("100.64.0.0", 10), ("127.0.0.0", 8), ("169.254.0.0", 16), ("172.16.0.0", 12),
    ("192.0.0.0", 24), ("192.0.2.0", 24), ("192.88.99.0", 24), ("192.168.0.0", 16), ("198.18.0.0", 15),
    ("198.51.100.0", 24), ("203.0.113.0", 24), ("224.0.0.0", 4), ("240.0.0.0", 4),
)  # fmt: skip
# The same for IPv6, the network as an integer of 128 bits.
_PRIVATE_6 = (
    (0, 96),  # ::/96, with :: and ::1
    (0xFC00 << 112, 7),  # fc00::/7
    (0xFE80 << 112, 10),  # fe80::/10
    (0xFEC0 << 112, 10),  # fec0::/10
    (0xFF00 << 112, 8),  # ff00::/8
    (0x0100 << 112, 64),  # 100::/64
    (0x20010DB8 << 96, 32),  # 2001:db8::/32
    (0x0064FF9B0001 << 80, 48),  # 64:ff9b:1::/48
)
# Networks whose addresses carry an IPv4 address, and by how many bits it is shifted; Teredo's is inverted.
_EMBEDDED_4 = ((0xFFFF << 32, 96, 0), (0x0064FF9B << 96, 96, 0), (0x2002 << 112, 16, 80))
_TEREDO = (0x20010000 << 96, 32)


def read_url(raw: str, *, public: bool = True) -> UrlReading | ScholarlyUrl | Refusal:
    """The address in a `url` field: in normal form, as a scholarly identifier, or why it is no web address.

    With `public` False a literal address that is not public is read as well: for a host that was allowed by
    name, never for what a claims file says.

    >>> read_url("HTTP://Example.org:80/a%7Eb?utm_source=x&y=1#top").value
    'https://example.org/a~b?y=1'
    """
    text = raw.strip()
    if len(text) > MAX_CHARACTERS:
        return Refusal(f"is longer than {MAX_CHARACTERS:,} characters", _HINT)
    if not text:
        return Refusal("is empty", _HINT)
    unsafe = _UNSAFE.search(text)
    if unsafe:
        what = (
            "a backslash"
            if unsafe[0] == "\\"
            else "a blank"
            if unsafe[0] == " "
            else f"U+{ord(unsafe[0]):04X}"
        )
        return Refusal(f"has {what} inside", _HINT)
    scheme = _SCHEME.match(text)
    if (
        not scheme
        or scheme[1].lower() not in ("http", "https")
        or text[scheme.end() : scheme.end() + 2] != "//"
    ):
        return Refusal("does not begin with https:// or http://", _HINT)
    address = text[scheme.end() + 2 :].partition("#")[0]
    authority = re.split("[/?]", address, maxsplit=1)[0]
    path, mark, query = address[len(authority) :].partition("?")
    if "@" in authority:
        return Refusal("holds a user name or password", "Write the address without it.")
    place = _authority(authority, scheme[1].lower(), public=public)
    if isinstance(place, Refusal):
        return place
    prefix, host = place
    scholarly = _scholarly(host, path, text)
    if scholarly is not None:
        return scholarly
    path = _escaped(path) or "/"
    query = "&".join(part for part in query.split("&") if not _TRACKING.match(part)) if mark else ""
    query = f"?{_escaped(query)}" if query else ""
    return UrlReading(f"{prefix}://{host}{path}{query}", host, path)


def requested_url(raw: str) -> str:
    """The address as it is asked for: as cited, without the fragment and what tracks the reader.

    >>> requested_url(" http://Example.org/a%7Eb?utm_source=x&y=1#top ")
    'http://Example.org/a%7Eb?y=1'
    """
    address = raw.strip().partition("#")[0]
    path, mark, query = address.partition("?")
    kept = "&".join(part for part in query.split("&") if not _TRACKING.match(part)) if mark else ""
    return f"{path}?{kept}" if kept else path


def doi_in_url(url: str) -> str | None:
    """The DOI in the path of a publisher's page, a guess about its end included (N_URL_HAS_DOI).

    None without one.
    """
    _, _, rest = url.partition("://")
    _, _, path = rest.partition("/")
    decoded = percent_decoded(path.partition("?")[0].partition("#")[0])
    return doi_inside(decoded) if decoded else None


def _authority(authority: str, scheme: str, *, public: bool) -> tuple[str, str] | Refusal:
    """Scheme and `host[:port]` in normal form: https for both on their default ports."""
    host, port = authority, ""
    if authority.startswith("["):
        host, closed, rest = authority.partition("]")
        host += closed
        if not closed or (rest and not rest.startswith(":")):
            return Refusal("has a host that is no host", _HINT)
        port = rest[1:]
    elif ":" in authority:
        host, _, port = authority.partition(":")
    if port and not (port.isascii() and port.isdecimal() and len(port) < 6 and 0 < int(port) < 65536):
        return Refusal("has a port that is no port", _HINT)
    name = _address_6(host, public=public) if host.startswith("[") else _host(host, public=public)
    if isinstance(name, Refusal):
        return name
    if not port or int(port) == (80 if scheme == "http" else 443):
        return "https", name
    return scheme, f"{name}:{int(port)}"


def _host(host: str, *, public: bool) -> str | Refusal:
    """The host in lower case as A-labels, without a final dot; a number as the IPv4 address it stands for."""
    if "%" in host:
        host = percent_decoded(host) or "%"
    if not host.isascii():
        host = _a_labels(host)
    host = host.lower().removesuffix(".")
    if not host:
        return Refusal("has no host", _HINT)
    if (
        len(host) > 253
        or not _HOST.fullmatch(host)
        or any(not 0 < len(part) < 64 for part in host.split("."))
    ):
        return Refusal("has a host that is no host", _HINT)
    if public and (host == "localhost" or host.endswith(".localhost")):
        return _not_public(host)
    if _NUMBER.fullmatch(host.rpartition(".")[2]):
        return _address_4(host, public=public)
    return host


def _a_labels(host: str) -> str:
    """An internationalised name as ASCII.

    The standard codec follows IDNA 2003 (ß becomes ss); browsers no longer do.
    """
    labels = []
    for label in unicodedata.normalize("NFKC", _DOTS.sub(".", host)).lower().split("."):
        try:
            plain = unicodedata.normalize("NFC", label)
            labels.append(plain if plain.isascii() else "xn--" + plain.encode("punycode").decode("ascii"))
        except UnicodeError:
            return "%"  # no host holds it: refused by the caller
    return ".".join(labels)


def _address_4(host: str, *, public: bool) -> str | Refusal:
    """An IPv4 address in any spelling that a browser takes (`127.1`, `0x7f.1`, `2130706433`), dotted.

    Or not public.
    """
    parts = host.split(".")
    if len(parts) > 4 or not all(_NUMBER.fullmatch(part) and len(part) < 20 for part in parts):
        return Refusal("has a host that is no host", _HINT)
    try:
        numbers = [
            int(part[2:] or "0", 16) if part.startswith("0x") else int(part, 8 if part[0] == "0" else 10)
            for part in parts
        ]
    except ValueError:
        return Refusal("has a host that is no host", _HINT)
    *first, last = numbers
    if any(number > 255 for number in first) or last >= 256 ** (5 - len(parts)):
        return Refusal("has a host that is no host", _HINT)
    value = last + sum(number << 8 * (3 - place) for place, number in enumerate(first))
    dotted = _dotted(value)
    return dotted if not public or _public_4(value) else _not_public(dotted)


def _address_6(host: str, *, public: bool) -> str | Refusal:
    import ipaddress  # only for such hosts; its tables of private networks are not used (web.md, section 6)

    if "%" in host:
        return Refusal("has a zone in its host", _HINT)
    try:
        address = ipaddress.IPv6Address(host[1:-1])
    except ValueError:
        return Refusal("has a host that is no host", _HINT)
    shown = f"[{address.compressed}]"
    if not public:
        return shown
    value = int(address)
    for network, length, shift in _EMBEDDED_4:
        if _within(value, network, length, 128):
            return shown if _public_4(value >> shift & 0xFFFFFFFF) else _not_public(shown)
    if _within(value, *_TEREDO, 128):
        return shown if _public_4(~value & 0xFFFFFFFF) else _not_public(shown)
    if any(_within(value, network, length, 128) for network, length in _PRIVATE_6):
        return _not_public(shown)
    return shown


def _public_4(value: int) -> bool:
    for network, length in _PRIVATE_4:
        base = sum(int(part) << 8 * (3 - place) for place, part in enumerate(network.split(".")))
        if _within(value, base, length, 32):
            return False
    return True


def _within(value: int, network: int, length: int, bits: int) -> bool:
    return value >> (bits - length) == network >> (bits - length)


def _dotted(value: int) -> str:
    return ".".join(str(value >> shift & 255) for shift in (24, 16, 8, 0))


def _not_public(host: str) -> Refusal:
    return Refusal(f"names {host}, which is not a public address", "Cite the page under its public address.")


def _escaped(text: str) -> str:
    """A path or query in normal form: escapes in upper case, and only where they are needed."""
    if "%" in text:
        text = _ESCAPE.sub(_normal_escape, text)
    return _TO_ESCAPE.sub(lambda run: "".join(f"%{byte:02X}" for byte in run[0].encode("utf-8")), text)


def _normal_escape(escape: re.Match[str]) -> str:
    if escape[1] is None:
        return "%25"  # a lone per cent sign: as it is, it would make an escape with what follows
    byte = int(escape[1], 16)
    return chr(byte) if byte in _UNRESERVED else f"%{byte:02X}"


_ARXIV_PATH = re.compile(r"/(?:abs|pdf|html)/(.+)")
_PUBMED_PATH = re.compile(r"/([0-9]+)(?:/.*)?")
_OLD_PUBMED_PATH = re.compile(r"/pubmed/([0-9]+)(?:/.*)?")
_PMC_PATH = re.compile(r"(?:/pmc)?/articles/(PMC[0-9]+)(?:[./].*)?", re.IGNORECASE)


def _scholarly(host: str, path: str, url: str) -> ScholarlyUrl | None:
    if host in ("doi.org", "dx.doi.org", "www.doi.org"):
        if path.strip("/"):
            # A short form such as doi.org/gfvj8t is one too: refused there with its name, not passed as a
            # page.
            short = re.fullmatch(r"/+(?!10[./])([0-9a-z]+)/?", path, re.IGNORECASE)
            return ScholarlyUrl("doi", f"10/{short[1]}" if short else url)
        return None
    if host in ("arxiv.org", "www.arxiv.org", "export.arxiv.org"):
        match = _ARXIV_PATH.fullmatch(path)
        return ScholarlyUrl("arxiv", match[1]) if match else None
    if host == "pubmed.ncbi.nlm.nih.gov":
        match = _PUBMED_PATH.fullmatch(path)
        return ScholarlyUrl("pmid", match[1]) if match else None
    if host in ("pmc.ncbi.nlm.nih.gov", "www.ncbi.nlm.nih.gov", "ncbi.nlm.nih.gov"):
        match = _PMC_PATH.fullmatch(path)
        if match:
            return ScholarlyUrl("pmcid", match[1])
        match = _OLD_PUBMED_PATH.fullmatch(path) if host != "pmc.ncbi.nlm.nih.gov" else None
        return ScholarlyUrl("pmid", match[1]) if match else None
    return None
