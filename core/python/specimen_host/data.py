"""Data of functions: results of other calls, files and arrays become the references that parameters take."""

import json
import os

from .result import COUNTS, IN_ENVELOPE, REQUIRED, SIZES, Result, numpy
from .upload import upload, upload_bytes

SAMPLES = {'volume': ('spacing', 'origin'), 'image': ()}
NUMPY_NEEDED = 'Arrays as data need NumPy; give the path of a file, as pathlib.Path(...), or a result of the host.'


def to_params(transport, params, schema):
    """Returns parameters as JSON has them. Brings files and arrays to the host, where they are not there yet."""
    taker = _Taker(transport, schema)
    return {name: taker.take(value, taker.inside(schema, name)) for name, value in params.items()}


class _Taker:
    def __init__(self, transport, root):
        self._transport, self._root = transport, root

    def take(self, value, schema):
        if isinstance(value, Result):
            return value._refer(self._transport)
        if isinstance(value, os.PathLike):
            return upload(self._transport, value)
        kinds = self.kinds(schema)
        if kinds and (_is_array(value) or _has_arrays(value)):
            return upload_bytes(self._transport, encode_envelope(value, kinds), 'array.envelope')
        if _is_array(value):
            return value.tolist()
        if isinstance(value, dict):
            return {name: self.take(own, self.inside(schema, name)) for name, own in value.items()}
        if isinstance(value, (list, tuple)):
            return [self.take(own, self.inside(schema, place)) for place, own in enumerate(value)]
        return value.item() if numpy is not None and isinstance(value, numpy.generic) else value

    def _branches(self, schema, depth=0):
        """Yields the schemas that a value may fit: behind a reference, and of a union."""
        if not isinstance(schema, dict) or depth > 8:
            return
        target = schema.get('$ref')
        if isinstance(target, str):
            name = target.removeprefix('#/$defs/')
            yield from self._branches((self._root.get('$defs') or {}).get(name), depth + 1)
        yield schema
        for branch in schema.get('anyOf') or ():
            yield from self._branches(branch, depth + 1)

    def kinds(self, schema):
        """Returns the kinds of data that a schema takes; none for other values."""
        return [kind for branch in self._branches(schema) for kind in branch.get('data') or ()]

    def inside(self, schema, step):
        """Returns the schema of a member or item; None where there is none."""
        for branch in self._branches(schema):
            if isinstance(step, str):
                own = (branch.get('properties') or {}).get(step, branch.get('additionalProperties'))
            else:
                first = branch.get('prefixItems') or []
                own = first[step] if step < len(first) else branch.get('items')
            if isinstance(own, dict):
                return own
        return None


def encode_envelope(value, kinds):
    """
    Returns the envelope of an array, or of a dict of arrays by the names that results have. Raises ValueError for
    what none of the kinds holds, and for members without a place in an envelope.
    """
    if numpy is None:
        raise ValueError(NUMPY_NEEDED)
    fields = dict(value) if isinstance(value, dict) else _name_array(value, kinds)
    kind = fields.pop('type', None) or _find_kind(fields, kinds)
    if kind not in kinds:
        raise ValueError(f'The data must be {" or ".join(kinds)} (got {kind}).')
    head, blocks = {'type': kind}, []
    if kind in SAMPLES:
        data = numpy.asarray(fields.pop('data'))
        _check_samples(kind, data)
        if kind == 'volume':
            head['shape'] = data.shape
        else:
            head['height'], head['width'], head['channels'] = data.shape if data.ndim == 3 else (*data.shape, 1)
        for name in SAMPLES[kind]:
            if fields.get(name) is not None:
                head[name] = [float(number) for number in fields.pop(name)]
        head['dtype'] = data.dtype.name
        blocks.append(_to_bytes(data, data.dtype.name))
    for name, dtype, group in IN_ENVELOPE.get(kind, ()):
        given = fields.pop(name, None)
        array = numpy.asarray([] if given is None else given)
        if array.size % group:
            raise ValueError(f'{name} must be groups of {group} numbers (got {array.size} numbers).')
        blocks.append(_to_exact(name, array, dtype))
        count = array.size if name == 'indices' else array.size // group
        head[f'{COUNTS[name]}_count'], head[f'{COUNTS[name]}_dtype'] = count, dtype
    if kind == 'labels':
        texts = json.dumps([str(text) for text in fields.pop('texts', ())]).encode()
        head['text_count'], head['text_bytes'] = head['point_count'], len(texts)
        blocks.append(texts)
    left = [name for name, own in fields.items() if own is not None]
    if left:
        raise ValueError(f'{", ".join(left)} of arrays cannot be sent along: leave it out, or give the path of a file.')
    preamble = json.dumps(head).encode()
    return b''.join([len(preamble).to_bytes(4, 'little'), preamble, *blocks])


