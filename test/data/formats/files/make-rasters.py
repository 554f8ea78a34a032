"""Writes pictures of this folder, each with the result that it holds (`<name>.json`): Pillow (libjpeg-turbo, libtiff,
libwebp), tifffile and libtiff's tiffcp write them. They are made here and free of rights; what is expected are the
numbers that were given to these programs, and for JPEG and lossy WebP those that Pillow reads.

Run once on Debian 12 (`apt-get install python3-pil python3-tifffile libtiff-tools`, then `/usr/bin/python3
make-rasters.py`); the files are committed.
"""
import json
import pathlib
import struct
import subprocess

import numpy as np
import tifffile
from PIL import Image

FOLDER = pathlib.Path(__file__).parent


def image(name, data):
    channels = data.shape[2] if data.ndim == 3 else 1
    write(name, {"type": "image", "width": data.shape[1], "height": data.shape[0], "channels": channels}, data)


def volume(name, data):
    write(name, {"type": "volume", "shape": list(data.shape)}, data)


def write(name, head, data):
    result = {**head, "dtype": str(data.dtype), "data": data.ravel().tolist()}
    (FOLDER / (name + ".json")).write_text(json.dumps(result) + "\n")


def pack(source, name, *options):
    subprocess.run(["tiffcp", *options, FOLDER / source, FOLDER / name], check=True)


y, x = np.mgrid[0:23, 0:37]
grey = ((x * 7 + y * 3) % 256).astype(np.uint8)
rgb = np.stack([grey, (x * 5) % 256, (y * 9) % 256], -1).astype(np.uint8)
bits = ((x // 3 + y // 2) % 2) == 0
picture = Image.fromarray(rgb)

tifffile.imwrite(FOLDER / "source.tif", rgb, photometric="rgb", compression="zlib", metadata=None)
pack("source.tif", "jpeg-tiles.tif", "-c", "jpeg", "-t", "-w", "16", "-l", "16")
image("jpeg-tiles.tif", np.asarray(Image.open(FOLDER / "jpeg-tiles.tif").convert("RGB")))
pack("source.tif", "planes-lzw.tif", "-p", "separate", "-c", "lzw:2")
image("planes-lzw.tif", rgb)
picture.convert("CMYK").save(FOLDER / "jpeg-cmyk.tif", compression="jpeg", quality=95)
image("jpeg-cmyk.tif", np.asarray(Image.open(FOLDER / "jpeg-cmyk.tif").convert("RGB")))
colors = np.random.default_rng(3).integers(0, 65536, (3, 256)).astype(np.uint16)
tifffile.imwrite(FOLDER / "palette.tif", grey, photometric="palette", colormap=colors, metadata=None)
image("palette.tif", np.moveaxis(colors[:, grey], 0, -1))
picture.save(FOLDER / "turned.tif", tiffinfo={274: 6})
image("turned.tif", np.asarray(picture.transpose(Image.ROTATE_270)))

Image.fromarray(bits).save(FOLDER / "source.tif")
for name, options in (("fax-4.tif", ["-c", "g4", "-r", "5"]), ("fax-3.tif", ["-c", "g3:2d"])):
    pack("source.tif", name, *options)
    image(name, bits.astype(np.uint8) * 255)

for dtype, name, options in (("uint16", "zstd.tif", ["-c", "zstd:2"]), ("float32", "floats-predicted.tif", ["-c", "lzw:3"])):
    data = ((x * 7 + y * 3) % 100).astype(dtype)
    tifffile.imwrite(FOLDER / "source.tif", data, photometric="minisblack", metadata=None)
    pack("source.tif", name, *options)
    image(name, data) if dtype == "uint16" else volume(name, data[np.newaxis])
halves = ((x * 7.25 + y * 3) % 100 - 50).astype("float16")
tifffile.imwrite(FOLDER / "float16.tif", halves, photometric="minisblack", metadata=None)
volume("float16.tif", halves[np.newaxis].astype("float32"))
(FOLDER / "source.tif").unlink()

picture.save(FOLDER / "rgb.bmp")
image("rgb.bmp", rgb)
picture.convert("L").save(FOLDER / "grey.bmp")
image("grey.bmp", np.asarray(picture.convert("L")))
few = picture.quantize(100)
few.save(FOLDER / "palette.bmp")
image("palette.bmp", np.asarray(few.convert("RGB")))
rows = np.zeros((23, 38), "<u2")
rows[:, :37] = (x * 2000 + y * 77) % 65536
head = struct.pack("<IiiHHIIiiII", 40, 37, -23, 1, 16, 3, rows.nbytes, 2835, 2835, 0, 0)
masks = struct.pack("<III", 0xF800, 0x7E0, 0x1F)
start = struct.pack("<2sIHHI", b"BM", 66 + rows.nbytes, 0, 0, 66)
(FOLDER / "masks.bmp").write_bytes(start + head + masks + rows.tobytes())
image("masks.bmp", np.asarray(Image.open(FOLDER / "masks.bmp").convert("RGB")))

picture.save(FOLDER / "lossless.webp", lossless=True)
image("lossless.webp", rgb)
Image.fromarray(np.dstack([rgb, grey])).save(FOLDER / "lossy-alpha.webp", quality=70)
image("lossy-alpha.webp", np.asarray(Image.open(FOLDER / "lossy-alpha.webp")))
