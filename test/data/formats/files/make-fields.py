"""Writes the TIFF files and tables of this folder, each with the result that it holds (`<name>.json`): tifffile (BSD)
writes TIFF, libtiff's tiffcp packs it in other ways, numpy writes the tables. They are made here and free of rights;
what is expected is computed from the numbers that were given to these programs.

Run once on Debian 12 (`apt-get install python3-tifffile python3-numpy libtiff-tools`, then `/usr/bin/python3
make-fields.py`); the files are committed.
"""
import json
import pathlib
import subprocess

import numpy as np
import tifffile

FOLDER = pathlib.Path(__file__).parent


def expect(name, result):
    plain = {key: value.ravel().tolist() if isinstance(value, np.ndarray) else value for key, value in result.items()}
    (FOLDER / (name + ".json")).write_text(json.dumps(plain, ensure_ascii=False) + "\n")


def volume(data, **more):
    return {"type": "volume", "shape": list(data.shape), "dtype": str(data.dtype.newbyteorder("=")), "data": data, **more}


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


def write(name, data, result, **options):
    tifffile.imwrite(FOLDER / name, data, **options)
    expect(name, result)


def pack(source, name, result, *options):
    subprocess.run(["tiffcp", *options, source, name], cwd=FOLDER, check=True)
    expect(name, result)


# Stacks of every type, in both byte orders, plain and by zlib
for code in ["uint8", "int8", "uint16", "int16", "uint32", "int32", "float32", "float64"]:
    data = ramp(np.dtype(code), (3, 4, 5))
    write(f"stack-{code}.tif", data, volume(data), metadata=None, photometric="minisblack",
          byteorder=">" if code.endswith("16") else "<", compression="zlib" if code.endswith("32") else None)
data = ramp(np.dtype("uint16"), (3, 4, 5))
write("stack-big.tif", data, volume(data), bigtiff=True, metadata=None, photometric="minisblack")

# ImageJ: channels are the fastest of the pages, then slices, then times
data = ramp(np.dtype("uint16"), (2, 3, 2, 4, 5))
write("imagej.tif", data, volume(np.ascontiguousarray(data[0, :, 0]), spacing=[2.5, 0.5, 0.25], unit="µm", frame=0, frames=4), imagej=True,
      resolution=(4, 2), metadata={"spacing": 2.5, "unit": "um", "axes": "TZCYX"})
data = ramp(np.dtype("float32"), (4, 3, 5))
write("imagej-time.tif", data, volume(data), imagej=True, metadata={"axes": "TYX"})

# OME: the document names the order of the axes
data = ramp(np.dtype("uint8"), (2, 3, 4, 5))
sizes = {"PhysicalSizeX": 0.13, "PhysicalSizeXUnit": "µm", "PhysicalSizeY": 0.13, "PhysicalSizeYUnit": "µm",
         "PhysicalSizeZ": 0.5, "PhysicalSizeZUnit": "µm"}
write("channels.ome.tif", data, volume(data[0], spacing=[0.5, 0.13, 0.13], unit="µm", frame=0, frames=2), metadata={"axes": "CZYX", **sizes},
      photometric="minisblack")

# Images: one page
for mode, shape in {"grey": (5, 9), "rgb": (5, 9, 3), "rgba": (5, 9, 4)}.items():
    for code in ["uint8", "uint16"]:
        data = ramp(np.dtype(code), shape)
        extra = {"extrasamples": ["unassalpha"]} if mode == "rgba" else {}
        write(f"{mode}-{code}.tif", data, image(data), metadata=None,
              photometric="minisblack" if mode == "grey" else "rgb", **extra)
data = ramp(np.dtype("uint8"), (5, 9))
write("inverse.tif", data, image(255 - data), metadata=None, photometric="miniswhite")
data = ramp(np.dtype("float32"), (5, 9))
write("single-float32.tif", data, volume(data[np.newaxis]), metadata=None, photometric="minisblack")

# Strips, tiles, ways of packing and predictors, by libtiff
noise = np.random.default_rng(7)
for code, shape in {"uint8": (40, 33, 3), "uint16": (40, 33), "float32": (40, 33)}.items():
    data = np.where(noise.random(shape) < 0.7, 3, noise.random(shape) * 200).astype(code)
    result = image(data) if code != "float32" else volume(data[np.newaxis])
    tifffile.imwrite(FOLDER / "source.tif", data, metadata=None, photometric="rgb" if len(shape) == 3 else "minisblack")
    for name, options in {"lzw": ["-c", "lzw", "-r", "7"], "bits": ["-c", "packbits", "-r", "7"],
                          "zip": ["-c", "zip:2", "-r", "7"], "tiles": ["-c", "lzw:2", "-t", "-w", "16", "-l", "32"],
                          "big": ["-c", "lzw:2", "-B"]}.items():
        if code == "float32" and "2" in "".join(options[1]):
            options = [option.replace(":2", "") for option in options]
        pack("source.tif", f"packed-{code}-{name}.tif", result, *options)
(FOLDER / "source.tif").unlink()

# Tables
rows = np.round(noise.normal(size=(12, 3)) * 10, 3)
depth = np.round(noise.random(12) * 100, 2)
rgb = noise.integers(0, 256, size=(12, 3))
points = rows.astype(np.float32)
np.savetxt(FOLDER / "plain.xyz", rows, fmt="%.3f")
expect("plain.xyz", {"type": "point_cloud", "points": points})
np.savetxt(FOLDER / "colors.xyz", np.hstack([rows, rgb]), fmt=["%.3f"] * 3 + ["%d"] * 3)
expect("colors.xyz", {"type": "point_cloud", "points": points, "colors": rgb})
np.savetxt(FOLDER / "named.csv", np.hstack([np.arange(12)[:, np.newaxis], rows, depth[:, np.newaxis], rgb]), delimiter=",",
           fmt=["%d"] + ["%.3f"] * 3 + ["%.2f"] + ["%d"] * 3, header="id,X [m],Y [m],Z [m],Depth (km),R,G,B", comments="")
expect("named.csv", {"type": "point_cloud", "unit": "m", "points": points, "colors": rgb,
                     "scalars": depth.astype(np.float32), "valueName": "Depth", "valueUnit": "km"})
np.savetxt(FOLDER / "fractions.tsv", np.hstack([rows, np.round(rgb / 255, 4)]), delimiter="\t", fmt="%.4f",
           header="x\ty\tz\tred\tgreen\tblue")
expect("fractions.tsv", {"type": "point_cloud", "points": points, "colors": rgb})
np.savetxt(FOLDER / "commas.csv", np.hstack([rows, depth[:, np.newaxis]]), delimiter=";", fmt="%.3f", header="x;y;z;Höhe",
           comments="", encoding="utf-8")
text = (FOLDER / "commas.csv").read_text(encoding="utf-8").replace(".", ",")
(FOLDER / "commas.csv").write_text(text, encoding="utf-8-sig", newline="\r\n")
expect("commas.csv", {"type": "point_cloud", "points": points, "scalars": depth.astype(np.float32), "valueName": "Höhe"})
