"""Results, and their decoders: the binary envelope of version 1, and JSON."""

import array
import base64
import json
import math
import os
import re
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

try:
    import numpy
except ImportError:
    numpy = None

DTYPES = {
    'int8': 'b', 'uint8': 'B', 'int16': 'h', 'uint16': 'H', 'int32': 'i', 'uint32': 'I', 'float32': 'f', 'float64': 'd',
}
SIZES = {name: memoryview(b'').cast(code).itemsize for name, code in DTYPES.items()}
# Name, element type and elements of a group of each list of a kind, in the order of its blocks.
LISTS = {
    'mesh': [('vertices', 'float32', 3), ('indices', 'uint32', 3), ('normals', 'float32', 3),
             ('colors', 'uint8', 3), ('scalars', 'float32', 1)],
    'point_cloud': [('points', 'float32', 3), ('colors', 'uint8', 3), ('scalars', 'float32', 1)],
}
COUNTS = {'vertices': 'vertex', 'indices': 'index', 'normals': 'normal', 'points': 'point', 'colors': 'color',
          'scalars': 'scalar'}
IN_ENVELOPE = {'mesh': 3, 'point_cloud': 3}
TEXTS = ('unit', 'valueName', 'valueUnit', 'orientation', 'space')
GRID = ('shape', 'spacing', 'origin', 'direction', 'frame', 'frames', 'width', 'height', 'channels', 'dtype',
        'offset', 'labels', 'window')


class Result:
    """A mesh, volume, point cloud or image: its arrays and texts are attributes, by the names of the API.

    `notes` are sentences on what it leaves out and what was assumed. `labels` stands in volumes of labels: the values
    that have a name, as dicts of `value`, `name` and maybe `color`. `window` of a volume are the two values between which
    its file or scanner chose to show it.
    """

    notes: tuple[str, ...] = ()

    def __init__(
        self, fields: dict[str, Any], save: Callable[[str | os.PathLike[str]], tuple[str, ...]] | None = None
    ) -> None:
        self.__dict__.update(fields)
        self._save = save

    def save(self, path: str | os.PathLike[str]) -> tuple[str, ...]:
        """Saves it in the form of the ending, which the host makes: .stl, .glb, .nii and others. Returns its notes."""
        if self._save is None:
            raise ValueError('This result is of no host, which makes the files.')
        return self._save(path)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

    def __repr__(self) -> str:
        shapes = [f'{name} {value.shape}' for name, value in vars(self).items() if hasattr(value, 'shape')]
        return f'<{self.type}: {", ".join(shapes)}>'


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
        for name, dtype, group in LISTS[kind][: IN_ENVELOPE[kind]]:
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
            if count or name in ('vertices', 'indices', 'points'):
                fields[name] = array
    else:
        shape = _shape_of(head, kind)
        fields = {'data': take(head.get('dtype'), *shape)}
    if at != len(view):
        raise ValueError('Bytes follow the last block.')
    return {'type': kind, **_pick(head), **fields}


def decode_json(value: Any) -> dict[str, Any]:
    """Returns the members of a result as JSON, arrays in copies. Raises ValueError for anything else."""
    kind = value.get('type') if isinstance(value, dict) else None
    fields = {}
    for name, dtype, group in LISTS.get(kind, []):
        if name not in value:
            continue
        fields[name] = _from_list(value[name], dtype, group)
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
