"""Chinese numerals (numbers.md, section 3, row 9, and section 4, cardinals in words).

Everyday, formal (壹贰叁) and traditional characters. A numeral counts only with a magnitude in it, or where
a measure word, a unit, 第 or 百分之 stands beside it: 一般, 万一 and 十分 are words. Rough numbers
(三四个, 十几,
数百) are none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
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
_TOP = 10**16  # above every place

_DIGIT = "".join(sorted(_DIGITS))
_ANY = _DIGIT + "".join((*_PLACES, *_TWENTIES, *_MYRIADS))
_RUN = re.compile(f"[{_ANY}]+")
_DECIMALS = re.compile(f"点([{_DIGIT}]+)([万萬亿億]*)")
_ZEROS = frozenset("零〇○")
_MAGNITUDES = frozenset("万萬亿億百佰千仟")
_CONTEXT = Context(prec=40)
_LONGEST = 60  # characters; longer runs are no numbers
_MOST_DECIMALS = 20

# Behind a numeral: measure words, units, people, periods.
_MEASURES = """
    个 個 名 位 人 只 隻 条 條 张 張 本 家 所 次 年 月 日 天 岁 歲 周 週 项 項 种 種 件 起 例 台 臺 辆 輛
    架 艘 棵 头 頭 匹
    份 篇 部 册 冊 章 节 節 段 句 门 門 间 間 层 層 栋 棟 幢 套 组 組 对 對 双 雙 批 届 屆 期 场 場 轮 輪
    回 遍 倍 成 元 块 塊
    国 國 州 省 市 县 縣 村 座 根 枚 颗 顆 支 枝 把 片 幅 顶 粒 株 朵 桩 笔 筆 宗 列 排 队 隊 班 代 世 季
    集 页 頁 行 字 词
    户 戶 口 员 員 小时 小時 分钟 分鐘 秒 毫秒 星期 米 千米 公里 厘米 毫米 微米 纳米 英里 英尺 英寸 里 克
    千克 公斤 毫克
    吨 噸 斤 磅 升 毫升 平方 立方 公顷 亩 畝 度 摄氏 瓦 千瓦 伏 赫 帕 卡 千卡 美元 欧元 歐元 英镑 日元
    卢布 人民币 港元
    角 % ％ 类 類 步 点 點 票 席 级 級 等 号 號 路 楼 樓 型 版 世纪 世紀 年代 百分点 个百分点 余 餘 多 以上
    以下
