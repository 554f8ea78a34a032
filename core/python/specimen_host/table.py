"""The columns of tables: dicts of arrays by the names of the columns, and data frames of them."""

import array
import importlib
import json
import math
from typing import Any

FRAMES = {'pandas': 'DataFrame', 'polars': 'DataFrame'}


def take_columns(head, take):
    """Returns the members of a table of an envelope, whose blocks `take` takes in their order. Raises ValueError."""
    count = head.get('row_count')
    read = []
    for column in _dicts_of(head.get('columns')):
        if column.get('dtype') == 'float64':
            values = take('float64', count)
        elif column.get('dtype') == 'text':
            values = _to_texts(json.loads(bytes(take('uint8', column.get('bytes')))))
        else:
            raise ValueError('The dtype of a column must be float64 or text.')
        if len(values) != count:
            raise ValueError(f'A column must have row_count values, {count} (got {len(values)}).')
        read.append((column, values))
    return _to_members(read)


def read_columns(value, to_array):
    """Returns the members of a table as JSON, whose null is a missing number. Raises ValueError."""
    read = []
    for column in _dicts_of(value.get('columns')):
        values = column.get('values')
        if not isinstance(values, list):
            raise ValueError('The values of a column must be a list.')
        if column.get('dtype') == 'text':
            read.append((column, _to_texts(values)))
            continue
        try:
            numbers = array.array('d', [math.nan if item is None else item for item in values])
        except TypeError as error:
            raise ValueError(f'A column must have numbers and null ({error}).') from None
        read.append((column, to_array(memoryview(numbers).cast('B'), 'float64', (len(numbers),))))
    return _to_members(read)


def to_frame(table, library: str | None) -> Any:
    """Returns a table as a data frame of a library, or of the one that is installed. Raises ImportError without."""
    for name in FRAMES if library is None else [library]:
        if name not in FRAMES:
            raise ValueError(f'The library must be {" or ".join(FRAMES)} (got {name!r}).')
        try:
            module = importlib.import_module(name)
        except ImportError:
            continue
        return getattr(module, FRAMES[name])({name: list(values) if isinstance(values, tuple) else values
                                              for name, values in table.columns.items()})
    raise ImportError(f'A data frame needs {library or " or ".join(FRAMES)}; `columns` has the arrays without.')


def _to_members(read):
    columns = {column.get('name'): values for column, values in read}
    if len(columns) < len(read) or not read or not all(isinstance(name, str) for name in columns):
        raise ValueError('Each column must have a name of its own.')
    if len({len(values) for values in columns.values()}) > 1:
        raise ValueError('All columns must be equally long.')
    return {'columns': columns, 'units': {column['name']: column['unit'] for column, _ in read if column.get('unit')}}


def _dicts_of(columns):
    if not isinstance(columns, list) or not all(isinstance(column, dict) for column in columns):
        raise ValueError('columns must be a list of objects.')
    return columns


def _to_texts(values):
    if not isinstance(values, list) or not all(isinstance(text, str) for text in values):
        raise ValueError('The values of a column of texts must be texts.')
    return tuple(values)
