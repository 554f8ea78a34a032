"""Writes the files of this folder, each with the result that it holds (`<name>.json`), by programs that know nothing
of ours: numpy writes NPY, nibabel NIfTI, Pillow PNG and JPEG, teem's unu NRRD, assimp STL, OBJ, PLY and GLB. What is
expected is computed here from the numbers that were given to them, never read back from a file, but for JPEG, which
Pillow reads back.

Run once on Debian 12 (`apt-get install python3-nibabel python3-pil teem-apps assimp-utils`, then `python3
make-files.py`); the files are committed.
"""
import gzip
import json
import pathlib
import subprocess

import nibabel
import numpy as np
from PIL import Image

FOLDER = pathlib.Path(__file__).parent


def expect(name, result):
    plain = {key: value.ravel().tolist() if isinstance(value, np.ndarray) else value for key, value in result.items()}
    (FOLDER / (name + ".json")).write_text(json.dumps(plain) + "\n")


def volume(data, **more):
    return {"type": "volume", "shape": list(data.shape), "dtype": str(data.dtype), "data": data, **more}


def image(data):
    channels = data.shape[2] if data.ndim == 3 else 1
    return {"type": "image", "width": data.shape[1], "height": data.shape[0], "channels": channels,
            "dtype": str(data.dtype), "data": data}


def ramp(dtype, shape):
    """Numbers that use the whole range of a type, no two neighbours alike."""
    count = int(np.prod(shape))
    if np.issubdtype(dtype, np.floating):
        return (np.arange(count) * 0.37 - 3.1).astype(dtype).reshape(shape)
    info = np.iinfo(dtype)
    return np.linspace(info.min, info.max, count).astype(dtype).reshape(shape)


# NPY
for code in ["int8", "uint8", "int16", "uint16", "int32", "uint32", "float32", "float64"]:
    data = ramp(np.dtype(code), (2, 3, 5))
    np.save(FOLDER / f"volume-{code}.npy", data)
    expect(f"volume-{code}.npy", volume(data))
    swapped = data.astype(data.dtype.newbyteorder(">"))
    np.save(FOLDER / f"volume-{code}-big.npy", swapped)
    expect(f"volume-{code}-big.npy", volume(data))
fortran = np.asfortranarray(ramp(np.dtype("int16"), (2, 3, 5)))
np.save(FOLDER / "volume-fortran.npy", fortran)
expect("volume-fortran.npy", volume(np.ascontiguousarray(fortran)))
longs = np.arange(30, dtype=np.int64).reshape(2, 3, 5) * 10**9 - 7
np.save(FOLDER / "volume-int64.npy", longs)
expect("volume-int64.npy", volume(longs.astype(np.float64)))
halves = np.array([0, -0.5, 1, 65504, 6e-8, 1.5, 2.25, -3], dtype=np.float16).reshape(2, 2, 2)
np.save(FOLDER / "volume-float16.npy", halves)
expect("volume-float16.npy", volume(halves.astype(np.float32)))
points = ramp(np.dtype("float64"), (7, 3))
np.save(FOLDER / "points.npy", points)
expect("points.npy", {"type": "point_cloud", "points": points.astype(np.float32)})
picture = ramp(np.dtype("uint16"), (4, 6))
np.save(FOLDER / "image.npy", picture)
expect("image.npy", image(picture))
rgb = ramp(np.dtype("uint8"), (4, 6, 3))
np.save(FOLDER / "image-rgb.npy", rgb)
expect("image-rgb.npy", image(rgb))
mask = np.array([[True, False], [False, True]])
np.save(FOLDER / "image-bool.npy", mask)
expect("image-bool.npy", image(mask.astype(np.uint8) * 255))
table = ramp(np.dtype("float32"), (4, 5))
np.save(FOLDER / "table.npy", table)
expect("table.npy", volume(table.reshape(1, 4, 5)))
series = ramp(np.dtype("int16"), (3, 2, 3, 4))
np.save(FOLDER / "series.npy", series)
expect("series.npy", volume(series[0], frame=0, frames=3))

