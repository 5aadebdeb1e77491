"""What many sites show around their text, word for word: it would join strangers (verify.md, section 5).

Notices of archives, of cookies, of subscriptions. A line that holds one of these phrases and is short is left
out before shingles are made; never a passage only because it recurs: a press release recurs as well.
"""

from __future__ import annotations

LONGEST = 600  # characters of a line that can be a notice
SHORT = 60  # and where articles use the words too

BANNERS = (
    # archives
    "the wayback machine - http", "this is a digitized version of an article from",
    "this page was archived", "you are viewing an archived",
    "internet archive's wayback machine", "архивировано из первоисточника", "archivierte version",
    # cookies and consent
    "we use cookies", "this site uses cookies", "this website uses cookies", "our site uses cookies",
    "accept all cookies", "accept cookies",
    "cookie preferences", "manage your cookies", "consent to the use of cookies", "your privacy choices",
    "we value your privacy", "store and/or access information on a device", "we and our partners",
    "мы используем cookie", "мы используем файлы cookie", "сайт использует cookie",
    "сайт использует файлы cookie", "продолжая использовать сайт",
    "wir verwenden cookies", "diese website verwendet cookies", "wir nutzen cookies",
    "alle cookies akzeptieren", "cookie-einstellungen", "nous utilisons des cookies",
    "ce site utilise des cookies", "accepter les cookies", "utilizamos cookies",
    "este sitio utiliza cookies", "este sitio web utiliza cookies", "aceptar cookies", "usiamo i cookie",
    "questo sito utilizza cookie", "utilizziamo i cookie", "usamos cookies", "este site utiliza cookies",
    "wij gebruiken cookies", "deze website gebruikt cookies", "používáme cookies", "używamy plików cookie",
    "ta strona używa plików cookie", "çerezleri kullanıyoruz", "クッキーを使用", "cookieを使用",
    "本网站使用cookie", "我们使用cookie", "使用cookie来", "本網站使用cookie", "쿠키를 사용합니다",
    # subscription, newsletters, accounts
    "subscribe to our newsletter", "sign up for our newsletter", "sign up to our newsletter",
    "join our newsletter", "get the latest news delivered",
    "subscribe for full access", "already a subscriber",
    "create a free account", "log in to continue reading", "sign in to continue",
    "this article is for subscribers", "support our journalism",
    "support independent journalism", "подпишитесь на нашу рассылку", "подписывайтесь на наш",
    "подписаться на рассылку", "читайте нас в", "newsletter abonnieren", "jetzt abonnieren",
    "abonnez-vous à notre newsletter", "inscrivez-vous à notre newsletter", "suscríbete a nuestro boletín",
    "iscriviti alla newsletter", "订阅我们的", "订阅电子报", "ニュースレターに登録",
    # sharing, rights, scripts
    "all rights reserved", "share on facebook", "share on twitter", "share this article",
    "skip to main content", "skip to content",
    "please enable javascript", "все права защищены",
    "alle rechte vorbehalten", "tous droits réservés", "todos los derechos reservados", "版权所有",
    "無断転載を禁じ",
)  # fmt: skip

# What articles speak of as well: only a line of a few words is a notice by these.
SHORT_BANNERS = (
    "archived from the original", "uses cookies to", "cookie policy", "cookie settings",
    "legitimate interest", "обработку персональных данных", "subscribe now", "already have an account",
    "unlimited access", "cancel anytime", "terms of service", "terms of use", "privacy policy",
    "enable javascript", "advertisement", "delivered to your inbox", "straight to your inbox",
)  # fmt: skip


def without_banners(text: str) -> str:
    """The text without its lines that are notices: short ones that hold a phrase of the list."""
    return "\n".join(line for line in text.split("\n") if not is_banner(line))


def is_banner(line: str) -> bool:
    """Whether a line is a notice of the site and no part of its text."""
    if not line or len(line) > LONGEST:
        return False
    folded = line.casefold().replace("’", "'")
    phrases = BANNERS if len(line) > SHORT else (*BANNERS, *SHORT_BANNERS)
    return any(phrase in folded for phrase in phrases)
