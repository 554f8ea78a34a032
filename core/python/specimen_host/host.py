"""A host, its specimens, and their runs."""

import difflib
import gzip
import inspect
import json
import os
import secrets
import shutil
import time
import typing
import urllib.parse
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

from .call import Call
from .data import to_params
from .page import Frame, Page, open_page
from .result import Result, decode_envelope, decode_json, decode_notes, decode_scene
from .transport import HostError, Transport
from .upload import upload

ENVELOPE = 'application/x-service-envelope-v1'
SCENE = 'application/x-service-scene-v1'
FORMS = {
    '.glb': 'glb', '.stl': 'stl', '.ply': 'ply', '.obj': 'obj', '.3mf': '3mf', '.usdz': 'usdz', '.csv': 'csv',
    '.nrrd': 'nrrd', '.nii': 'nifti', '.npy': 'npy', '.png': 'png', '.json': 'json', '.envelope': 'envelope',
    '.scene': 'scene', '.zip': 'zip', '.arrow': 'arrow', '.npz': 'npz',
}
FIRST_WAIT, LONGEST_WAIT = 0.01, 1.0
LONGEST_POLL = 20  # seconds, below the time after which proxies drop a silent answer
KINDS = {'number': float, 'integer': int, 'string': str, 'boolean': bool, 'array': list, 'object': dict}


def connect(
    url: str, token: str | None = None, room: str | None = None, page: str | os.PathLike[str] | None = None
) -> 'Host':
    """Returns the host at an address. Asks nothing yet. `page` is a file of `specimen export --single`."""
    return Host(Transport(url, token), room, None if page is None else open_page(page))


class Host:
    """A host: its specimens are its attributes, and its items by id."""

    def __init__(self, transport: Transport, room: str | None = None, page: Page | None = None) -> None:
        self._transport, self._room, self._page = transport, room, page
        self._known: dict[str, Specimen] = {}

    def __iter__(self) -> Iterator[str]:
        """Yields the ids of the catalog."""
        for entry in self._transport.json('/api/specimens/', kind=list):
            yield entry['id']

    def __getitem__(self, specimen_id: str) -> 'Specimen':
        if specimen_id not in self._known:
            self._known[specimen_id] = Specimen(self._transport, specimen_id, self._room, self._page)
        return self._known[specimen_id]

    def __getattr__(self, name: str) -> 'Specimen':
        if name.startswith('_'):
            raise AttributeError(name)
        names = {_to_name(own): own for own in self}
        if name not in names:
            meant = difflib.get_close_matches(name, names, 1)
            words = f'; did you mean {meant[0]}?' if meant else '; list(host) has their ids.'
            raise AttributeError(f'The host has no specimen {name!r}{words}')
        return self[names[name]]

    def upload(self, path: str | os.PathLike[str]) -> dict[str, str]:
        """Brings a file to the host, unless it is there, and returns the reference that parameters take."""
        return upload(self._transport, path)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *map(_to_name, self)]