# NIfTI: axes are x, y, z there, and the slowest first here
for code in ["uint8", "int16", "int32", "float32", "float64", "int8", "uint16", "uint32"]:
    data = ramp(np.dtype(code), (4, 3, 2))
    header = nibabel.Nifti1Header(endianness=">" if code == "int16" else "<")
    header.set_data_dtype(data.dtype)
    affine = np.diag([0.5, 1.5, 2.5, 1.0])
    affine[:3, 3] = [10, -20, 30]
    scan = nibabel.Nifti1Image(data, affine, header)
    nibabel.save(scan, FOLDER / f"scan-{code}.nii")
    expect(f"scan-{code}.nii", volume(np.ascontiguousarray(data.T), spacing=[2.5, 1.5, 0.5], origin=[30.0, -20.0, 10.0], orientation="RAS", space="aligned"))
tilted = np.array([[0, 2, 0, 1], [2, 0, 0, 2], [0, 0, 3, 3], [0, 0, 0, 1.0]])
data = ramp(np.dtype("int16"), (4, 3, 2))
nibabel.save(nibabel.Nifti2Image(data, tilted), FOLDER / "tilted.nii")
expect("tilted.nii", volume(np.ascontiguousarray(data.T), spacing=[3.0, 2.0, 2.0], orientation="ARS", space="aligned", origin=[3.0, 2.0, 1.0],
                            direction=[[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]]))
scan = nibabel.Nifti1Image(data, np.eye(4))
scan.header.set_slope_inter(0.25, -7)
nibabel.save(scan, FOLDER / "scaled-source.nii")
raw = bytearray((FOLDER / "scaled-source.nii").read_bytes())
(FOLDER / "scaled-source.nii").unlink()
# nibabel turns values into stored ones; what is stored is what is expected here
header = nibabel.Nifti1Header.from_fileobj(__import__("io").BytesIO(bytes(raw[:348])))
stored = np.frombuffer(bytes(raw[352:]), dtype=np.int16)
scaled = (stored.astype(np.float64) * 0.25 - 7).astype(np.float32).reshape(data.T.shape)
(FOLDER / "scaled.nii").write_bytes(bytes(raw))
expect("scaled.nii", volume(scaled, spacing=[1.0, 1.0, 1.0], origin=[0.0, 0.0, 0.0], orientation="RAS", space="aligned"))
several = ramp(np.dtype("uint8"), (4, 3, 2, 5))
nibabel.save(nibabel.Nifti1Image(several, np.eye(4)), FOLDER / "series.nii.gz")
expect("series.nii.gz", volume(np.ascontiguousarray(several[..., 0].T), spacing=[1.0, 1.0, 1.0], origin=[0.0, 0.0, 0.0], orientation="RAS", space="aligned", frame=0, frames=5))

# PNG, JPEG
modes = {"L": (5, 9), "LA": (5, 9, 2), "RGB": (5, 9, 3), "RGBA": (5, 9, 4)}
for mode, shape in modes.items():
    data = ramp(np.dtype("uint8"), shape)
    Image.fromarray(data, mode).save(FOLDER / f"{mode.lower()}.png", optimize=True)
    expect(f"{mode.lower()}.png", image(data))
deep = ramp(np.dtype("uint16"), (5, 9))
Image.fromarray(deep.astype(np.int32), "I").save(FOLDER / "l16.png")
expect("l16.png", image(deep))
bits = ramp(np.dtype("uint8"), (5, 9)) > 100
Image.fromarray(bits).save(FOLDER / "bits.png")
expect("bits.png", image(bits.astype(np.uint8) * 255))
for count in [3, 11, 200]:
    indices = (np.arange(17 * 16).reshape(16, 17) * 7 % count).astype(np.uint8)
    palette = (np.arange(count * 3) * 5 % 256).astype(np.uint8).reshape(count, 3)
    indexed = Image.fromarray(indices, "P")
    indexed.putpalette(palette.ravel().tolist())
    indexed.save(FOLDER / f"palette-{count}.png", bits={3: 2, 11: 4, 200: 8}[count])
    expect(f"palette-{count}.png", image(palette[indices]))
