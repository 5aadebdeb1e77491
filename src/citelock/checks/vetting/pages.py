"""Pages that are not the work: walls against robots, logins, empty shells, cover sheets (snapshots.md, 4).

One marker alone decides nothing: a paper may speak of cookies and restricted access; it must be short as
well. The table of reasons is that of web.md, section 1.1.
"""

from __future__ import annotations

from typing import Literal

from citelock.checks.text.chars import UNSPACED
from citelock.checks.text.patterns import late

Reason = Literal["challenge", "login", "empty_text", "cover_only"]

NO_SPACES = "no_spaces"
_WALL_LENGTH = 1500  # characters that a wall has at most
_MARKER_WITHIN = 500  # characters
_WALL_STATUSES = (None, 200, 403)  # None: a file of the user's
_SHORTEST = 200  # characters of a fetched page
_COVER_PAGES = 2
_COVER_LETTERS = 3000
_MEAN_TOKEN = 20  # characters between spaces
_ONE_TOKEN = 60  # characters of a text of a single token that is not just an address

_CHALLENGE = (
    "just a moment", "enable javascript and cookies", "attention required", "verify you are human",
    "verifying you are human", "verify that you are human", "confirm you are human", "are you a robot",
    "are you human", "i'm not a robot", "not a bot", "robot check", "bot detection", "bot verification",
    "checking your browser", "checking if the site connection is secure", "ddos protection by",
    "performance & security by cloudflare", "please complete the security check", "captcha",
    "unusual traffic", "pardon our interruption", "access to this page has been denied",
    "request unsuccessful. incapsula", "one more step", "making sure you're not a bot",
    "security verification",
    "please enable cookies", "please enable js", "ray id", "браузер проверяется", "проверка браузера",
    "einen moment…", "einen moment...", "un instant…", "un instant...", "un momento…", "un momento...",
    "请稍候", "安全验证", "人机验证", "验证您是真人", "請稍候", "驗證您是人類",
    "один момент…", "один момент...", "подтвердите, что вы человек", "что вы не робот",
    "підтвердьте, що ви людина", "зачекайте…",
    "しばらくお待ちください...", "しばらくお待ちください…", "人間であることを確認",
    "잠시만 기다리십시오", "사람인지 확인",
    "um momento…", "um momento...", "que você é humano", "se você é humano", "un attimo…", "un attimo...",
    "di essere un essere umano", "jeszcze chwila…", "że jesteś człowiekiem", "czy jesteś człowiekiem",
    "een moment geduld…", "dat u een mens bent", "bir dakika lütfen", "insan olduğunuzu doğrula",
    "ett ögonblick…", "لحظة…", "أنك إنسان", "dass sie ein mensch sind",
    "que vous êtes humain", "que es un ser humano",
)  # fmt: skip
_WAITING = ("…", "...")  # ends of a title that asks to wait, in any language
_NO_PAGE = (
    "page not found",
    "page cannot be found",
    "page could not be found",
    "page does not exist",
    "not found",
    "404 not found",
    "error 404",
    "404 error",
    "404 - ",
    "404: ",
    "404 – ",
    "404 | ",
    "404 page",
    "seite nicht gefunden",
    "page introuvable",
    "page non trouvée",
    "página no encontrada",
    "página não encontrada",
    "pagina non trovata",
    "pagina niet gevonden",
    "nie znaleziono strony",
    "страница не найдена",
    "сторінку не знайдено",
    "页面不存在",
    "页面未找到",
    "找不到页面",
    "找不到頁面",
    "ページが見つかりません",
    "페이지를 찾을 수 없습니다",
    "sayfa bulunamadı",
    "sidan hittades inte",
)
_LOGIN = (
    "access denied", "log in to download", "log in to continue", "login required", "please log in",
    "please login", "please sign in", "sign in to continue", "sign in to access", "sign in to read",
    "you must be logged in", "you need to log in",
    "institutional login", "access through your institution", "shibboleth", "get access to the full",
    "purchase access", "buy article", "subscribe to continue", "subscribe to read", "create an account",
    "accept cookies", "accept all cookies", "we use cookies", "this site uses cookies", "cookie consent",
    "before you continue", "cookies must be enabled", "войдите, чтобы", "требуется авторизация",
    "bitte melden sie sich an", "anmeldung erforderlich", "cookies akzeptieren", "connectez-vous",
    "accepter les cookies", "inicie sesión", "aceptar cookies", "请登录", "登录后",
)  # fmt: skip
_REPOSITORY = (
    "this is the author's version", "this is the author's final version", "this is the accepted version",
    "this is an author produced version", "this is the published version", "this is a repository copy",
    "this version is available at", "the version presented here", "citation for published",
    "citation for the published", "please cite the published version", "take down policy",
    "takedown policy", "this document is made available", "deposited in the institutional repository",
    "institutional repository", "open research online", "white rose research online", "archive ouverte",
    "hal is a multi-disciplinary", "dieses dokument wird bereitgestellt", "репозиторий",
    "el repositorio institucional", "机构知识库",
)  # fmt: skip
# Scripts without spaces, their punctuation and half-width forms; Tibetan, which sets dots between syllables.
_UNSPACED = late(f"[{UNSPACED}\u0f00-\u0fff\u3001-\u303f\uff61-\uff9f]+")
_ADDRESS = late(r"\S{0,10}://\S{1,300}(?!\S)")


