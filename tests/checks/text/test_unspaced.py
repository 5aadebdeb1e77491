"""Quotations in scripts without spaces between words: lengths, cut context, figures (quotes.md, 4, 8, 9)."""

from __future__ import annotations

import re
import sys

import pytest

from citelock.checks.quotes import QuotePolicy, QuoteResult
from citelock.checks.rules.number import check_numbers
from citelock.checks.text.chars import UNSPACED, is_cjk
from citelock.checks.text.find import check_quote
from citelock.checks.text.fold import fold_text
from citelock.checks.text.numbers import ledger
from citelock.checks.text.quote_parts import weight
from citelock.checks.text.source import SourceText
from citelock.checks.vetting.pages import text_flags


def ask(text: str, quote: str | tuple[str, ...], minimum: int = 20) -> QuoteResult:
    one, several = (quote, None) if isinstance(quote, str) else (None, quote)
    return check_quote(one, several, SourceText(text, fold_text(text)), QuotePolicy(minimum))


def cut(text: str, quote: str) -> str | None:
    result = ask(text, quote)
    assert result.status == "verbatim"
    return next((each.found for each in result.findings if each.code == "W_QUOTE_CONTEXT_CUT"), None)


@pytest.mark.parametrize(
    ("text", "quote", "lost"),
    [
        (
            "この治療は重症の患者には効果がなかったと報告された。",
            "この治療は重症の患者には効果が",
            "なかった",
        ),
        (
            "自転車の利用はこの一年でまったく増えていませんでした。",
            "自転車の利用はこの一年でまったく増えて",
            "いません",
        ),
        ("調査に参加した全員が回復したわけではない。", "調査に参加した全員が回復した", "わけではない"),
        ("老年患者的死亡率并没有下降，研究人员说。", "老年患者的死亡率", "并没有"),
        ("该药物并不能降低老年患者的中风风险。", "能降低老年患者的中风风险", "物并不"),
        ("ยานี้ไม่สามารถลดความเสี่ยงของโรคหลอดเลือดสมอง", "ลดความเสี่ยงของโรคหลอดเลือดสมอง", "ไม่สามารถ"),
        ("ผู้ป่วยทุกคนได้รับการรักษายกเว้นเด็ก", "ผู้ป่วยทุกคนได้รับการรักษา", "ยกเว้น"),
        ("ຢານີ້ບໍ່ຊ່ວຍຫຼຸດຜ່ອນຄວາມສ່ຽງຂອງພະຍາດ", "ຊ່ວຍຫຼຸດຜ່ອນຄວາມສ່ຽງຂອງພະຍາດ", "ບໍ່"),
        ("ថ្នាំនេះមិនជួយកាត់បន្ថយហានិភ័យនៃជំងឺ", "ជួយកាត់បន្ថយហានិភ័យនៃជំងឺ", "មិន"),
        # Half of a word that negates nothing, and one that is out of reach.
        ("两组患者的治疗结果不同，研究人员说。", "两组患者的治疗结果", None),
        ("いずれも患者の状態が改善したと報告された。", "患者の状態が改善したと報告", None),
        ("患者の状態が改善した期間はわずか三日だった。", "患者の状態が改善した期間は", None),
        ("这种药物没有副作用，老年患者也可以服用它来治疗。", "老年患者也可以服用它来治疗", None),
        ("该疗法不适合儿童并且老年患者的 DNA 样本已经被研究人员收集。", "样本已经被研究人员收集", None),
        ("研究人员收集了老年患者的样本 DNA 被用来说明这不是原因。", "研究人员收集了老年患者的样本", None),
    ],
    ids=range(15),
)
def test_a_negation_beside_the_quotation_is_seen_and_no_other(
    text: str, quote: str, lost: str | None
) -> None:
    assert cut(text, quote) == lost


