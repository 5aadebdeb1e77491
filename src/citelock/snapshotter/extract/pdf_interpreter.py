"""The operators of a PDF page that pdfminer passes over and that hide words: clipping, opacity, layers.

It tells `Paint` of them and leaves all else to pdfminer. Like `pdf_child.py`, which alone imports it, it runs
in the child only.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pdfminer.pdfinterp import PDFPageInterpreter
from pdfminer.pdftypes import PDFObjRef, PDFStream, resolve1
from pdfminer.psparser import PSLiteral
from pdfminer.utils import apply_matrix_pt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pdfminer.pdfdocument import PDFDocument
    from pdfminer.pdfinterp import PDFStackT
    from pdfminer.utils import Matrix, PathSegment

    from citelock.snapshotter.extract.paint import Box, Paint

_MOST_CORNERS = 64  # of a path that is looked at: more is a drawing
_MOST_LAYERS = 1000
_EVERYWHERE = (float("-inf"), float("-inf"), float("inf"), float("inf"))
_BROAD = 3.0  # points


class Interpreter(PDFPageInterpreter):
    """Tells the device's `paint` what hides; `device.off` are the layers that are not shown."""

    device: Any

    @property
    def _paint(self) -> Paint:
        paint: Paint = self.device.paint
        return paint

    def do_q(self) -> None:
        """Saves the state."""
        super().do_q()
        self._paint.save()

    def do_Q(self) -> None:
        """Restores the state; more often than it was saved, it does nothing."""
        if self.gstack:
            self._paint.restore()
        super().do_Q()

    def do_W(self) -> None:
        """Clips to the path (its even-odd twin too)."""
        path = path_box(self.curpath, self.ctm)
        if path is not None:
            self._paint.clip(path[0], exact=path[1])
        elif self.curpath:
            self._paint.clip(_EVERYWHERE, exact=False)

    do_W_a = do_W

    def do_sh(self, name: object) -> None:
        """A shading."""
        self._paint.shade()

    def do_gs(self, name: PDFStackT) -> None:
        """Opacity and blending of a named state."""
        states = resolve1(self.resources.get("ExtGState"))
        state = resolve1(states.get(_name(name))) if isinstance(states, dict) else None
        if not isinstance(state, dict):
            return
        alpha, mode, mask = (resolve1(state.get(key)) for key in ("ca", "BM", "SMask"))
        plain = None
        if mode is not None or mask is not None:
            modes = mode if isinstance(mode, list) else [mode]
            plain = all(
                each is None or _name(each) in ("Normal", "Compatible") for each in modes
            ) and not isinstance(mask, dict)
        self._paint.blend(float(alpha) if isinstance(alpha, (int, float)) else None, plain)

    def do_BDC(self, tag: PDFStackT, props: PDFStackT) -> None:
        """Begins marked content, which may belong to a layer."""
        super().do_BDC(tag, props)
        self._begin(_name(tag) == "OC" and self._is_off(self._property(props)))

    def do_BMC(self, tag: PDFStackT) -> None:
        """Begins marked content."""
        super().do_BMC(tag)
        self._begin(False)

    def do_EMC(self) -> None:
        """Ends marked content."""
        super().do_EMC()
        if self._marks and self._marks.pop():
            self._paint.layer(off=False)

    def do_Do(self, xobjid_arg: PDFStackT) -> None:
        """Draws an object: what it clips and hides ends with it, and it may belong to a layer."""
        drawn = resolve1(self.xobjmap.get(_name(xobjid_arg)))
        off = isinstance(drawn, PDFStream) and "OC" in drawn and self._is_off(drawn["OC"])
        paint = self._paint
        paint.begin_object(off=off)
        try:
            super().do_Do(xobjid_arg)
        finally:
            paint.end_object()

    def do_EI(self, obj: PDFStackT) -> None:
        """Draws an image that stands in the page itself."""
        paint = self._paint
        paint.begin_object()
        try:
            super().do_EI(obj)
        finally:
            paint.end_object()

    def _begin(self, off: bool) -> None:
        self._marks.append(off)
        if off:
            self._paint.layer(off=True)

    @property
    def _marks(self) -> list[bool]:
        marks: list[bool] = self.__dict__.setdefault("_open", [])
        return marks

    def _property(self, props: object) -> object:
        """The entry that marked content names, as the reference that it is."""
        known = resolve1(self.resources.get("Properties"))
        return known.get(_name(props)) if isinstance(known, dict) and isinstance(props, PSLiteral) else props

    def _is_off(self, layer: object) -> bool:
        off: frozenset[int] = self.device.off
        if not off:
            return False
        if isinstance(layer, PDFObjRef) and layer.objid in off:
            return True
        member = resolve1(layer)
        if not isinstance(member, dict) or "OCGs" not in member:
            return False
        groups = member["OCGs"]
        listed = (
            [groups]
            if isinstance(groups, PDFObjRef) and isinstance(resolve1(groups), dict)
            else resolve1(groups)
        )
        if not isinstance(listed, list) or not listed:
            return False
        hidden = [isinstance(each, PDFObjRef) and each.objid in off for each in listed[:_MOST_LAYERS]]
        policy = _name(resolve1(member.get("P")))
        return any(hidden) if policy == "AllOn" else all(hidden) and policy in ("", "AnyOn")