indexed.save(FOLDER / "palette-alpha.png", transparency=bytes(range(200)))
expect("palette-alpha.png", image(np.dstack([palette[indices], indices])))
keyed = ramp(np.dtype("uint8"), (5, 9, 3))
Image.fromarray(keyed).save(FOLDER / "keyed.png", transparency=tuple(int(part) for part in keyed[2, 2]))
expect("keyed.png", image(np.dstack([keyed, np.where((keyed == keyed[2, 2]).all(axis=2), 0, 255).astype(np.uint8)])))
y, x = np.mgrid[0:40, 0:56]
photo = np.dstack([x * 4, y * 6, 255 - x * 2 - y * 2]).astype(np.uint8)
for name, options in {"baseline": {"subsampling": 0}, "progressive": {"progressive": True, "subsampling": 0},
                      "subsampled": {"subsampling": 2}}.items():
    Image.fromarray(photo).save(FOLDER / f"{name}.jpg", quality=92, **options)
    expect(f"{name}.jpg", image(np.asarray(Image.open(FOLDER / f"{name}.jpg"))))
Image.fromarray(photo[..., 0]).save(FOLDER / "grey.jpg", quality=92)
expect("grey.jpg", image(np.asarray(Image.open(FOLDER / "grey.jpg"))))

# NRRD: unu knows its axes the fastest first
for code, unu in {"int8": "int8", "uint16": "uint16", "int32": "int32", "float32": "float", "float64": "double"}.items():
    data = ramp(np.dtype(code), (2, 3, 4))
    (FOLDER / "raw").write_bytes(data.tobytes())
    for encoding in ["raw", "gzip", "ascii", "hex"]:
        name = f"volume-{code}-{encoding}.nrrd"
        make = ["teem-unu", "make", "-i", "raw", "-t", unu, "-s", "4", "3", "2", "-sp", "0.5", "1.5", "2.5",
                "-e", "raw", "-en", "little"]
        save = ["teem-unu", "save", "-f", "nrrd", "-e", encoding, "-o", name]
        if encoding == "raw":
            save += ["-en", "big"]
        made = subprocess.run(make, cwd=FOLDER, check=True, capture_output=True).stdout
        subprocess.run(save, cwd=FOLDER, check=True, input=made)
        expect(name, volume(data, spacing=[2.5, 1.5, 0.5]))
(FOLDER / "raw").unlink()
text = "NRRD0004\ntype: short\ndimension: 3\nspace: LPS\nsizes: 2 2 2\nspace directions: (2,0,0) (0,3,0) (0,0,4)\n" \
       "kinds: domain domain domain\nendian: big\nencoding: raw\nspace origin: (1,2,3)\n\n"
data = ramp(np.dtype("int16"), (2, 2, 2))
(FOLDER / "placed.nrrd").write_bytes(text.encode() + data.astype(">i2").tobytes())
expect("placed.nrrd", volume(data, spacing=[4.0, 3.0, 2.0], origin=[3.0, 2.0, 1.0], orientation="LPS"))

# Meshes: one source by hand, converted by assimp
source = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0.5 0.5 1\nf 4 3 2 1\nf 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\n"
(FOLDER / "pyramid.obj").write_text(source)
corners = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0.5, 0.5, 1]], dtype=np.float32)
triangles = np.array([[3, 2, 1], [3, 1, 0], [0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]])
expect("pyramid.obj", {"type": "mesh", "vertices": corners, "indices": triangles})
for name, form in {"pyramid-text.stl": "stl", "pyramid-binary.stl": "stlb", "pyramid-text.ply": "ply",
                   "pyramid-binary.ply": "plyb", "pyramid.glb": "glb2", "pyramid-assimp.obj": "obj"}.items():
    subprocess.run(["assimp", "export", "pyramid.obj", name, f"-f{form}"], cwd=FOLDER, check=True, capture_output=True)
    expect(name, {"type": "mesh", "triangles": corners[triangles]})
for extra in FOLDER.glob("*.mtl"):
    extra.unlink()
(FOLDER / "pyramid-text.stl.gz").write_bytes(gzip.compress((FOLDER / "pyramid-text.stl").read_bytes(), mtime=0))
expect("pyramid-text.stl.gz", {"type": "mesh", "triangles": corners[triangles]})
