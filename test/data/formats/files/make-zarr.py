"""Writes the folders of OME-Zarr of this folder as archives (tarfile), each with the result that it holds
(`<name>.json`): zarr-python (MIT) writes those of Zarr 2. It has no Zarr 3 on Debian 12, so the metadata of those are
written here as https://zarr-specs.readthedocs.io has them, and numcodecs (MIT) packs their chunks. All numbers are
made here and free of rights; what is expected is computed from the numbers that were given to these programs.

Run once on Debian 12 (`apt-get install python3-zarr python3-numpy`, then `/usr/bin/python3 make-zarr.py`); the files
are committed.
"""
import io
import itertools
import json
import pathlib
import tarfile

import numcodecs
import numpy as np
import zarr

FOLDER = pathlib.Path(__file__).parent
TYPES = {"t": "time", "c": "channel"}


def ramp(dtype, shape):
    """Numbers that repeat now and then, so that every method has something to find."""
    values = np.arange(int(np.prod(shape)))
    return ((values * 7 + values // 9) % 120 + np.where(values % 50 > 45, 3, 0)).astype(dtype).reshape(shape)


def expect(name, data, **more):
    dtype = {"int64": "float64"}.get(data.dtype.newbyteorder("=").name, data.dtype.newbyteorder("=").name)
    result = {"type": "volume", "shape": list(data.shape), "dtype": dtype, "data": data.ravel().tolist(), **more}
    (FOLDER / (name + ".json")).write_text(json.dumps(result, ensure_ascii=False) + "\n")


def pack(name, store):
    """Writes the files of a store as an archive of the kind ustar, in a folder of the same name."""
    with tarfile.open(FOLDER / name, "w", format=tarfile.USTAR_FORMAT) as archive:
        for path in sorted(store):
            info = tarfile.TarInfo(name.replace(".tar", ".zarr/") + path)
            info.size = len(store[path])
            archive.addfile(info, io.BytesIO(bytes(store[path])))


def image(axes, version, scales, unit="micrometer", moved=None):
    def level(i, scale):
        steps = [{"type": "scale", "scale": scale}]
        return {"path": str(i), "coordinateTransformations": steps + ([{"type": "translation", "translation": moved}]
                                                                     if moved else [])}
    listed = [{"name": axis, "type": TYPES[axis]} if axis in TYPES else {"name": axis, "type": "space", "unit": unit}
              for axis in axes]
    return [{"version": version, "axes": listed, "datasets": [level(i, scale) for i, scale in enumerate(scales)]}]


def write_old(name, levels, compressor, axes="zyx", scales=None, unit="micrometer", moved=None, **options):
    """OME-Zarr 0.4 on Zarr 2."""
    store = zarr.storage.MemoryStore() if options.get("dimension_separator") is None else zarr.storage.KVStore({})
    group = zarr.group(store)
    for i, data in enumerate(levels):
        group.create_dataset(str(i), data=data, compressor=compressor, **options)
    scales = scales or [[1.0] * len(axes)]
    group.attrs["multiscales"] = image(axes, "0.4", scales, unit, moved)
    group.attrs["omero"] = {"channels": [{"window": {"start": 0, "end": 9, "min": 0, "max": 9}}]}
    pack(name, dict(store.items()))


def write_new(name, levels, axes, scales, chunks, codecs, unit="micrometer", shards=None):
    """OME-Zarr 0.5 on Zarr 3. With shards, `codecs` pack the chunks in them."""
    store = {}
    attributes = {"ome": {"version": "0.5", "multiscales": image(axes, "0.5", scales, unit)}}
    attributes["ome"]["multiscales"][0].pop("version")
    put = lambda path, value: store.__setitem__(path, json.dumps(value).encode())
    put("zarr.json", {"zarr_format": 3, "node_type": "group", "attributes": attributes})
    little = {"name": "bytes", "configuration": {"endian": "little"}}
    crc = {"name": "crc32c"}
    for i, data in enumerate(levels):
        inner = [little, *[codec for codec, _ in codecs]]
        sharding = {"name": "sharding_indexed", "configuration": {
            "chunk_shape": chunks, "codecs": inner, "index_codecs": [little, crc], "index_location": "end"}}
        put(f"{i}/zarr.json", {
            "zarr_format": 3, "node_type": "array", "shape": list(data.shape), "data_type": data.dtype.name,
            "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": shards or chunks}},
            "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
            "fill_value": 0, "codecs": [sharding] if shards else inner, "attributes": {}})
        for place, part in cut(data, shards or chunks):
            store["/".join([str(i), "c", *map(str, place)])] = shard(part, chunks, codecs) if shards else squeeze(
                part, codecs)
    pack(name, store)