def unreadable(
    text: str,
    *,
    title: str = "",
    http_status: int | None = None,
    fetched: bool = True,
    pages: int | None = None,
) -> Reason | None:
    """Why a page is not the work that it should be, or None.

    `title` is the page's own, `http_status` that of the answer (None for a file), `pages` those of a PDF.
    `fetched` False: a person saved it, who may keep a short text.
    """
    if http_status in _WALL_STATUSES and len(text) < _WALL_LENGTH:
        start = f"{title}\n{text[:_MARKER_WITHIN]}".lower().replace("’", "'")
        if _has_any(start, _CHALLENGE):
            return "challenge"
        if title.rstrip().endswith(_WAITING) and "javascript" in start and "cookie" in start:
            return "challenge"  # the two words are the same in every language
        if _has_any(start, _LOGIN):
            return "login"
        if _says_that_there_is_none(title, text):
            return "empty_text"
    if len(text.strip()) < _SHORTEST if fetched else not any(map(str.isalnum, text)):
        return "empty_text"
    if pages is not None and pages <= _COVER_PAGES and _is_cover(text):
        return "cover_only"
    return None


def _says_that_there_is_none(title: str, text: str) -> bool:
    """Whether a short page is the one that a server shows where there is none, with a 200."""
    for line in (title, text.lstrip().partition("\n")[0]):
        said = " ".join(line.lower().split())
        if said in ("404", "404.", "not found", "not found.") or said.startswith(_NO_PAGE):
            return True
    return False


def text_flags(text: str) -> tuple[str, ...]:
    """What may keep a faithful quotation from being found: `no_spaces`, where the extractor lost them."""
    text = _ADDRESS.sub(" ", text) if "://" in text else text
    spaced = _UNSPACED.sub(" ", text) if not text.isascii() else text
    if 2 * len(spaced.strip()) < len(text.strip()):
        return ()
    tokens = spaced.split()
    length = sum(map(len, tokens))
    if len(tokens) < 2 and length < _ONE_TOKEN:
        return ()
    return (NO_SPACES,) if length > _MEAN_TOKEN * len(tokens) else ()


def _is_cover(text: str) -> bool:
    letters = sum(map(str.isalpha, text))
    return letters < _COVER_LETTERS and _has_any(text.lower().replace("’", "'"), _REPOSITORY)


def _has_any(text: str, markers: tuple[str, ...]) -> bool:
    return any(marker in text for marker in markers)
