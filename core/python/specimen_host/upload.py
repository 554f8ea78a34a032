"""Files that are brought to a host as data of functions."""

import hashlib
import io
import os
import time
import urllib.parse

from .transport import HostError

READ = 1 << 20
PIECE = 8 << 20
MOST_FAILURES = 5  # one after another, without a byte of progress
FIRST_WAIT = 0.5
PASSING = (408, 409, 429, 500, 502, 503, 504)
"""Refusals that pass: a busy or stopping host, one that is not there behind its proxy, a slow line."""


def upload(transport, path):
    """Brings a file to the host, unless it is there under this name, and returns the reference to it."""
    with open(path, 'rb') as file:
        return _bring(transport, file, os.path.basename(os.fspath(path)))


def upload_bytes(transport, data, name):
    """As `upload`, with bytes in place of a file."""
    return _bring(transport, io.BytesIO(data), name)


def _bring(transport, file, name):
    digest = hashlib.sha256()
    while piece := file.read(READ):
        digest.update(piece)
    reference = {'file': digest.hexdigest(), 'name': name}
    length = file.tell()
    if length > PIECE:
        _send_pieces(transport, file, length, reference)
    elif _find(transport, reference) is not None:
        file.seek(0)
        _send(transport, f'/api/files?{_to_query(name)}', file, 'POST', length)
    return reference


def _send_pieces(transport, file, length, reference):
    """Sends a file in pieces. Asks first how much of it is there, and again after each failure."""
    path = f'/api/files/{reference["file"]}?{_to_query(reference["name"])}'
    furthest, offset, failures = -1, None, 0
    while True:
        try:
            if offset is None:
                offset = _find(transport, reference)
                if offset is None:
                    return
            else:
                file.seek(offset)
                piece = file.read(PIECE)
                end = offset + len(piece)
                ranged = f'bytes {offset}-{end - 1}/{length}'
                _send(transport, path, io.BytesIO(piece), 'PUT', len(piece), content_range=ranged)
                if end == length:
                    return
                offset = end
            if offset > furthest:
                furthest, failures = offset, 0
        except (HostError, ConnectionError) as error:
            failures += 1
            if isinstance(error, HostError) and error.status not in PASSING or failures >= MOST_FAILURES:
                raise
            offset = None
            if failures > 1:
                time.sleep(FIRST_WAIT * 2 ** (failures - 2))


def _send(transport, path, file, method, length, **headers):
    headers |= {'content_type': 'application/octet-stream', 'content_length': str(length)}
    with transport.open(path, file=file, method=method, **headers) as answer:
        transport.read(answer)


def _find(transport, reference):
    """Returns how many bytes of a file the host has; None where all of it is there, under this name."""
    try:
        known = transport.json(f'/api/files/{reference["file"]}')
    except HostError as error:
        if error.code == 'file.missing':
            return error.upload_offset
        raise
    return None if known['name'] == reference['name'] else 0


def _to_query(name):
    return urllib.parse.urlencode({'name': name})
