"""The call that gave a result: it makes files of it, and stands for it as data of other functions."""

import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .host import Specimen


class Call:
    """A call of a specimen with its parameters as they were sent."""

    def __init__(self, specimen: 'Specimen', given: dict[str, Any]) -> None:
        self._specimen, self._given = specimen, given

    def save(self, path: str | os.PathLike[str], part: str | None) -> tuple[str, ...]:
        """Saves the result, or one part of it."""
        return self._specimen._save(path, self._given, part)

    def facts(self, part: str | None) -> dict[str, Any]:
        """Returns the facts of the result, or of one part of it."""
        facts = self._specimen._facts(self._given)
        if part is None:
            return facts
        own: dict[str, Any] = facts['parts'][part]
        return own

    def refer(self, transport: Any, part: str | None) -> dict[str, Any]:
        """Returns the reference to the result, or to one part of it. Raises ValueError for another host."""
        home = self._specimen._transport
        if home.base != transport.base:
            raise ValueError(f'This result is of the host at {home.base}: save it, and give the path of the file.')
        own = {} if part is None else {'part': part}
        if not self._specimen.is_dynamic:
            return {'specimen': self._specimen.id, **own}
        return {'process': self._specimen.id, 'inputs': self._given, **own}
