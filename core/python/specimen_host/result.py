"""Results, and their decoders: the binary envelope of version 1, scenes of several, and JSON."""

import array
import base64
import json
import math
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from .table import read_columns, take_columns, to_frame

if TYPE_CHECKING:
    from .call import Call

try:
    import numpy
except ImportError:
    numpy = None

DTYPES = {
    'int8': 'b', 'uint8': 'B', 'int16': 'h', 'uint16': 'H', 'int32': 'i', 'uint32': 'I', 'float32': 'f', 'float64': 'd',
}
SIZES = {name: memoryview(b'').cast(code).itemsize for name, code in DTYPES.items()}
OF_POINTS = [('colors', 'uint8', 3), ('scalars', 'float32', 1)]
# Name, element type and elements of a group of each list of a kind, in the order of its blocks.
LISTS = {
    'mesh': [('vertices', 'float32', 3), ('indices', 'uint32', 3), ('normals', 'float32', 3),
             ('colors', 'uint8', 3), ('scalars', 'float32', 1)],
    'point_cloud': [('points', 'float32', 3), *OF_POINTS],
    'lines': [('points', 'float32', 3), ('starts', 'uint32', 1), *OF_POINTS],
    'arrows': [('points', 'float32', 3), ('vectors', 'float32', 3), *OF_POINTS],
    'labels': [('points', 'float32', 3)],
    'table': [('points', 'float32', 3)],
}
COUNTS = {'vertices': 'vertex', 'indices': 'index', 'normals': 'normal', 'points': 'point', 'colors': 'color',
          'scalars': 'scalar', 'starts': 'start', 'vectors': 'vector'}
# Lists that are there even when they are empty.
REQUIRED = ('vertices', 'indices', 'points', 'vectors')
# Version 1 of the envelope has no colours and scalars of a mesh.
IN_ENVELOPE = {**LISTS, 'mesh': LISTS['mesh'][:3]}
TEXTS = ('unit', 'valueName', 'valueUnit', 'orientation', 'space', 'plot', 'x', 'y')
GRID = ('shape', 'spacing', 'origin', 'direction', 'frame', 'frames', 'width', 'height', 'channels', 'dtype',
        'offset', 'labels', 'window')


class Result:
    """A mesh, volume, point cloud, image, lines, arrows, labels, a table or a scene: arrays and texts are attributes, by the
    API's names. `parts` of a scene are its results by name: `result.parts['brain'].vertices`, or
    `result.parts.brain.vertices`; each may have a `look` and a `place`, three rows of four numbers. A part that this
    result may lack, and does, is None as an attribute, and no item.

    `notes` are sentences on what it leaves out and what was assumed. `labels` stands in volumes of labels: the values
    that have a name, as dicts of `value`, `name` and maybe `color`. `window` of a volume are the two values between which
    its file or scanner chose to show it. `columns` of a table are its arrays by name, where NaN is a missing number and
    texts are tuples; `units` are those of the columns that have one.

    A result of a host is data for its functions: `host.smooth(mesh=result)` sends a reference to the call that gave it.
    """

    notes: tuple[str, ...] = ()

    def __init__(
        self,
        fields: dict[str, Any],
        call: 'Call | None' = None,
        part: str | None = None,
        optional: Iterable[str] = (),
    ) -> None:
        self.__dict__.update(fields)
        self._call, self._part = call, part
        if fields.get('type') == 'scene':
            self.__dict__['parts'] = Parts(fields['parts'], call, optional)

    def save(self, path: str | os.PathLike[str]) -> tuple[str, ...]:
        """Saves it in the form of the ending, which the host makes: .stl, .glb, .nii and others. Returns its notes."""
        return self._made_by().save(path, self._part)

    def facts(self) -> dict[str, Any]:
        """Returns its facts, as the host measures them: bounds, area, volume, statistics."""
        return self._made_by().facts(self._part)

    def to_frame(self, library: str | None = None) -> Any:
        """Returns a table as a data frame of 'pandas' or 'polars'; None takes the one that is installed."""
        if self.type != 'table':
            raise ValueError(f'A {self.type} has no columns.')
        return to_frame(self, library)

    def _refer(self, transport):
        return self._made_by().refer(transport, self._part)

    def _made_by(self):
        if self._call is None:
            raise ValueError('This result is of no host, which makes files and measures.')
        return self._call

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

    def __repr__(self) -> str:
        if self.type == 'scene':
            return f'<scene: {", ".join(f"{name} ({part.type})" for name, part in self.parts.items())}>'
        if self.type == 'table':
            return f'<table: {", ".join(f"{name} ({len(values)})" for name, values in self.columns.items())}>'
        shapes = [f'{name} {value.shape}' for name, value in vars(self).items() if hasattr(value, 'shape')]
        return f'<{self.type}: {", ".join(shapes)}>'