class Specimen:
    """A specimen. Calling it computes the result, or decodes the file of a static one."""

    id: str
    is_dynamic: bool
    metadata: dict[str, typing.Any]

    def __init__(
        self, transport: Transport, specimen_id: str, room: str | None = None, page: Page | None = None
    ) -> None:
        self._transport, self._room, self._page = transport, room, page
        self._path = f'/api/specimens/{urllib.parse.quote(specimen_id, safe="")}'
        body = transport.json(self._path)
        self.id, self.is_dynamic, self.metadata = specimen_id, body.get('is_dynamic') is True, body
        properties = (body.get('schema') or {}).get('properties') or {}
        self.__name__ = _to_name(specimen_id)
        self.__signature__ = _to_signature(properties)
        self.__doc__ = _to_doc(body, properties)

    def __call__(self, /, *args: typing.Any, **params: typing.Any) -> Result:
        if args:
            names = ', '.join(self.__signature__.parameters) or 'it takes none'
            raise TypeError(f'Parameters of {self.__name__} are given by name: {names}.')
        if not self.is_dynamic:
            return self._fetch(self._take(params))
        run = self.start(**params)
        for _ in run:
            pass
        return run.result

    def start(self, /, **params: typing.Any) -> 'Run':
        """Returns a run that has not begun: iterate over it for its messages, then take its result."""
        return Run(self, self._take(params))

    def view(self, /, **params: typing.Any) -> Frame:
        """Shows the specimen in a notebook: with sliders where the page has it, else the result of the host."""
        if self._page is None:
            raise ValueError("Give connect a page that `specimen export --single page.html` writes: page='page.html'.")
        return self._page.view(self.id, **params) if self.id in self._page else self._page.show(self(**params))

    def save(self, path: str | os.PathLike[str], /, **params: typing.Any) -> tuple[str, ...]:
        """Saves the result in the form of the ending of `path`, as the host makes it. Returns the notes of it."""
        return self._save(path, self._take(params))

    def _save(self, path, given, part=None):
        name = os.fspath(path)
        is_zipped = name.lower().endswith('.nii.gz')
        ending = '.nii' if is_zipped else os.path.splitext(name)[1].lower()
        if ending not in FORMS:
            raise ValueError(f'The ending must be one of {", ".join([*FORMS, ".nii.gz"])} (got {ending!r}).')
        body = {**self._body(given), 'format': FORMS[ending], **({} if part is None else {'part': part})}
        if os.path.isdir(path):
            raise IsADirectoryError(f'{name} is a folder: name a file in it.')
        with self._transport.open(f'{self._path}/data', body, accept='*/*') as answer:
            _replace(path, answer, is_zipped)
            return decode_notes(answer.headers.get('Specimen-Notes'))

    def facts(self, /, **params: typing.Any) -> dict[str, typing.Any]:
        """Returns the facts of the result, as the host measures them: bounds, area, volume, statistics."""
        return self._facts(self._take(params))

    def provenance(self, /, **params: typing.Any) -> dict[str, typing.Any]:
        """Returns what the result is made of, in the words of W3C PROV; nothing is computed."""
        return self._transport.json(f'{self._path}/provenance', self._body(self._take(params)))

    def _facts(self, given):
        return self._transport.json(f'{self._path}/facts', self._body(given))

    def _take(self, params):
        return to_params(self._transport, params, self.metadata.get('schema') or {})

    def _body(self, given):
        return {'params': given, **({} if self._room is None else {'room_id': self._room})}

    def _fetch(self, given, **headers):
        # An envelope lacks the colours and scalars of a mesh; JSON has them.
        accept = f'{ENVELOPE}, {SCENE}, application/json;q=0.5'
        with self._transport.open(f'{self._path}/data', self._body(given), accept=accept, **headers) as answer:
            data, media_type = self._transport.read(answer), answer.headers.get_content_type()
            notes = decode_notes(answer.headers.get('Specimen-Notes'))
        return self._to_result(data, media_type, given, notes)

    def _to_result(self, data, media_type, given, notes=()):
        if media_type == 'application/json':
            fields = decode_json(json.loads(data))
        else:
            fields = decode_scene(data) if media_type == SCENE else decode_envelope(data)
        if notes:
            fields['notes'] = notes
        optional = (self.metadata.get('returns') or {}).get('optional', ())
        return Result(fields, Call(self, given), optional=optional)

    def __repr__(self) -> str:
        return f'<specimen {self.id}{self.__signature__}>'


def _write(file, content, is_zipped):
    if not is_zipped:
        return shutil.copyfileobj(content, file)
    with gzip.GzipFile('', 'wb', fileobj=file, mtime=0) as packed:  # the same bytes each time
        shutil.copyfileobj(content, packed)


def _replace(path, content, is_zipped=False):
    """Writes beside the file, then renames: what was there stays until all has come. A link stays a link."""
    place = os.path.realpath(path)
    if os.path.exists(place) and not os.path.isfile(place):  # a device or a pipe
        with open(place, 'wb') as file:
            _write(file, content, is_zipped)
        return
    part = f'{place}.{secrets.token_hex(4)}.part'  # a name that no other download and no file has
    try:
        with open(part, 'xb') as file:
            _write(file, content, is_zipped)
        if content.length:  # Python takes a connection that breaks for the end
            raise ConnectionError(f'The answer ended {content.length} bytes too early.')
        os.replace(part, place)
    except BaseException:
        if os.path.exists(part):
            os.remove(part)
        raise