def cut(data, size):
    """Yields each chunk of an array with its place, filled up with zeros at the ends."""
    counts = [-(-extent // step) for extent, step in zip(data.shape, size)]
    for place in itertools.product(*map(range, counts)):
        part = data[tuple(slice(at * step, (at + 1) * step) for at, step in zip(place, size))]
        yield place, np.pad(part, [(0, step - extent) for extent, step in zip(part.shape, size)])


def squeeze(part, codecs):
    packed = np.ascontiguousarray(part).tobytes()
    for _, encode in codecs:
        packed = encode(packed)
    return packed


def shard(data, chunks, codecs):
    """Chunks one after the other, then their places; one of zeros alone is left out."""
    body, index = b"", []
    for _, part in cut(data, chunks):
        packed = squeeze(part, codecs) if part.any() else b""
        index += [len(body), len(packed)] if packed else [2**64 - 1] * 2
        body += packed
    table = np.array(index, "<u8").tobytes()
    return body + table + checksum(table)


def checksum(table):
    """CRC-32C by its definition, bit by bit."""
    value = 0xFFFFFFFF
    for byte in table:
        value ^= byte
        for _ in range(8):
            value = value >> 1 ^ (0x82F63B78 if value & 1 else 0)
    return (value ^ 0xFFFFFFFF).to_bytes(4, "little")


def crc(packed):
    return packed + checksum(packed)


def blosc(cname, shuffle):
    return numcodecs.Blosc(cname=cname, clevel=5, shuffle=shuffle)


# The usual one: two levels, Blosc with LZ4, chunks that do not divide the array, some of them split by bytes
data = ramp(">u2", (12, 20, 24)).astype("<u2")
write_old("zarr2-blosc-lz4.tar", [data, data[::2, ::2, ::2]], blosc("lz4", 1), chunks=(8, 16, 16),
          scales=[[2.0, 0.5, 0.5], [4.0, 1.0, 1.0]], moved=[10.0, 20.0, 30.0], dimension_separator="/")
expect("zarr2-blosc-lz4.tar", data, spacing=[2, 0.5, 0.5], origin=[10, 20, 30], unit="µm")
# Other methods, types and orders
data = ramp("u1", (9, 17, 33))
write_old("zarr2-blosc-zstd-bits.tar", [data], blosc("zstd", 2), chunks=(4, 17, 20), unit="nanometer")
expect("zarr2-blosc-zstd-bits.tar", data, spacing=[1, 1, 1], unit="nm")
data = ramp("<f4", (4, 9, 11))
write_old("zarr2-blosc-zlib.tar", [data], blosc("zlib", 0), chunks=(2, 9, 11))
expect("zarr2-blosc-zlib.tar", data, spacing=[1, 1, 1], unit="µm")
data = ramp("<i4", (4, 9, 11))
write_old("zarr2-lz4.tar", [data], numcodecs.LZ4(), chunks=(3, 5, 11))
expect("zarr2-lz4.tar", data, spacing=[1, 1, 1], unit="µm")
data = ramp(">f4", (4, 6, 5))
write_old("zarr2-zlib-columns.tar", [data], numcodecs.Zlib(), chunks=(3, 6, 2), order="F")
expect("zarr2-zlib-columns.tar", data, spacing=[1, 1, 1], unit="µm")
# Times and channels; a chunk that is not there has the value of the others
data = np.full((2, 3, 2, 4, 5), 7, "<i2")
data[:, :, :, :, :3] = ramp("<i2", (2, 3, 2, 4, 3))
write_old("zarr2-plain-tczyx.tar", [data], None, axes="tczyx", chunks=(1, 1, 2, 4, 3), fill_value=7,
          write_empty_chunks=False)
expect("zarr2-plain-tczyx.tar", data[0, 0], spacing=[1, 1, 1], unit="µm", frame=0, frames=6)
# Zarr 3: Zstandard with a checksum; shards of chunks by gzip; Blosc
data = ramp("<u2", (5, 12, 14))
write_new("zarr3-zstd.tar", [data, data[:, ::2, ::2]], "zyx", [[1.0, 0.25, 0.25], [1.0, 0.5, 0.5]], [2, 12, 8], [
    ({"name": "zstd", "configuration": {"level": 3, "checksum": False}}, numcodecs.Zstd(3).encode),
    ({"name": "crc32c"}, crc)])
expect("zarr3-zstd.tar", data, spacing=[1, 0.25, 0.25], unit="µm")
data = ramp("<i8", (2, 4, 8, 8)) - 60
data[0, :, 4:, 4:] = 0
write_new("zarr3-shards.tar", [data], "czyx", [[1.0, 1.0, 1.0, 1.0]], [1, 2, 4, 4], [
    ({"name": "gzip", "configuration": {"level": 5}}, numcodecs.GZip(5).encode)], unit="parsec", shards=[1, 4, 8, 8])
expect("zarr3-shards.tar", data[0], spacing=[1, 1, 1], unit="parsec", frame=0, frames=2)
data = ramp("<f8", (4, 16, 16))
write_new("zarr3-blosc.tar", [data], "zyx", [[1.0, 1.0, 1.0]], [4, 16, 16], [
    ({"name": "blosc", "configuration": {"cname": "lz4hc", "clevel": 9, "shuffle": "shuffle", "typesize": 8,
                                         "blocksize": 0}},
     lambda part: blosc("lz4hc", 1).encode(np.frombuffer(part, "<f8")))])
expect("zarr3-blosc.tar", data, spacing=[1, 1, 1], unit="µm")
