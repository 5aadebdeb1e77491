"""What the tests of the threat table share: a base in order, and claims of somebody who forges."""

from __future__ import annotations

from tests.support import pull_requests as pr
from tests.support.histories import File, History
from tests.support.rule_cases import QUOTE, TEXT

FORGED = {"quote": "tying each statement to a passage removed every unsupported statement from the answers"}
OTHER = "The effect does not depend on the size of the model."
OTHER_QUOTE = {"quote": "the effect does not depend on the size of the model"}
DOCTORED = TEXT.replace(QUOTE, FORGED["quote"] + ", and " + QUOTE)
CANARY = "canary-7d1f-must-not-be-seen"


def base_of(history: History, files: dict[str, File] | None = None, *listed: pr.Json) -> str:
    written = pr.claims(*(listed or [pr.claim()]))
    return history.commit({**pr.SOUND, "claims.json": written, **(files or {})}, clear=True)


def forged_claims() -> str:
    return pr.claims(pr.claim(), pr.claim("c2", OTHER, **FORGED))
