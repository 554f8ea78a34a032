"""Requests to one host, and its refusals."""

import http.client
import json
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterable
from typing import Any

ANSWER_SECONDS = 600
LARGEST_REFUSAL = 1 << 20


class HostError(Exception):
    """A refusal or failure, with the host's words."""

    code: str
    status: int
    errors: tuple[dict[str, Any], ...]
    upload_offset: int
    """How many bytes of a file the host has, where it is not whole yet."""

    def __init__(
        self, detail: str, code: str = '', status: int = 0, errors: Iterable[dict[str, Any]] = (),
        upload_offset: int = 0,
    ) -> None:
        super().__init__(detail)
        self.code, self.status, self.errors, self.upload_offset = code, status, tuple(errors), upload_offset


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Refuses redirects: urllib would send the token along."""

    def redirect_request(self, *_):
        return None


class Transport:
    """Sends requests below one address, with a token where there is one."""

    def __init__(self, url, token=None):
        parts = urllib.parse.urlsplit(url)
        if parts.scheme not in ('http', 'https') or not parts.hostname:
            raise ValueError(f'The address of a host must begin with http:// or https:// (got {url!r}).')
        self.base = url.split('?')[0].split('#')[0].rstrip('/')
        self._token = token
        self._opener = urllib.request.build_opener(_NoRedirect)

    def open(self, path, body=None, method=None, file=None, **headers):
        """Returns an open answer. Raises HostError for a refusal, ConnectionError where no host answers.

        `file` is an open file that is sent as it is, in place of `body`; its content-length is in `headers`.
        """
        data = file if body is None else json.dumps(body, allow_nan=False).encode()
        sent = {name.replace('_', '-'): value for name, value in headers.items()}
        if body is not None:
            sent['content-type'] = 'application/json'
        if self._token is not None:
            sent['authorization'] = f'Bearer {self._token}'
        request = urllib.request.Request(self.base + path, data, sent, method=method)
        try:
            return self._opener.open(request, timeout=ANSWER_SECONDS)
        except urllib.error.HTTPError as error:
            with error:
                raise _to_host_error(error) from None
        except urllib.error.URLError as error:
            found = f'No host answers at {self.base} ({error.reason}).'
            raise ConnectionError(f'{found} Is it running, and is the address right?') from None
        except (OSError, http.client.HTTPException) as error:
            raise self._lost(error) from None

    def read(self, answer):
        """Returns the whole of an answer. Raises ConnectionError where it breaks."""
        try:
            return answer.read()
        except (OSError, http.client.HTTPException) as error:
            raise self._lost(error) from None

    def _lost(self, error):
        return ConnectionError(f'The host at {self.base} went away before its answer was whole ({error}). Ask again.')

    def json(self, path, body=None, kind=dict):
        """Returns the JSON of an answer, an object or what `kind` says."""
        with self.open(path, body, accept='application/json') as answer:
            value = json.loads(self.read(answer))
        if not isinstance(value, kind):
            raise ValueError(f'The answer to {path} is not as a specimen host sends it.')
        return value


def _to_host_error(error):
    try:
        problem = json.loads(error.read(LARGEST_REFUSAL))
    except (ValueError, OSError):
        problem = None
    if not isinstance(problem, dict) or not isinstance(problem.get('detail'), str):
        return HostError(f'The host answered {error.code} {error.reason}.', status=error.code)
    errors = problem.get('errors')
    offset = error.headers.get('upload-offset') or ''
    return HostError(
        problem['detail'], problem.get('code', ''), error.code, errors if isinstance(errors, list) else (),
        int(offset) if offset.isdecimal() else 0,
    )
