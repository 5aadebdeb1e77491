"""How long a server asks to be left alone: its `Retry-After`, in seconds or as a date, repeated or not.

Reading it is urllib3's; what is done about it is for whoever asked.
"""

from __future__ import annotations

from urllib3.util.retry import Retry

_LONGEST = 200  # characters of the header that are looked at


def seconds_asked(header: str | None) -> float:
    """The longest time that a header asks for, in seconds from now; 0 without one, or for what is none.

    A date holds a comma itself, and commas join repeated headers, so the whole value is read first.

    >>> seconds_asked("7"), seconds_asked("3, 90"), seconds_asked("Wed, 21 Oct 2015 07:28:00 GMT")
    (7.0, 90.0, 0.0)
    """
    asked = (header or "")[:_LONGEST]
    for parts in ([asked], asked.split(",")):
        read = [_moment(part.strip()) for part in parts]
        known = [seconds for seconds in read if seconds is not None]
        if known:
            return max(known)
    return 0.0


def _moment(part: str) -> float | None:
    try:
        return float(Retry().parse_retry_after(part))
    except Exception:  # urllib3 raises InvalidHeader and, for odd dates, others
        return None
