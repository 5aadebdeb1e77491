"""Web addresses: normal form, refusals and scholarly addresses of web.md, section 1."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citelock.checks.id_readings import Refusal
from citelock.checks.urls import ScholarlyUrl, UrlReading, doi_in_url, read_url


@pytest.mark.parametrize(
    ("given", "normal"),
    [
        ("HTTP://Example.org:80", "https://example.org/"),
        ("https://example.org.:443/a", "https://example.org/a"),
        ("http://example.org:8080/a", "http://example.org:8080/a"),
        ("http://example.org:443/a", "http://example.org:443/a"),
        ("https://example.org/A%7eb/%c3%a9%2f", "https://example.org/A~b/%C3%A9%2F"),
        ("https://example.org/é", "https://example.org/%C3%A9"),
        ("https://example.org/?utm_source=a&y=1&UTM_x=2&gclid=3&x=2", "https://example.org/?y=1&x=2"),
        ("https://example.org/?fbclid=1&mc_cid=2&mc_eid=3", "https://example.org/"),
        ("https://example.org/p?#:~:text=foo", "https://example.org/p"),
        ("https://example.org/p#page=3", "https://example.org/p"),
        ("https://Bücher.example/", "https://xn--bcher-kva.example/"),
        ("https://faß.example/", "https://xn--fa-hia.example/"),
        ("https://例え。jp/", "https://xn--r8jz45g.jp/"),
        ("https://8.8.8.8/", "https://8.8.8.8/"),
        ("https://134744072/", "https://8.8.8.8/"),
        ("https://[2001:4860:0::8888]/", "https://[2001:4860::8888]/"),
        ("https://example.org/100%", "https://example.org/100%25"),
    ],
)
def test_an_address_has_one_normal_form(given: str, normal: str) -> None:
    reading = read_url(given)
    assert isinstance(reading, UrlReading)
    assert reading.value == normal
    assert read_url(normal) == reading


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("", "is empty"),
        ("ftp://example.org/", "does not begin with https:// or http://"),
        ("www.example.org", "does not begin with https:// or http://"),
        ("javascript:alert(1)", "does not begin with https:// or http://"),
        ("https:/example.org", "does not begin with https:// or http://"),
        ("https://", "has no host"),
        ("https:///path", "has no host"),
        ("https://user:pw@example.org/", "holds a user name or password"),
        ("https://example.org/a b", "has a blank inside"),
        ("https://example.org\\a", "has a backslash inside"),
        ("https://example.org/\u202ea", "has U+202E inside"),
        ("https://example.org/\x00", "has U+0000 inside"),
        ("https://a..b/", "has a host that is no host"),
        ("https://-a.org/", "has a host that is no host"),
        ("https://" + "a" * 64 + ".org/", "has a host that is no host"),
        ("https://example.org:0/", "has a port that is no port"),
        ("https://example.org:65536/", "has a port that is no port"),
        ("https://example.org:٣/", "has a port that is no port"),
        ("https://1.2.3.4.5/", "has a host that is no host"),
        ("https://256.1.1.1/", "has a host that is no host"),
        ("https://[::1/", "has a host that is no host"),
        ("https://[fe80::1%25eth0]/", "has a zone in its host"),
        ("https://example.org/" + "a" * 2048, "is longer than 2,048 characters"),
    ],
)
def test_what_is_no_web_address_is_refused_with_its_reason(given: str, reason: str) -> None:
    reading = read_url(given)
    assert isinstance(reading, Refusal)
    assert reading.reason == reason


@pytest.mark.parametrize(
    "host",
    [
        "0.0.0.1", "10.1.1.1", "100.64.0.1", "127.0.0.1", "169.254.169.254", "172.16.0.1", "192.0.0.8",
        "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1", "198.51.100.1", "203.0.113.1",
        "224.0.0.1", "255.255.255.255", "2130706433", "0x7f.1", "0177.0.0.1", "127.1", "0x7F000001",
        "localhost", "LOCALHOST.", "a.localhost", "１２７.0.0.1", "127。0。0。1", "[::]", "[::1]",
        "[::127.0.0.1]", "[::ffff:10.0.0.1]", "[fc00::1]", "[fe80::1]", "[fec0::1]", "[ff02::1]",
        "[100::1]", "[2001:db8::1]", "[64:ff9b::7f00:1]", "[64:ff9b:1::1]", "[2002:7f00:1::]",
        "[2001:0:0:0:0:0:80ff:fffe]",
    ],
)  # fmt: skip
def test_a_literal_address_that_is_not_public_is_refused(host: str) -> None:
    reading = read_url(f"http://{host}/")
    assert isinstance(reading, Refusal)
    assert reading.reason.endswith("which is not a public address")


@pytest.mark.parametrize(
    "host", ["172.15.0.1", "172.32.0.1", "100.128.0.1", "[2606:4700::1111]", "[2002:808:808::]"]
)
def test_a_public_literal_address_is_an_address(host: str) -> None:
    assert isinstance(read_url(f"https://{host}/"), UrlReading)


@pytest.mark.parametrize(
    ("given", "scheme", "text"),
    [
        ("https://doi.org/10.1000/X", "doi", "https://doi.org/10.1000/X"),
        ("http://dx.doi.org/10.1000/x", "doi", "http://dx.doi.org/10.1000/x"),
        ("https://doi.org/gfvj8t", "doi", "10/gfvj8t"),
        ("https://arxiv.org/abs/2104.12255v2", "arxiv", "2104.12255v2"),
        ("https://arxiv.org/pdf/quant-ph/0201082.pdf#page=2", "arxiv", "quant-ph/0201082.pdf"),
        ("https://arxiv.org/html/2104.12255", "arxiv", "2104.12255"),
        ("https://pubmed.ncbi.nlm.nih.gov/31452104/", "pmid", "31452104"),
        ("https://www.ncbi.nlm.nih.gov/pubmed/31452104", "pmid", "31452104"),
        ("https://pmc.ncbi.nlm.nih.gov/articles/PMC6726435/?x=1", "pmcid", "PMC6726435"),
        ("https://www.ncbi.nlm.nih.gov/pmc/articles/PMC6726435/", "pmcid", "PMC6726435"),
    ],
)
def test_a_scholarly_address_is_the_identifier_it_stands_for(given: str, scheme: str, text: str) -> None:
    assert read_url(given) == ScholarlyUrl(scheme, text)


@pytest.mark.parametrize(
    "given",
    ["https://arxiv.org/list/cs.CL/recent", "https://doi.org/", "https://pubmed.ncbi.nlm.nih.gov/?term=x"],
)
def test_another_page_of_a_scholarly_host_stays_a_page(given: str) -> None:
    assert isinstance(read_url(given), UrlReading)


def test_a_publishers_address_stays_a_url_and_its_doi_can_be_named() -> None:
    address = "https://pub.example.org/article/doi/10.1093/ct/qtaf007/8162416?x=10.9999/other"
    assert isinstance(read_url(address), UrlReading)
    assert doi_in_url(address) == "10.1093/ct/qtaf007/8162416"
    assert doi_in_url("https://example.org/a") is None


PIECES = ["https://", "http://", "example.org", ":80", "/", "%", "%41", "%C3", "?", "&", "utm_x=1", "#"]
URLS = st.lists(st.sampled_from([*PIECES, *"aZ9.-_é[]@:\\ \u200b\ud800ß"]), max_size=20).map("".join)


@given(URLS)
def test_reading_is_idempotent_and_never_raises(text: str) -> None:
    reading = read_url("https://example.org" + text)
    if isinstance(reading, UrlReading):
        assert read_url(reading.value) == reading
    assert isinstance(read_url(text), UrlReading | ScholarlyUrl | Refusal)
