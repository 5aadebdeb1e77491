"""Which lines announce a list of sources, in the languages agents write, and which the echo of a prompt."""

from __future__ import annotations

import re
import unicodedata

_NOUNS = frozenset(
    """
    source sources reference references bibliography citations citation endnotes endnote footnotes footnote
    参考文献 参考资料 参考来源 参考 来源 來源 资料来源 資料來源 信息来源
    数据来源 引用来源 引用 引文 文献 引用文献
    参考链接 參考文獻 參考資料 出典 参照 脚注 참고문헌 출처 참고자료
    источники источник литература ссылки библиография примечания сноски джерела література посилання
    quellen quelle literatur quellenverzeichnis literaturverzeichnis quellenangaben einzelnachweise nachweise
    referenzen literaturangaben fußnoten belege quellenliste
    références référence bibliographie bibliographiques fuentes referencias bibliografía citas fonti
    riferimenti bibliografia fontes referências źródła przypisy bronnen bronnenlijst literatuur kaynaklar
    kaynakça källor referenser المراجع المصادر مراجع مصادر
    """.split()
)
_PHRASES = frozenset(
    """
    works cited|works consulted|literature cited|works cited and further reading|ouvrages cités|obras citadas
    fuentes citadas|trabalhos citados|referências citadas|opere citate|geciteerd werk|cytowane prace
    citerade verk|alıntılanan çalışmalar|karya yang dikutip|цитируемые источники|источники информации
    引用的著作|引用文獻|參考來源|數據來源|参考資料|参考文献与数据来源
    """.strip()
    .replace("\n    ", "|")
    .split("|")
)
# Only with entries under them: a section may be called so too.
_DOUBTFUL = frozenset({"notes", "note", "links", "works", "anmerkungen", "literature"})
_BESIDE = frozenset(
    """
    and und et y e и en или & / + of the a list cited used key main primary selected all full consulted
    numbered further reading additional works literature notes links urls web websites online annotated
    complete
    список использованных использованные использованной источников литературы и полный
    der die das verwendete weitere internetquellen liste verwendeten des sources quellen
    de la les des del consultadas consultés consultées utilisées utilizadas citées
    """.split()
)
_PROMPT = frozenset({"question", "prompt", "query", "user query", "user question", "user prompt", "task"})
_ANSWER = frozenset({"output", "answer", "report", "response", "final report", "final answer", "result"})

_NUMBERING = re.compile(r"^[\s#*_>]*(?:(?:[0-9]{1,3}|[IVX]{1,5}|[一二三四五六七八九十]{1,3})[.)、:：．]\s*)*")
_REST = re.compile(r"[\s*_`#:：.\-–—()（）【】\[\],，;]+")
_LONGEST = 80  # characters of a line that announces


def announces_sources(line: str) -> bool:
    """Whether a heading, or a line by itself, announces a list of sources.

    >>> [announces_sources(line) for line in ("## 7. References", "**Sources:**", "来源：", "Sources: IUCN")]
    [True, True, True, False]
    >>> [announces_sources(line) for line in ("Список использованных источников", "Energy sources in 2024")]
    [True, False]
    """
    words = _words(line)
    if not words or len(words) > 7:
        return False
    joined = "".join(words)
    if joined in _NOUNS:
        return True
    nouns = [word for word in words if word in _NOUNS or word in ("источников", "литературы")]
    if " ".join(words) in _PHRASES:
        return True
    return bool(nouns) and all(word in _NOUNS or word in _BESIDE or word.isdecimal() for word in words)


def may_announce(line: str) -> bool:
    """Whether it announces one if entries follow: `Notes`, `Links`."""
    return announces_sources(line) or (len(words := _words(line)) == 1 and words[0] in _DOUBTFUL)


def names_sources(line: str) -> bool:
    """Whether a heading has a word for sources among others: `References for Q1`; entries must follow."""
    return any(word in _NOUNS for word in _words(line))


def leads_to_sources(text: str) -> bool:
    """Whether a sentence only names the sources of the one before it: `Sources: IEA, World Bank`.

    >>> leads_to_sources("Sources: IEA, World Bank"), leads_to_sources("Sources of error: many")
    (True, False)
    """
    head, sign, _ = text[:_LONGEST].replace("：", ":").partition(":")
    return bool(sign) and announces_sources(head)


def is_prompt(line: str) -> bool:
    """Whether a heading stands over the prompt that a file repeats."""
    return " ".join(_words(line)) in _PROMPT


def is_answer(line: str) -> bool:
    """Whether a heading stands over what was answered."""
    return " ".join(_words(line)) in _ANSWER


def _words(line: str) -> list[str]:
    if len(line) > _LONGEST:
        return []
    line = _NUMBERING.sub("", unicodedata.normalize("NFC", line), count=1)
    # Pictures in front of a heading are no words.
    line = "".join(
        char for char in line if not unicodedata.category(char).startswith(("So", "Sk", "Cf", "Mn"))
    )
    return [word for word in _REST.split(line.casefold()) if word]
