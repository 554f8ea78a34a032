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


def lists(kind, name, rows, texts=None):
    """Writes lists in order: of each its member, the word of its count, its element type, a group's elements, values."""
    preamble, result, blocks = {"type": kind}, {"type": kind}, []
    for member, prefix, dtype, group, values in rows:
        preamble[prefix + "_count"], preamble[prefix + "_dtype"] = len(values) // group, dtype
        if values or member == "points":
            result[member] = values
        if values:
            blocks.append(block(dtype, values))
    if texts is not None:
        text = json.dumps(texts, separators=(",", ":"), ensure_ascii=False).encode("utf-8")
        preamble["text_count"], preamble["text_bytes"] = len(texts), len(text)
        result["texts"] = texts
        blocks.append(text)
    write(name, preamble, blocks, result)


def lines(name, points, starts, colors, scalars):
    lists("lines", name, [
        ("points", "point", "float32", 3, points), ("starts", "start", "uint32", 1, starts),
        ("colors", "color", "uint8", 3, colors), ("scalars", "scalar", "float32", 1, scalars),
    ])


def arrows(name, points, vectors, colors, scalars):
    lists("arrows", name, [
        ("points", "point", "float32", 3, points), ("vectors", "vector", "float32", 3, vectors),
        ("colors", "color", "uint8", 3, colors), ("scalars", "scalar", "float32", 1, scalars),
    ])


def labels(name, points, texts):
    lists("labels", name, [("points", "point", "float32", 3, points)], texts)


def table(name, members, columns, points):
    """Writes a table: of each column its name, its unit or None, and its values; None is a missing number."""
    rows = len(columns[0][2])
    heads, blocks, listed = [], [], []
    for column, unit, values in columns:
        words = {"name": column, **({} if unit is None else {"unit": unit})}
        listed.append({**words, "values": values})
        if all(isinstance(value, str) for value in values) and values:
            text = json.dumps(values, separators=(",", ":"), ensure_ascii=False).encode("utf-8")
            heads.append({**words, "dtype": "text", "bytes": len(text)})
            blocks.append(text)
        else:
            heads.append({**words, "dtype": "float64"})
            blocks.append(block("float64", [float("nan") if value is None else value for value in values]))
    preamble = {"type": "table", **members, "row_count": rows, "columns": heads,
                "point_count": len(points) // 3, "point_dtype": "float32"}
    result = {"type": "table", **members, "columns": listed}
    if points:
        result["points"] = points
        blocks.append(block("float32", points))
    text = json.dumps(preamble, separators=(",", ":"), ensure_ascii=False).encode("utf-8")
    (FOLDER / (name + ".bin")).write_bytes(struct.pack("<I", len(text)) + text + b"".join(blocks))
    (FOLDER / (name + ".bin.json")).write_text(json.dumps(result) + "\n")


def image(name, width, height, channels, dtype, data):
    preamble = {"type": "image", "width": width, "height": height, "channels": channels, "dtype": dtype}
    write(name, preamble, [block(dtype, data)], {**preamble, "data": data})


def scene(name, more, parts):
    """Writes a scene of goldens: of each part its name, its golden, members that an envelope lacks, look and place."""
    entries, blocks, results = [], [], {}
    for order, (part, golden, members, extra, words) in enumerate(parts):
        envelope = (FOLDER / (golden + ".bin")).read_bytes()
        result = json.loads((FOLDER / (golden + ".bin.json")).read_text())
        arrays = [(member, dtype, block(dtype, values)) for member, dtype, values in extra]
        entry = {"name": part, "kind": result["type"], "order": order, "bytes": len(envelope), **words}
        if members:
            entry["members"] = members
        if arrays:
            entry["blocks"] = [{"name": member, "dtype": dtype, "bytes": len(data)} for member, dtype, data in arrays]
        entries.append(entry)
        blocks.append(envelope + b"".join(data for _, _, data in arrays))
        results[part] = {**result, **members, **{member: values for member, _, values in extra}, **words}
    sorted_parts = sorted(zip(entries, blocks), key=lambda pair: len(pair[1]))
    preamble = {"type": "scene", **more, "parts": [entry for entry, _ in sorted_parts]}
    text = json.dumps(preamble, separators=(",", ":"), ensure_ascii=False).encode("utf-8")
    text += b" " * (-(4 + len(text)) % 8)
    (FOLDER / (name + ".scene")).write_bytes(struct.pack("<I", len(text)) + text + b"".join(data for _, data in sorted_parts))
    (FOLDER / (name + ".scene.json")).write_text(json.dumps({"type": "scene", **more, "parts": results}) + "\n")


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
lines("lines", [0.5, 1.5, -2.5, 3.0, 4.0, 5.0], [], [], [])
lines("lines-all", [0.5, 1.5, -2.5, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0], [0, 1], [255, 128, 0, 1, 2, 3, 4, 5, 6], [0.125, -4.0, 8.0])
arrows("arrows", [0.5, 1.5, -2.5], [0.0, -1.0, 0.25], [], [])
arrows("arrows-all", [0.5, 1.5, -2.5], [0.0, -1.0, 0.25], [255, 128, 0], [0.125])
labels("labels", [0.5, 1.5, -2.5, 3.0, 4.0, 5.0], ["aorta", "größte, \"Länge\""])
labels("labels-empty", [], [])
table("table", {"plot": "line", "x": "t", "y": "größte"}, [
    ("t", "s", [0.0, 0.1, 1e300]), ("größte", None, [-1.5, None, 2.5]), ("__proto__", "µm", ["a", "", "=\"ß\""]),
], [0.5, 1.5, -2.5, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0])
table("table-plain", {}, [("n", None, [1.0, 2.0])], [])
table("table-empty", {"plot": "histogram"}, [("n", "mm", [])], [])
image("image-uint8", 2, 2, 3, "uint8", list(range(12)))
image("image-uint16", 3, 1, 1, "uint16", [0, 258, 65535])
scene("empty", {}, [])
scene("findings", {"unit": "mm", "orientation": "RAS", "notes": ["größte"]}, [
    ("scan", "volume-float64-placed", {"valueName": "density", "window": [0, 2.5]}, [], {}),
    ("brain", "mesh-normals", {"offset": [1, 2, 3.5]},
     [("colors", "uint8", list(range(12))), ("scalars", "float32", [0.5, 1.0, -1.5, 2.0])],
     {"look": {"color": [204, 51, 51], "opacity": 0.25}, "place": [[0, -1, 0, 10.5], [1, 0, 0, 0], [0, 0, 1, -2]]}),
    ("names", "labels", {}, [], {"look": {"title": "Größe"}}),
    ("vessels", "lines-all", {}, [], {"look": {"width": 1.5}}),
    ("sizes", "table", {"unit": "mm", "notes": ["größte"]}, [], {"look": {"title": "Größen"}}),
])