"""
_MEASURE = re.compile("|".join(sorted(set(_MEASURES.split()), key=lambda word: (-len(word), word))))
# Words that hold a numeral and are none.
_IDIOM = re.compile(
    "万一|一般|一些|一样|一樣|一起|一直|一定|一旦|一方面|一致|一切|一下|一边|一向|一律|统一|唯一|之一|第一手|百分点"
    "|十分(?!之|钟|鐘)|千万别|千万不|成千上万|千方百计|百姓|百货|百科|万物|万能|万岁|三角|四周|四处|五官|九州|三明治|一共"
    "|一度|不一|五台山|三门峡|三国|五代|五角大楼|四季|五行|万年|另一|同一|每一|某一|这一|那一|进一步|一步|一点(?![零〇一二三四五六七八九])|一时|一体|一流|一系列|一部分"
)
_LONGEST_IDIOM = 4
_VAGUE_BEFORE = "几幾数數上近"
_DATE = re.compile(
    f"(?:([{_DIGIT}]{{4}})年)?([一二三四五六七八九十]{{1,2}})月(?:([一二三四五六七八九十廿]{{1,3}})[日号])?|([{_DIGIT}]{{4}})年"
)
_SHARES = {"百": "%", "千": "‰", "万": "‱"}  # 百分之: a unit before the number


def read_chinese(text: str) -> list[WordNumber]:
    """The numerals of a Chinese text that count as numbers, in its order.

    >>> [(number.value, number.kind) for number in read_chinese("共有三百四十二座桥，四分之三已修。")]
    [(Decimal('342'), 'cardinal'), (Decimal('0.75'), 'fraction')]
    """
    return list(_numbers(text))


def dates_in_digits(text: str) -> list[tuple[int, int, str]]:
    """The numerals that are parts of dates, with their places and the digits for them.

    >>> dates_in_digits("二〇二三年三月十四日")
    [(0, 4, '2023'), (5, 6, '3'), (7, 9, '14')]
    """
    found = []
    for match in _DATE.finditer(text):
        for part in range(1, 5):
            value = chinese_value(match[part]) if match[part] else None
            if value is not None:
                found.append((*match.span(part), str(value)))
    return found


def chinese_value(run: str) -> int | None:
    """The value of a run of numerals, or None: 三百四十二, 二〇二三, 两万五 (25000), 一亿三千万.

    >>> chinese_value("三百四十二"), chinese_value("二〇二三"), chinese_value("三四"), chinese_value("百")
    (342, 2023, None, None)
    """
    if len(run) > _LONGEST:
        return None
    if len(run) > 1 and all(c in _DIGITS for c in run):
        # 三四 is "three or four"; what is read digit by digit has four digits, or a zero among them
        if len(run) < 4 and not _ZEROS & set(run[1:]):
            return None
        return int("".join(str(_DIGITS[c]) for c in run))
    return _placed(run)


def _placed(run: str) -> int | None:
    """The value of a numeral with places. A last digit without one has the next place: 两万五 is 25000."""
    total = section = 0
    digit: int | None = None
    after_zero = False
    place = myriad = last = _TOP
    for c in run:
        if c in _ZEROS:
            if digit is not None:
                return None
            after_zero = True
        elif c in _DIGITS:
            if digit is not None:
                return None  # two digits without a place between: a rough number
            digit = _DIGITS[c]
        elif c in _TWENTIES:
            if digit is not None or place <= 10:
                return None
            section, place, last = section + _TWENTIES[c], 10, 10
        elif c in _PLACES:
            value = _PLACES[c]
            if value >= place or (digit is None and (value > 10 or section)):
                return None  # 百 alone, 千 after 百
            section, place, last, digit, after_zero = (
                section + (digit or 1) * value,
                value,
                value,
                None,
                False,
            )
        else:
            value, section, digit, after_zero = _MYRIADS[c], section + (digit or 0), None, False
            if not section and not total:
                return None
            # 万亿: a myriad of hundred millions; otherwise they fall
            total = total + section * value if section and value < myriad else (total + section) * value
            section, place, myriad, last = 0, _TOP, value, value
    if digit is None:
        return total + section
    if not after_zero and 100 <= last < _TOP:
        digit *= last // 10
    return total + section + digit


def _numbers(text: str) -> Iterator[WordNumber]:
    pos = 0
    while (match := _RUN.search(text, pos)) is not None:
        start, pos = match.span()
        if pos - start > _LONGEST:
            continue
        number = _fraction(text, start, pos) or _numeral(text, start, pos)
        if number is not None:
            yield number
            pos = max(pos, number.end)


def _fraction(text: str, start: int, end: int) -> WordNumber | None:
    """三分之二, and 一半."""
    if text.startswith("半", end) and text[start:end] == "一":
        return WordNumber(start, end + 1, Decimal("0.5"), "fraction", 1, 2)
    if not text.startswith("分之", end) or text[start:end] in _SHARES:
        return None
    behind = _RUN.match(text, end + 2, end + 2 + _LONGEST)
    denominator = chinese_value(text[start:end])
    numerator = chinese_value(behind[0]) if behind is not None else None
    if behind is None or not denominator or numerator is None:
        return None
    value = _CONTEXT.divide(Decimal(numerator), Decimal(denominator))
    return WordNumber(start, behind.end(), value, "fraction", numerator, denominator)


def _numeral(text: str, start: int, end: int) -> WordNumber | None:
    run, before = text[start:end], text[max(0, start - 3) : start]
    value = chinese_value(run)
    if value is None or before[-1:].isdigit() or (before and before[-1] in _VAGUE_BEFORE):
        return None
    if text[end : end + 1] in ("几", "幾") and run[-1] not in _DIGITS:
        return None  # 十几
    amount, step = Decimal(value), Decimal(_step(run))
    is_share = before.endswith(tuple(f"{share}分之" for share in _SHARES))
    decimals = _DECIMALS.match(text, end, end + _LONGEST)
    if decimals is not None and (decimals[2] or is_share or _MEASURE.match(text, decimals.end())):
        amount, step = _with_decimals(value, decimals)
        return WordNumber(start, decimals.end(), amount, "cardinal", step=step)
    is_ordinal = before.endswith("第")
    is_measured = _MEASURE.match(text, end) is not None and not _is_date(text, start, end)
    if not (is_ordinal or is_measured or is_share or _MAGNITUDES & set(run)) or _is_idiom(text, start, end):
        return None
    if is_ordinal:
        is_weak = 0 < value <= 2 or text[end : end + 1] in ("，", ",")  # 第三，…
        return WordNumber(start - 1, end, amount, "ordinal", weak=is_weak)
    if text.startswith("年代", end):
        return WordNumber(start, end + 2, amount, "decade")
    if text.startswith("倍", end):
        return WordNumber(start, end + 1, amount, "fold")
    return WordNumber(start, end, amount, "cardinal", weak=value <= 1 and not is_share, step=step)


def _is_date(text: str, start: int, end: int) -> bool:
    """Whether the numeral is a month, or a day behind one: 三月十四日."""
    return text[end : end + 1] == "月" or (
        text[end : end + 1] in ("日", "号") and text[start - 1 : start] == "月"
    )


def _with_decimals(value: int, decimals: re.Match[str]) -> tuple[Decimal, Decimal]:
    """三点五, 三点五万: the amount and its step."""
    digits = "".join(str(_DIGITS[c]) for c in decimals[1][:_MOST_DECIMALS])
    scale = 1
    for c in decimals[2][:2]:
        scale *= _MYRIADS[c]
    amount = Decimal(value) + Decimal(int(digits)).scaleb(-len(digits))
    return _CONTEXT.multiply(amount, Decimal(scale)), Decimal(scale).scaleb(-len(digits))


def _step(run: str) -> int:
    """The last written place where it is a magnitude: 三万 10000, 三百 1."""
    step = 1
    for c in reversed(run):
        value = _MYRIADS.get(c) or (_PLACES[c] if c in "千仟" else 0)
        if not value:
            break
        step *= value
    return step


def _is_idiom(text: str, start: int, end: int) -> bool:
    """Whether the numeral is part of a word that covers it whole."""
    if end - start >= _LONGEST_IDIOM:
        return False
    for begin in range(max(0, start - 2), start + 1):
        match = _IDIOM.match(text, begin)
        if match is not None and match.end() >= end:
            return True
    return False