class Parts(Mapping[str, Result]):
    """The parts of a scene: a mapping of names to results, which are attributes too, where no method has the name."""

    def __init__(
        self, parts: dict[str, dict[str, Any]], call: 'Call | None' = None, optional: Iterable[str] = ()
    ) -> None:
        self._parts = {name: Result(fields, call, name) for name, fields in parts.items()}
        self._absent = frozenset(optional) - set(self._parts)

    def __getitem__(self, name: str) -> Result:
        return self._parts[name]

    def __getattr__(self, name: str) -> Any:
        if name in self.__dict__.get('_parts', {}):
            return self._parts[name]
        if name in self.__dict__.get('_absent', ()):
            return None
        raise AttributeError(f'The scene has no part {name!r}; it has {", ".join(self.__dict__.get("_parts", {}))}.')

    def __iter__(self) -> Iterator[str]:
        return iter(self._parts)

    def __len__(self) -> int:
        return len(self._parts)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._parts]

    def __repr__(self) -> str:
        return f'<parts: {", ".join(self._parts)}>'


def decode_envelope(data: bytes | bytearray | memoryview) -> dict[str, Any]:
    """Returns the members of an envelope, arrays as views of `data`. Raises ValueError for anything else."""
    view = memoryview(data).cast('B')
    start = 4 + int.from_bytes(view[:4], 'little')
    if len(view) < 4 or start > len(view):
        raise ValueError('The envelope is truncated.')
    head = json.loads(bytes(view[4:start]))
    at = start

    def take(dtype, *shape):
        nonlocal at
        if dtype not in DTYPES:
            raise ValueError(f'The element type {dtype!r} is none of an envelope.')
        _check_extents(shape)
        begin, at = at, at + math.prod(shape) * SIZES[dtype]
        if at > len(view):
            raise ValueError('The envelope is truncated, or a count is wrong.')
        return _to_array(view[begin:at], dtype, shape)

    kind = head.get('type') if isinstance(head, dict) else None
    if kind in LISTS:
        fields = {}
        if kind == 'table':
            fields = take_columns(head, take)
        for name, dtype, group in IN_ENVELOPE[kind]:
            prefix = COUNTS[name]
            if head.get(f'{prefix}_dtype') != dtype:
                raise ValueError(f'{prefix}_dtype must be {dtype}.')
            count = head.get(f'{prefix}_count')
            _check_extents([count])
            if name == 'indices':
                if count % 3:
                    raise ValueError('index_count must be a multiple of 3.')
                count //= 3
            array = take(dtype, count, group) if group > 1 else take(dtype, count)
            if count or (name in REQUIRED and kind != 'table'):
                fields[name] = array
        if kind == 'labels':
            length = head.get('text_bytes')
            _check_extents([length, head.get('text_count')])
            if at + length > len(view):
                raise ValueError('The envelope is truncated, or a count is wrong.')
            fields['texts'] = _to_texts(json.loads(bytes(view[at : at + length])), head['text_count'])
            at += length
    else:
        shape = _shape_of(head, kind)
        fields = {'data': take(head.get('dtype'), *shape)}
    if at != len(view):
        raise ValueError('Bytes follow the last block.')
    return {'type': kind, **_pick(head), **fields}


def decode_scene(data: bytes | bytearray | memoryview) -> dict[str, Any]:
    """Returns the members of a scene, with those of each part by name, arrays as views of `data`. Raises ValueError."""
    view = memoryview(data).cast('B')
    at = 4 + int.from_bytes(view[:4], 'little')
    if len(view) < 4 or at > len(view):
        raise ValueError('The scene is truncated.')
    head = json.loads(bytes(view[4:at]))
    entries = head.get('parts') if isinstance(head, dict) and head.get('type') == 'scene' else None
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise ValueError('The bytes are no scene.')

    def take(length):
        nonlocal at
        _check_extents([length])
        begin, at = at, at + length
        if at > len(view):
            raise ValueError('The scene is truncated, or a length is wrong.')
        return view[begin:at]

    parts = {}
    for entry in entries:
        fields = decode_envelope(take(entry.get('bytes')))
        if fields['type'] != entry.get('kind'):
            raise ValueError('kind must be that of the envelope.')
        members, blocks = entry.get('members', {}), entry.get('blocks', [])
        if not isinstance(members, dict) or not all(isinstance(block, dict) for block in blocks):
            raise ValueError('members must be an object, and each block one.')
        fields.update(_pick(members))
        for block in blocks:
            held = take(block.get('bytes'))
            for name, dtype, group in LISTS.get(fields['type'], []):
                if name != block.get('name'):
                    continue
                if block.get('dtype') != dtype or len(held) % (SIZES[dtype] * group):
                    raise ValueError(f'{name} must be groups of {group} {dtype}.')
                count = len(held) // (SIZES[dtype] * group)
                fields[name] = _to_array(held, dtype, (count, group) if group > 1 else (count,))
        parts[entry.get('name')] = {**fields, **_pick_look(entry)}
    if at != len(view):
        raise ValueError('Bytes follow the last part.')
    if len(parts) < len(entries) or sorted(entry.get('order', -1) for entry in entries) != [*range(len(entries))]:
        raise ValueError('Each part must have a name and an order of its own.')
    names = [entry['name'] for entry in sorted(entries, key=lambda entry: entry['order'])]
    return {'type': 'scene', **_pick(head), 'parts': {name: parts[name] for name in names}}


