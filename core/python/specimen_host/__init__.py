"""A client of specimen hosts: functions that return meshes, volumes, point clouds and images."""

from .host import Host, Run, Specimen, connect
from .page import Frame, Page, open_page
from .result import Parts, Result, decode_envelope, decode_json, decode_scene
from .transport import HostError

__version__ = '0.1.0'

__all__ = [
    'Frame', 'Host', 'HostError', 'Page', 'Parts', 'Result', 'Run', 'Specimen', 'connect', 'decode_envelope',
    'decode_json', 'decode_scene', 'open_page',
]
