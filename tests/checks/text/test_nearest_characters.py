"""The passage a missed quote comes nearest to in scripts that put no spaces between words (quotes.md, 10)."""

from __future__ import annotations

from itertools import permutations

import pytest

from citelock.checks.quotes import QuotePolicy, QuoteResult
from citelock.checks.sheet.differences import word_difference
from citelock.checks.sheet.values import Run
from citelock.checks.text.find import check_quote
from citelock.checks.text.fold import fold_text
from citelock.checks.text.source import SourceText

CHINESE = (
    "自从桥梁重建以来，市议会每个月都会公布计数器的数据，供所有市民查阅和核对。市议会在五月份每天统计到"
    "一万二千四百次骑行，比上一年同期增加了百分之八。其他城市的情况并不相同，本报告不作比较。\n"
    "第二段讲的是公共交通。乘坐地铁的人数在2023年下降了百分之三，公交车的乘客人数则没有变化。"
)
JAPANESE = (
    "橋が新しくなってから、市議会は毎月、計数器の数値を公表している。五月には一日あたり一万二千四百台の"
    "自転車が数えられ、前年より八パーセント増えた。\nこの治療は重症の患者には効果がなかったと報告されている。"
)
THAI = (
    "สภาเมืองเผยแพร่ตัวเลขของเครื่องนับทุกเดือนตั้งแต่สะพานสร้างใหม่ ในเดือนพฤษภาคมมีการนับจักรยานหนึ่งหมื่นสองพัน"
    "สี่ร้อยเที่ยวต่อวัน เพิ่มขึ้นร้อยละแปดจากปีก่อน"
)
LAO = "ສະພາເມືອງເຜີຍແຜ່ຕົວເລກຂອງເຄື່ອງນັບທຸກເດືອນຕັ້ງແຕ່ຂົວສ້າງໃໝ່ ໃນເດືອນພຶດສະພາມີການນັບລົດຖີບຫຼາຍກວ່າປີກ່ອນ"
KHMER = "ក្រុមប្រឹក្សាក្រុងផ្សព្វផ្សាយតួលេខរបស់ម៉ាស៊ីនរាប់រៀងរាល់ខែ ចាប់តាំងពីស្ពានត្រូវបានសាងសង់ថ្មី"
BURMESE = "မြို့တော်ကောင်စီသည် တံတားအသစ်ဆောက်ပြီးချိန်မှစ၍ ရေတွက်စက်၏ကိန်းဂဏန်းများကို လစဉ်ထုတ်ပြန်သည်"


def ask(text: str, quote: str) -> QuoteResult:
    return check_quote(quote, None, SourceText(text, fold_text(text)), QuotePolicy(20))


@pytest.mark.parametrize(
    ("text", "quote", "agreed", "missing", "added"),
    [
        (
            CHINESE,
            "市议会在五月份每天统计到一万二千四百次骑行，比上一年同期减少了百分之八",
            "市议会在五月份每天统计到一万二千四百次骑行 比上一年同期",
            "增加",
            "减少",
        ),
        (CHINESE, "市议会在六月份每天统计到一万二千四百次骑行", "市议会在", "五", "六"),
        (CHINESE, "公交车的乘客人数则没有明显变化", "公交车的乘客人数则没有", "", "明显"),
        (CHINESE, "乘坐地铁的人数在2024年下降了百分之三", "乘坐地铁的人数在", "2023", "2024"),
        (CHINESE, "公交车的乘客人数则变化", "公交车的乘客人数则", "没有", ""),
        (
            JAPANESE,
            "五月には一日あたり一万二千四百台の自転車が数えられ、前年より九パーセント増えた",
            "五月には一日あたり一万二千四百台の自転車が数えられ 前年より",
            "八",
            "九",
        ),
        (
            JAPANESE,
            "この治療は重症の患者には効果があったと報告されている",
            "この治療は重症の患者には効果が",
            "なか",
            "あ",
        ),
        (
            THAI,
            "ในเดือนมิถุนายนมีการนับจักรยานหนึ่งหมื่นสองพันสี่ร้อยเที่ยวต่อวัน",
            "ในเดือน",
            "พฤษภาคม",
            "มิถุนายน",
        ),
        (THAI, "สี่ร้อยเที่ยวต่อวัน ลดลงร้อยละแปดจากปีก่อน", "สี่ร้อยเที่ยวต่อวัน", "เพิ่มขึ้น", "ลดลง"),
        (LAO, "ໃນເດືອນພຶດສະພາມີການນັບລົດຖີບໜ້ອຍກວ່າປີກ່ອນ", "ໃນເດືອນພຶດສະພາມີການນັບລົດຖີບ", "ຫຼາ", "ໜ້ອ"),
        (KHMER, "ផ្សព្វផ្សាយតួលេខរបស់ម៉ាស៊ីនរាប់រៀងរាល់ឆ្នាំ", "ផ្សព្វផ្សាយតួលេខរបស់ម៉ាស៊ីនរាប់រៀងរាល់", "ខែ", "ឆ្នាំ"),
        (BURMESE, "ရေတွက်စက်၏ကိန်းဂဏန်းများကို နှစ်စဉ်ထုတ်ပြန်သည်", "ရေတွက်စက်၏ကိန်းဂဏန်းများကို", "လ", "နှစ်"),
    ],
    ids=range(12),
)  # fmt: skip
def test_a_miss_names_the_first_characters_that_differ(
    text: str, quote: str, agreed: str, missing: str, added: str
) -> None:
    result = ask(text, quote)
    assert result.status == "not_found"
    near = result.nearest
    assert near is not None
    assert (near.diverges_after, "".join(near.missing), "".join(near.added)) == (agreed, missing, added)
    assert near.text in text
    (finding,) = result.findings
    count = len(agreed.replace(" ", ""))
    assert f"the first {count} characters are in the source (line {near.line}); then " in finding.message


def test_the_passage_is_found_where_the_beginning_was_changed() -> None:
    result = ask(CHINESE, "在2023年，五月份每天统计到一万二千四百次骑行，比上一年同期增加了百分之九")
    assert result.nearest is not None
    assert "每天统计到一万二千四百次骑行，比上一年同期增加了百分之八" in result.nearest.text
    assert (result.nearest.missing[-1], result.nearest.added[-1]) == ("八", "九")


def test_a_quote_of_another_source_has_no_nearest_passage_in_any_script() -> None:
    texts = (CHINESE, JAPANESE, THAI, LAO, KHMER, BURMESE)
    for text, other in permutations(texts, 2):
        assert ask(text, other.partition("\n")[0][:120]).nearest is None
    for text, other in (
        (CHINESE, "研究人员发现气候变化正在影响全球的粮食生产和水资源分配"),
        (JAPANESE, "研究者は気候変動が世界の食料生産に影響していると報告している"),
        (THAI, "นักวิจัยพบว่าการเปลี่ยนแปลงสภาพภูมิอากาศส่งผลต่อการผลิตอาหารทั่วโลก"),
    ):
        assert ask(text, other).nearest is None


def test_a_sheet_shows_a_miss_character_by_character() -> None:
    assert word_difference("比上一年 减少了百分之八", "比上一年，增加了百分之八。") == (
        Run("比上一年，"),
        Run("增加", "missing"),
        Run(" "),
        Run("减少", "added"),
        Run("了百分之八。"),
    )