class Run:
    """
    A computation on the host. It begins with the loop over its messages, and ends when the loop is left.
    `before` is the number of runs before it in the queue of the host: None once it is begun, and where hosts work
    as a group. `on_queued`, when it is set, is called with it whenever it is another.
    """

    def __init__(self, specimen: Specimen, given: dict[str, typing.Any]) -> None:
        self._specimen, self._given = specimen, given
        self._job: str | None = None
        self.before: int | None = None
        self.on_queued: Callable[[int], None] | None = None
        self._result: Result | None = None
        self._absence = 'The run has not begun; loop over it first.'

    def __iter__(self) -> Iterator[dict[str, typing.Any]]:
        """Yields progress messages: `text`, `seq`, `ts` and often `fraction`. An interrupt cancels the job."""
        seen, wait = -1, FIRST_WAIT
        self._absence = 'The run has not ended; its loop has to come to its end first.'
        try:
            status = self._start()
            while status == 'running':
                asked = time.monotonic()
                progress = self._read_news(seen)
                status = progress['status']
                self._place(progress.get('before'))
                for message in progress['messages']:
                    seen = message['seq']
                    yield message
                if status == 'running':
                    # A host that holds the answer until there is news has waited for it already.
                    time.sleep(max(0.0, wait - (time.monotonic() - asked)))
                    wait = min(LONGEST_WAIT, wait * 1.2)
        except BaseException:  # an interrupt, or a loop that was left
            self._absence = 'The run was cancelled when its loop was left or interrupted; begin another.'
            self.cancel()
            raise
        if status == 'error':
            self._absence = 'The run has failed, as its loop told; begin another.'
            raise HostError(progress.get('error') or 'The job failed.', 'job.failed', 410)
        self._result = self._read()

    def _place(self, before):
        known, self.before = self.before, before
        if self.on_queued is not None and before is not None and before != known:
            self.on_queued(before)

    def _start(self):
        """Starts the job, and waits for its id when it is interrupted: nobody could end it without."""
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(self._ask).result()

    def _ask(self):
        started = self._specimen._transport.json(
            f'{self._specimen._path}/start', self._specimen._body(self._given)
        )
        self._job = f'/api/jobs/{urllib.parse.quote(started["job_id"], safe="")}'
        return started['status']

    def _read_news(self, seen):
        """Lets the host hold the answer until there is news, unless it holds as many as it may."""
        path = f'{self._job}/progress?since={seen}'
        try:
            return self._specimen._transport.json(f'{path}&wait={LONGEST_POLL}')
        except HostError as error:
            if error.code != 'host.busy':
                raise
            return self._specimen._transport.json(path)

    def cancel(self) -> None:
        """Ends the computation on the host; does nothing to one that has ended."""
        if self._job is not None:
            self._specimen._transport.open(self._job, method='DELETE').close()

    @property
    def result(self) -> Result:
        """The result, once the loop has come to its end."""
        if self._result is None:
            raise ValueError(self._absence)
        return self._result

    def _read(self):
        try:
            return self._specimen._fetch(self._given, if_match='*')
        except HostError as error:
            if error.code != 'condition.failed':
                raise
        # Another request has replaced it in the room.
        with self._specimen._transport.open(f'{self._job}/result', accept='application/json') as answer:
            data = self._specimen._transport.read(answer)
            return self._specimen._to_result(data, 'application/json', self._given)


def _to_name(specimen_id):
    return ''.join(letter if letter.isalnum() else '_' for letter in specimen_id)


def _to_signature(properties):
    parameters = []
    for name, schema in properties.items():
        if not name.isidentifier() or not isinstance(schema, dict):
            continue
        kind, default = _to_kind(schema), schema.get('default', inspect.Parameter.empty)
        parameters.append(inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind))
    try:
        return inspect.Signature(parameters)
    except ValueError:  # a keyword of Python among the names
        return inspect.Signature()


def _to_kind(schema):
    if not isinstance(schema, dict):
        return typing.Any
    choices, places = schema.get('enum'), schema.get('prefixItems')
    if choices:
        return typing.Literal[tuple(choices)]
    if isinstance(places, list) and schema.get('items') is False and schema.get('minItems') == len(places) > 0:
        return tuple[tuple(map(_to_kind, places))]
    return KINDS.get(str(schema.get('type')), typing.Any)


def _to_doc(body, properties):
    lines = [str(body.get('display_name', '')), '', str(body.get('description', '')), '']
    for name, schema in properties.items():
        if isinstance(schema, dict):
            lines.append(_to_line(name, schema))
            items = schema.get('prefixItems')
            for place, item in enumerate(items if isinstance(items, list) else [], 1):
                if isinstance(item, dict):
                    lines.append('  ' + _to_line(f'item {place}', item))
            if isinstance(schema.get('items'), dict):
                lines.append('  ' + _to_line('each', schema['items']))
    return '\n'.join(lines).strip()


def _to_line(name, schema):
    meaning = schema.get('description') or schema.get('title') or schema.get('type', '')
    if isinstance(schema.get('data'), list):
        meaning = f'{meaning if meaning != "object" else "data"}, as a result, the path of a file or arrays of a '
        meaning += ' or '.join(map(str, schema['data'])).replace('_', ' ')
    unit = f' in {schema["unit"]}' if schema.get('unit') else ''
    words = ('default', 'minimum', 'maximum', 'enum', 'minItems', 'maxItems')
    limits = ', '.join(f'{key} {schema[key]}' for key in words if key in schema)
    return f'{name}: {meaning}{unit}' + (f' ({limits})' if limits else '')
