"""A client of specimen hosts: functions that return meshes, volumes, point clouds and images."""

from .host import Host, Run, Specimen, connect
from .page import Frame, Page, open_page
from .result import Result, decode_envelope, decode_json
from .transport import HostError

__version__ = '0.1.0'

__all__ = [
    'Frame', 'Host', 'HostError', 'Page', 'Result', 'Run', 'Specimen', 'connect', 'decode_envelope', 'decode_json',
    'open_page',
]
