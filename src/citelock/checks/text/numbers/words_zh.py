"""Chinese numerals (numbers.md, section 3, row 9, and section 4, cardinals in words).

Everyday, formal (壹贰叁) and traditional characters. A numeral counts only with a magnitude in it, or where
a measure word, a unit, 第 or 百分之 stands beside it: 一般, 万一 and 十分 are words.
"""

from __future__ import annotations

import re
from decimal import Context, Decimal

from citelock.checks.text.numbers.words_grammar import WordNumber

_DIGITS = {
    **{c: value for value, c in enumerate("零一二三四五六七八九")},
    **{c: value for value, c in enumerate("零壹贰叁肆伍陆柒捌玖")},
    **{c: value for value, c in enumerate("零壹貳參肆伍陸柒捌玖")},
    "〇": 0, "○": 0, "两": 2, "兩": 2, "叄": 3, "弌": 1,
}  # fmt: skip
_PLACES = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000, "仟": 1000}
_TWENTIES = {"廿": 20, "卅": 30, "卌": 40}
_MYRIADS = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8}

_DIGIT = "".join(sorted(_DIGITS))
_ANY = _DIGIT + "".join((*_PLACES, *_TWENTIES, *_MYRIADS))
_RUN = re.compile(f"[{_ANY}]+(?:点[{_DIGIT}]+[万萬亿億]*)?")
_POSITIONAL = re.compile(f"[{_DIGIT}]{{2,}}")
_CONTEXT = Context(prec=40)
_LONGEST = 60  # characters

# Behind a numeral: measure words, units, people, periods. Longest first where one begins another.
_MEASURES = (
    "个 個 名 位 人 只 隻 条 條 张 張 本 家 所 次 年 月 日 天 岁 歲 周 週 项 項 种 種 件 起 例 台 臺 辆 輛 架 艘 棵 头 頭 匹 "
    "份 篇 部 册 冊 章 节 節 段 句 门 門 间 間 层 層 栋 棟 幢 套 组 組 对 對 双 雙 批 届 屆 期 场 場 轮 輪 回 遍 倍 成 元 块 塊 "
    "国 國 州 省 市 县 縣 村 座 根 枚 颗 顆 支 枝 把 片 幅 顶 粒 株 朵 桩 笔 筆 宗 列 排 队 隊 班 代 世 季 集 页 頁 行 字 词 "
    "户 戶 口 员 員 万 亿 小时 小時 分钟 分鐘 秒 毫秒 星期 米 千米 公里 厘米 毫米 微米 纳米 英里 英尺 英寸 里 克 千克 公斤 毫克 吨 "
    "噸 斤 磅 升 毫升 平方 立方 公顷 亩 畝 度 摄氏 瓦 千瓦 伏 安 赫 帕 卡 千卡 美元 欧元 歐元 英镑 日元 卢布 人民币 港元 角 分 "
    "% ％ 名 类 類 步 点 點 票 席 艘 级 級 等 号 號 路 楼 樓 型 版 年级 世纪 世紀 年代 百分点 个百分点 余 餘 多 以上 以下"
)
_MEASURE = re.compile(
    "|".join(sorted(map(re.escape, set(_MEASURES.split())), key=lambda word: (-len(word), word)))
)
# What a numeral is part of without being one, and rough numbers: 三四个, 十几, 数百, 上万 are vague.
_IDIOMS = re.compile(
    "万一|一般|一些|一样|一樣|一起|一直|一定|一旦|一方面|一致|一切|一下|一边|一向|一律|统一|唯一|之一|第一手|十分[^之钟鐘]|百分点"
    "|千万别|千万不|成千上万|千方百计|百姓|百货|百科|万物|万能|万岁|三角|四周|四处|五官|九州|三明治|一共|一度|一百八十度|不一"
    "|另一|同一|每一|某一|这一|那一|进一步|一步|一点[^零〇一二三四五六七八九]|一时|一体|一流|一系列|一部分|一带一路"
)
_VAGUE_BEFORE = "几幾数數上近百千"
_FRACTION = re.compile(f"([{_ANY}]+)分之([{_ANY}]+)")
_HALF = re.compile("一半|半数|半數")
_MIXED = re.compile("半")
_DECADE = re.compile("年代")


def read_chinese(text: str) -> list[WordNumber]:
    """The numerals of a Chinese text that count as numbers, in its order.

    >>> [(number.value, number.kind) for number in read_chinese("共有三百四十二座桥，三分之二已修。")]
    [(Decimal('342'), 'cardinal'), (Decimal('0.6666666666666666666666666666666666666667'), 'fraction')]
    """
    return sorted((*_fractions(text), *_numerals(text)), key=lambda number: number.start)


def chinese_value(run: str) -> int | None:
    """The value of a run of numerals, or None: 三百四十二, 二〇二三, 两万五 (25000), 一亿三千万.

    >>> chinese_value("三百四十二"), chinese_value("二〇二三"), chinese_value("三四"), chinese_value("百")
    (342, 2023, None, None)
    """
    if len(run) > _LONGEST:
        return None
    if _POSITIONAL.fullmatch(run):
        # 三四 is "three or four"; a year or a number read digit by digit has a zero or four digits at least
        if len(run) < 3 or (len(run) == 3 and not set(run) & set("零〇○")):
            return None
        return int("".join(str(_DIGITS[c]) for c in run))
    return _placed(run)


