"""Exported pages in notebooks, which show specimens and results without a host or a port."""

import base64
import html
import json
import os
import typing

from .result import GRID, LISTS, TEXTS, Result

SITE = '<script type="application/json" id="site">'
WORKER, RESULT = 'viewer/data-worker.js', 'results/shown.json'


def open_page(path: str | os.PathLike[str]) -> 'Page':
    """Returns a page that `specimen export --single` has written."""
    with open(path, encoding='utf-8') as file:
        return Page(file.read())


class Page:
    """A page in one file. What its methods return is drawn by a notebook; functions run in the reader's browser."""

    def __init__(self, text: str) -> None:
        self._before, found, rest = text.partition(SITE)
        site, _, self._after = rest.partition('</script>')
        if not found:
            raise ValueError('This is no page of `specimen export --single FILE`.')
        self._site = json.loads(site)

    def __contains__(self, specimen_id: str) -> bool:
        return any(own['body']['id'] == specimen_id for own in self._site['specimens'])

    def view(self, specimen_id: str, /, **params: typing.Any) -> 'Frame':
        """Shows a specimen of the page, with parameters to begin with."""
        shown = [own for own in self._site['specimens'] if own['body']['id'] == specimen_id]
        if not shown:
            ids = ', '.join(own['body']['id'] for own in self._site['specimens'])
            raise KeyError(f'The page has no specimen {specimen_id!r}, but {ids}.')
        bundle = shown[0]['content'].get('bundle')
        bundles = {name: own for name, own in self._site['bundles'].items() if name == bundle}
        used = json.dumps([shown, bundles])
        files = {path: data for path, data in self._site['in_page'].items() if json.dumps(path) in used}
        return self._frame(shown, params, files, bundles)

    def show(self, result: Result) -> 'Frame':
        """Shows a result. The page gives the viewer alone."""
        body = {
            'id': 'result', 'display_name': 'Result', 'description': '', 'type': result.type, 'tags': [],
            'is_dynamic': True, 'worker_id': None, 'available': True, 'thumbnail_url': None, 'story_text': [],
            'function_name': None, 'data_file': None, 'schema': {'type': 'object', 'properties': {}},
        }
        content = {'kind': 'stored', 'note': 'A result without its function.', 'results': [{'params': {}, 'path': RESULT}]}
        data = base64.b64encode(json.dumps(_to_json(result)).encode()).decode()
        return self._frame([{'body': body, 'content': content}], {}, {RESULT: data}, {})

    def _frame(self, specimens, params, files, bundles):
        files = {**files, WORKER: self._site['in_page'][WORKER]}
        shown = {'specimen': specimens[0]['body']['id'], 'params': params}
        site = {**self._site, 'specimens': specimens, 'bundles': bundles, 'in_page': files, 'shown': shown}
        text = json.dumps(site).replace('<', '\\u003c')
        return Frame(f'{self._before}{SITE}{text}</script>{self._after}')


class Frame:
    """A view for a notebook, in a frame without an origin: its functions have no cookie of the notebook's server."""

    def __init__(self, page: str) -> None:
        self.page = page

    def _repr_html_(self) -> str:
        style = 'width: 100%; height: 36rem; border: 0'
        sandbox = 'allow-scripts allow-downloads'
        return f'<iframe sandbox="{sandbox}" srcdoc="{html.escape(self.page)}" style="{style}"></iframe>'


def _to_json(result):
    kept = ('type', 'texts', 'look', 'place', *TEXTS, *GRID)
    fields = {name: value for name, value in vars(result).items() if name in kept}
    if result.type == 'scene':
        return {**fields, 'parts': {name: _to_json(part) for name, part in result.parts.items()}}
    for name in (name for name, _, _ in LISTS.get(result.type, [])):
        if hasattr(result, name):
            fields[name] = _to_list(getattr(result, name))
    if result.type not in LISTS:
        fields['data'] = base64.b64encode(result.data.tobytes()).decode()
    return fields


def _to_list(values):
    return [number for part in values.tolist() for number in (part if isinstance(part, list) else [part])]
