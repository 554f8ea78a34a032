"""Writes the golden envelopes of this folder, from the interface's text alone and with nothing but struct and json.

Run once (`python3 make-goldens.py`); the files are committed. `<name>.bin` is the envelope, `<name>.bin.json` the result
that it holds, with its arrays as numbers. Separators are compact and members in the order of the interface's tables,
so that an encoder in another language can be compared byte for byte.
"""
import json
import pathlib
import struct

FOLDER = pathlib.Path(__file__).parent
CODES = {"int8": "b", "uint8": "B", "int16": "h", "uint16": "H", "int32": "i", "uint32": "I", "float32": "f", "float64": "d"}
EDGES = {
    "int8": [-128, -1, 0, 1, 2, 127], "uint8": [0, 1, 2, 127, 128, 255],
    "int16": [-32768, -1, 0, 1, 258, 32767], "uint16": [0, 1, 258, 32767, 32768, 65535],
    "int32": [-2147483648, -1, 0, 1, 16909060, 2147483647], "uint32": [0, 1, 16909060, 2147483647, 2147483648, 4294967295],
    "float32": [-1.5, 0.0, 0.25, 1.0, 65504.0, 3.0517578125e-05], "float64": [-1.5, 0.1, 1e-300, 1.0, 2.5, 1e300],
}


def block(dtype, values):
    return struct.pack("<%d%s" % (len(values), CODES[dtype]), *values)


def write(name, preamble, blocks, result):
    text = json.dumps(preamble, separators=(",", ":")).encode("utf-8")
    (FOLDER / (name + ".bin")).write_bytes(struct.pack("<I", len(text)) + text + b"".join(blocks))
    (FOLDER / (name + ".bin.json")).write_text(json.dumps(result) + "\n")


def mesh(name, vertices, indices, normals):
    preamble = {
        "type": "mesh",
        "vertex_count": len(vertices) // 3, "vertex_dtype": "float32",
        "index_count": len(indices), "index_dtype": "uint32",
        "normal_count": len(normals) // 3, "normal_dtype": "float32",
    }
    result = {"type": "mesh", "vertices": vertices, "indices": indices}
    blocks = [block("float32", vertices), block("uint32", indices)]
    if normals:
        result["normals"] = normals
        blocks.append(block("float32", normals))
    write(name, preamble, blocks, result)


def volume(name, shape, dtype, data, more):
    preamble = {"type": "volume", "shape": shape, "dtype": dtype, **more}
    write(name, preamble, [block(dtype, data)], {**preamble, "data": data})


def point_cloud(name, points, colors, scalars):
    preamble = {
        "type": "point_cloud",
        "point_count": len(points) // 3, "point_dtype": "float32",
        "color_count": len(colors) // 3, "color_dtype": "uint8",
        "scalar_count": len(scalars), "scalar_dtype": "float32",
    }
    result = {"type": "point_cloud", "points": points}
    blocks = [block("float32", points)]
    if colors:
        result["colors"] = colors
        blocks.append(block("uint8", colors))
    if scalars:
        result["scalars"] = scalars
        blocks.append(block("float32", scalars))
    write(name, preamble, blocks, result)


def image(name, width, height, channels, dtype, data):
    preamble = {"type": "image", "width": width, "height": height, "channels": channels, "dtype": dtype}
    write(name, preamble, [block(dtype, data)], {**preamble, "data": data})


TETRAHEDRON = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, -2.5]
FACES = [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3]
mesh("mesh", TETRAHEDRON, FACES, [])
mesh("mesh-normals", TETRAHEDRON, FACES, [0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, -1.0])
mesh("mesh-empty", [], [], [])
for dtype, values in EDGES.items():
    volume("volume-" + dtype, [1, 2, 3], dtype, values, {})
    volume("volume-%s-placed" % dtype, [3, 2, 1], dtype, values, {"spacing": [2.5, 0.75, 0.5], "origin": [-10.5, 0.25, 3.125]})
volume("volume-spacing", [2, 1, 1], "uint8", [7, 8], {"spacing": [2, 1, 0.5]})
volume("volume-origin", [2, 1, 1], "uint8", [7, 8], {"origin": [-1, 0.5, 2]})
volume("volume-rank-4", [2, 1, 1, 2], "int16", [1, -2, 3, -4], {})
point_cloud("point-cloud", [0.5, 1.5, -2.5, 3.0, 4.0, 5.0], [], [])
point_cloud("point-cloud-colors", [0.5, 1.5, -2.5], [255, 128, 0], [])
point_cloud("point-cloud-all", [0.5, 1.5, -2.5, 3.0, 4.0, 5.0], [255, 128, 0, 1, 2, 3], [0.125, -4.0])
image("image-uint8", 2, 2, 3, "uint8", list(range(12)))
image("image-uint16", 3, 1, 1, "uint16", [0, 258, 65535])
