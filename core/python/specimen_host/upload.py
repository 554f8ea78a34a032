"""Files that are brought to a host as data of functions."""

import hashlib
import io
import os
import urllib.parse

from .transport import HostError

PIECE = 1 << 20


def upload(transport, path):
    """Brings a file to the host, unless it is there under this name, and returns the reference to it."""
    with open(path, 'rb') as file:
        return _bring(transport, file, os.path.basename(os.fspath(path)))


def upload_bytes(transport, data, name):
    """As `upload`, with bytes in place of a file."""
    return _bring(transport, io.BytesIO(data), name)


def _bring(transport, file, name):
    digest = hashlib.sha256()
    while piece := file.read(PIECE):
        digest.update(piece)
    reference = {'file': digest.hexdigest(), 'name': name}
    if _find(transport, reference['file']) == name:
        return reference
    length = file.tell()
    file.seek(0)
    query = urllib.parse.urlencode({'name': name})
    headers = {'content_type': 'application/octet-stream', 'content_length': str(length)}
    with transport.open(f'/api/files?{query}', file=file, method='POST', **headers) as answer:
        transport.read(answer)
    return reference


def _find(transport, digest):
    """Returns the name under which this caller has brought a file; None where it has not."""
    try:
        return transport.json(f'/api/files/{digest}')['name']
    except HostError as error:
        if error.code == 'file.missing':
            return None
        raise