def _is_array(value):
    return numpy is not None and isinstance(value, numpy.ndarray) or isinstance(value, memoryview)


def _has_arrays(value):
    return isinstance(value, dict) and any(map(_is_array, value.values()))


def _name_array(array, kinds):
    """Returns the only reading of an array without names."""
    array = numpy.asarray(array)
    readings = {
        'volume': array.ndim == 3 and not (array.shape[2] <= 4 and 'image' in kinds),
        'image': array.ndim == 2 or (array.ndim == 3 and array.shape[2] <= 4),
        'point_cloud': array.ndim == 2 and array.shape[1] == 3,
    }
    fitting = [kind for kind, fits in readings.items() if fits and kind in kinds]
    if len(fitting) != 1:
        wanted = "{'vertices': …, 'indices': …}" if 'mesh' in kinds else "{'type': …, 'points': …}"
        raise ValueError(
            f'An array of {array.shape} is not clear as {" or ".join(kinds)}: give a dict of arrays, as {wanted}.'
        )
    name = 'points' if fitting[0] == 'point_cloud' else 'data'
    return {'type': fitting[0], name: array}


def _find_kind(fields, kinds):
    """Returns the kind whose lists, or samples, are all there, and which has a place for most of what is given."""
    places = {kind: [name for name, _, _ in IN_ENVELOPE.get(kind, [('data', '', 1)])] for kind in kinds}
    fitting = [
        kind for kind, names in places.items()
        if all(name in fields for name in names if name in REQUIRED or name == 'data')
    ]
    if fitting:
        return max(fitting, key=lambda kind: len(set(fields) & {*places[kind], *SAMPLES.get(kind, ())}))
    wanted = ' or '.join(f'{kind} ({", ".join(names)})' for kind, names in places.items())
    raise ValueError(f'The arrays must be those of {wanted} (got {", ".join(fields)}).')


def _check_samples(kind, data):
    if data.dtype.name not in SIZES or (kind == 'image' and data.dtype.name not in ('uint8', 'uint16')):
        wanted = 'uint8 or uint16' if kind == 'image' else ', '.join(SIZES)
        raise ValueError(f'The samples must be {wanted} (got {data.dtype}): choose one with array.astype(...).')
    if data.ndim != 3 and not (kind == 'image' and data.ndim == 2):
        wanted = '[depth, height, width]' if kind == 'volume' else '[height, width] or [height, width, channels]'
        raise ValueError(f'The samples must be an array of {wanted} (got {list(data.shape)}).')


def _to_exact(name, array, dtype):
    """Positions are rounded to float32, as functions have them; whole numbers stay what they are."""
    if numpy.dtype(dtype).kind == 'u' and array.size:
        most = numpy.iinfo(dtype).max
        if not (array == numpy.floor(array)).all() or array.min() < 0 or array.max() > most:
            raise ValueError(f'{name} must be whole numbers of 0 to {most}.')
    return _to_bytes(array, dtype)


def _to_bytes(array, dtype):
    return numpy.ascontiguousarray(array, numpy.dtype(dtype).newbyteorder('<')).tobytes()