def _placed(run: str) -> int | None:
    """The value of a numeral with places. A last digit without place counts for the next one: 两万五 is 25000."""
    total = section = digit = 0
    has_digit = zero = False
    place = last = 10**16
    myriad = 10**16
    for c in run:
        if c in _DIGITS:
            if has_digit:
                return None  # two digits without a place between: vague
            digit, has_digit = _DIGITS[c], True
            if not digit:
                has_digit, zero = False, True
            continue
        if c in _TWENTIES:
            if has_digit or place <= 10:
                return None
            section, place, last = section + _TWENTIES[c], 10, 10
            continue
        if c in _PLACES:
            value = _PLACES[c]
            if value >= place or not (has_digit or (value == 10 and not (section and not zero))):
                return None
            section, place, last = section + (digit if has_digit else 1) * value, value, value
        else:
            value = _MYRIADS[c]
            section += digit
            if not section and not total:
                return None
            # 万亿: a myriad of hundred millions; otherwise they fall
            total = (total + section) * value if not section or value > myriad else total + section * value
            section, place, last, myriad = 0, 10**16, value, value
        digit, has_digit, zero = 0, False, False
    if has_digit and not zero and last >= 100 and last < 10**16:
        return total + section + digit * (last // 10)
    return total + section + digit


def _fractions(text: str) -> list[WordNumber]:
    found = []
    for match in _FRACTION.finditer(text):
        if match[1] in ("百", "千", "万"):
            continue  # per cent, per mille: units before a number
        denominator, numerator = chinese_value(match[1]), chinese_value(match[2])
        if denominator and numerator is not None:
            value = _CONTEXT.divide(Decimal(numerator), Decimal(denominator))
            found.append(WordNumber(*match.span(), value, "fraction", numerator, denominator))
    found += [WordNumber(*m.span(), Decimal("0.5"), "fraction", 1, 2) for m in _HALF.finditer(text)]
    return found


def _numerals(text: str) -> list[WordNumber]:
    found = []
    pos = 0
    while (match := _RUN.search(text, pos)) is not None:
        pos = match.end()
        start, end = match.span()
        before = text[max(0, start - 3) : start]
        if before.endswith(("分之", "半")) and not before.endswith(("百分之", "千分之", "万分之")):
            continue
        if text.startswith("分之", end) or text.startswith("半", end) and match[0] == "一":
            continue
        number = _numeral(text, match[0], start, end, before)
        if number is not None:
            found.append(number)
            pos = max(pos, number.end)
    return found


def _numeral(text: str, run: str, start: int, end: int, before: str) -> WordNumber | None:
    whole, _, decimals = run.partition("点")
    places = decimals.rstrip("万萬亿億")
    value = chinese_value(whole) if len(whole) > 1 or whole not in _DIGITS else _DIGITS[whole]
    if value is None or before[-1:].isdigit() or (before and before[-1] in _VAGUE_BEFORE):
        return None
    amount, step = Decimal(value), Decimal(_step(whole))
    if places:
        digits = "".join(str(_DIGITS[c]) for c in places[:20])
        scale = 1
        for c in decimals[len(places) :]:
            scale *= _MYRIADS[c]
        amount = _CONTEXT.multiply(amount + Decimal(int(digits)).scaleb(-len(digits)), Decimal(scale))
        step = Decimal(scale).scaleb(-len(digits))
    if text.startswith(("几", "幾", "多", "余", "餘"), end) and whole[-1] not in _DIGITS:
        # 十几 is vague; 三百多人 is more than three hundred: a hedge, see words_hedges.py
        if text[end] in "几幾":
            return None
    ordinal = before.endswith("第")
    measured = _MEASURE.match(text, end) is not None or before.endswith(("百分之", "千分之", "万分之"))
    magnitude = any(c in _MYRIADS or c in "百佰千仟" for c in whole)
    if not (ordinal or measured or magnitude or places) or _idiom(text, start, end):
        return None
    if not ordinal and text.startswith("年代", end):
        return WordNumber(start, end + 2, amount, "decade")
    if text.startswith("倍", end):
        return WordNumber(start, end + 1, amount, "fold")
    weak = not places and value == 1 or (ordinal and value == 2)
    return WordNumber(
        start - ordinal, end, amount, "ordinal" if ordinal else "cardinal", weak=weak, step=step
    )


def _step(whole: str) -> int:
    last = 1
    for c in reversed(whole):
        value = _MYRIADS.get(c) or (_PLACES[c] if c in "千仟" else 0)
        if not value:
            break
        last *= value
    return last


def _idiom(text: str, start: int, end: int) -> bool:
    """Whether the numeral is part of an idiom that covers it whole."""
    for begin in range(max(0, start - 2), start + 1):
        match = _IDIOMS.match(text, begin)
        if match is not None and match.end() >= end and match.end() > start and end - start < 3:
            return True
    return False