def test_an_ellipsis_over_a_negation_is_seen_in_every_script() -> None:
    text = "ยานี้ช่วยผู้ป่วยสูงอายุจำนวนมากแต่ไม่ลดความเสี่ยงของโรคหลอดเลือดสมอง"
    result = ask(text, "ยานี้ช่วยผู้ป่วยสูงอายุจำนวนมาก … ลดความเสี่ยงของโรคหลอดเลือดสมอง")
    assert [each.code for each in result.findings] == ["E_QUOTE_NEGATION_ELIDED"]


def test_fragments_are_as_long_as_four_words() -> None:
    """A character of Chinese is half a word, a letter of Thai much less."""
    assert (weight("市议会统计到了一万"), weight("ประเทศไทย"), weight("four little old words")) == (9, 4, 8)
    text = "ประชาชนในประเทศไทยและประเทศลาวมีความสุขมากกว่าปีก่อน"
    result = ask(text, ("ประเทศไทย", "มีความสุขมากกว่าปีก่อน"))
    assert (result.status, result.findings[0].message) == (
        "too_short",
        "fragment 1, “ประเทศไทย”, is too short: write at least 16 letters.",
    )
    assert ask(text, ("ประเทศไทยและประเทศลาว", "มีความสุขมากกว่าปีก่อน")).status == "verbatim"
    said = ask("市议会统计到", ("市议会统计到", "市议会在五月份每天统计")).findings[0].message
    assert said == "fragment 1, “市议会统计到”, is too short: write at least 8 characters."
    (finding,) = ask("市议会统计到", "市议会统计到", 30).findings
    assert finding.message == (
        "the quote has 18 characters that count (a Chinese or Japanese one counts 3), at least 30 are needed."
    )


@pytest.mark.parametrize(
    "text",
    [
        "བོད་ཀྱི་སྐད་ཡིག་ནི་ཤིན་ཏུ་རྙིང་པའི་སྐད་ཡིག་ཅིག་ཡིན། " * 10,
        "ꦧꦱꦗꦮꦲꦶꦏꦸꦧꦱꦱꦶꦁꦢꦶꦲꦁꦒꦺꦴ" * 10,
        "ꇩꉙꆀꄮꄯ" * 30,
        "ｶﾀｶﾅﾉﾃｷｽﾄ" * 20,
        "𠀀𠀁𠀂" * 40,
        "https://pages.example/a/rather/long/path/of/a/page\n" * 20,
    ],
    ids=range(6),
)
def test_a_script_without_spaces_has_lost_none(text: str) -> None:
    assert text_flags(text) == ()
    assert text_flags("Thiswholetextlostitsspacesattheextraction andnobodycanquoteitanymore\n" + text[:20])


def test_the_class_and_the_function_name_the_same_characters() -> None:
    every = "".join(map(chr, range(sys.maxunicode + 1)))
    assert "".join(re.findall(f"[{UNSPACED}]", every)) == "".join(filter(is_cjk, every))


@pytest.mark.parametrize(
    ("claim", "quote", "codes"),
    [
        ("There were 12,400 trips, 8 % more.", "一日あたり1万2400台で、前年より8パーセント増えた", []),
        ("120 million people took part.", "中国有1亿2000万人参加", []),
        ("There were 12,400 trips.", "五月统计到1万2千4百次", []),
        ("There were 12,500 trips.", "五月统计到1万2400次", ["E_NUMBER_UNSUPPORTED"]),
        ("There were 35,000 trips.", "五月统计到3万2024年又下降", ["E_NUMBER_UNSUPPORTED"]),
        ("It rose by 8 %.", "เพิ่มขึ้นร้อยละ 8 จากปีก่อน", []),
        ("It rose by 8 %.", "เพิ่มขึ้น 8 เปอร์เซ็นต์จากปีก่อน", []),
        ("It rose by 8 %.", "전년보다 8퍼센트 늘었다", []),
    ],
    ids=range(8),
)
def test_figures_among_characters(claim: str, quote: str, codes: list[str]) -> None:
    lines = ledger(claim, (quote,), (), frozenset())
    assert [each.code for each in check_numbers(lines)] == codes