def decode_json(value: Any) -> dict[str, Any]:
    """Returns the members of a result as JSON, arrays in copies. Raises ValueError for anything else."""
    kind = value.get('type') if isinstance(value, dict) else None
    if kind == 'scene':
        parts = value.get('parts')
        if not isinstance(parts, dict):
            raise ValueError('parts must be an object of results by name.')
        read = {name: {**decode_json(part), **_pick_look(part)} for name, part in parts.items()}
        return {'type': kind, **_pick(value), 'parts': read}
    fields = {}
    for name, dtype, group in LISTS.get(kind, []):
        if name not in value:
            continue
        fields[name] = _from_list(value[name], dtype, group)
    if kind == 'table':
        fields.update(read_columns(value, _to_array))
    if kind == 'labels':
        fields['texts'] = _to_texts(value.get('texts'), len(value['points']) // 3)
    if kind not in LISTS:
        shape = _shape_of(value, kind)
        dtype = value.get('dtype')
        if dtype not in DTYPES:
            raise ValueError(f'The element type {dtype!r} is none of a result.')
        data = base64.b64decode(value.get('data', ''), validate=True)
        if len(data) != math.prod(shape) * SIZES[dtype]:
            raise ValueError('data has another length than its shape.')
        fields['data'] = _to_array(memoryview(data), dtype, shape)
    return {'type': kind, **_pick(value), **fields}


def decode_notes(header: str | None) -> tuple[str, ...]:
    """Returns the sentences of the header Specimen-Notes; none for one that is no list of strings."""
    items = re.findall(r'"((?:[^"\\]|\\["\\])*)"', header or '')
    return tuple(unquote(re.sub(r'\\(["\\])', r'\1', item)) for item in items)


def _to_texts(texts, count):
    if not isinstance(texts, list) or len(texts) != count or not all(isinstance(text, str) for text in texts):
        raise ValueError(f'texts must be {count} texts, one for each point.')
    return tuple(texts)


def _shape_of(head, kind):
    if kind == 'volume':
        shape = head.get('shape')
    elif kind == 'image':
        shape = [head.get(name) for name in ('height', 'width', 'channels')]
    else:
        raise ValueError(f'{kind!r} is no kind of result.')
    _check_extents(shape)
    return shape


def _check_extents(shape):
    fits = isinstance(shape, (list, tuple)) and all(type(extent) is int and extent >= 0 for extent in shape)
    if not fits:
        raise ValueError(f'A count must be a whole number of at least 0 (got {shape!r}).')


def _pick(head):
    fields = {name: head[name] for name in (*TEXTS, *GRID) if name in head}
    if isinstance(head.get('notes'), list):
        fields['notes'] = tuple(str(note) for note in head['notes'])
    if numpy is not None and 'direction' in fields:
        fields['direction'] = numpy.array(fields['direction'], float)
    return fields


def _pick_look(part):
    return {name: part[name] for name in ('look', 'place') if name in part}


def _to_array(view, dtype, shape):
    if numpy is not None:
        return numpy.frombuffer(view, numpy.dtype(dtype).newbyteorder('<')).reshape(shape)
    if sys.byteorder != 'little':
        raise ValueError('A machine of this byte order needs numpy.')
    flat = view.cast(DTYPES[dtype])
    return view.cast('B').cast(DTYPES[dtype], list(shape)) if math.prod(shape) and len(shape) > 1 else flat


def _from_list(values, dtype, group):
    if not isinstance(values, list) or len(values) % group:
        raise ValueError(f'A list must have {group} numbers for each of its groups.')
    try:
        packed = memoryview(array.array(DTYPES[dtype], values)).cast('B')
    except (TypeError, OverflowError) as error:
        raise ValueError(f'A list must have numbers of {dtype} ({error}).') from None
    return _to_array(packed, dtype, (len(values) // group, group) if group > 1 else (len(values),))