def layers_off(document: PDFDocument) -> frozenset[int]:
    """The numbers of the layers that are not shown when the document is opened (ISO 32000-1, 8.11)."""
    try:
        layers = resolve1(document.catalog.get("OCProperties"))
        shown = resolve1(layers.get("D")) if isinstance(layers, Mapping) else None
        if not isinstance(shown, Mapping):
            return frozenset()
        off = _numbers(shown.get("OFF"))
        if _name(resolve1(shown.get("BaseState"))) == "OFF":
            off |= _numbers(layers.get("OCGs")) - _numbers(shown.get("ON"))
    except MemoryError:
        raise
    except Exception:  # a fault in a list of layers hides nothing
        return frozenset()
    return off


def path_box(path: Sequence[PathSegment], matrix: Matrix) -> tuple[Box, bool] | None:
    """The box around a path and whether it is a rectangle that fills it; None for none and for drawings."""
    if not path or len(path) > _MOST_CORNERS:
        return None
    points: list[tuple[float, float]] = []
    for segment in path:
        numbers = [float(number) for number in segment[1:]]
        points += [apply_matrix_pt(matrix, pair) for pair in zip(numbers[::2], numbers[1::2], strict=False)]
    if not points:
        return None
    xs, ys = [point[0] for point in points], [point[1] for point in points]
    box = (min(xs), min(ys), max(xs), max(ys))
    straight = "".join(segment[0] for segment in path) in ("mlllh", "mlll", "mllllh", "mllll")
    corners = all((x in (box[0], box[2])) and (y in (box[1], box[3])) for x, y in points)
    return box, straight and corners and len(set(points)) == 4


def broad_line(path: Sequence[PathSegment], matrix: Matrix, width: float) -> Box | None:
    """What one straight line along or across the page fills, if it is broad enough to hide letters."""
    if len(path) != 2 or "".join(segment[0] for segment in path) != "ml":
        return None
    a, b, c, d, _, _ = matrix
    half = abs(a * d - b * c) ** 0.5 * width / 2
    found = path_box(path, matrix)
    if found is None or 2 * half < _BROAD:
        return None
    x0, y0, x1, y1 = found[0]
    if y0 == y1:
        return (x0, y0 - half, x1, y1 + half)
    return (x0 - half, y0, x1 + half, y1) if x0 == x1 else None


def _numbers(listed: object) -> frozenset[int]:
    listed = resolve1(listed)
    if not isinstance(listed, list):
        return frozenset()
    return frozenset(each.objid for each in listed[:_MOST_LAYERS] if isinstance(each, PDFObjRef))


def _name(value: object) -> str:
    return str(value.name) if isinstance(value, PSLiteral) else ""
