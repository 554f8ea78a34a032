"""Writes the files of this folder by programs that know nothing of ours: pydicom writes the data sets, dcmtk and gdcm
compress them, and Pillow two of them. What is expected (`expected.json`) is computed here from the numbers that were
given to them, and by other decoders for what was compressed with loss. All numbers are made here: no patient, no scanner; the files have the licence of this
repository.

Run once on Debian 12 (`apt-get install dcmtk libgdcm-tools python3-pydicom python3-numpy python3-pil`, then
`python3 make-files.py`); the files are committed.
"""
import io
import json
import pathlib
import struct
import subprocess
import zlib

import numpy as np
import pydicom
import pydicom.encaps
from PIL import Image
from pydicom.dataset import Dataset, FileDataset, FileMetaDataset
from pydicom.sequence import Sequence
from pydicom.uid import CTImageStorage, EnhancedMRImageStorage, ExplicitVRLittleEndian, ImplicitVRLittleEndian

FOLDER = pathlib.Path(__file__).parent
ROOT = "1.2.826.0.1.3680043.8.498.1"
EXPECTED = {}


def write(name, pixels, syntax=ExplicitVRLittleEndian, kind=CTImageStorage, **more):
    meta = FileMetaDataset()
    meta.MediaStorageSOPClassUID = kind
    meta.MediaStorageSOPInstanceUID = f"{ROOT}.{zlib.crc32(name.encode())}"
    meta.TransferSyntaxUID = syntax
    data = FileDataset(str(FOLDER / name), {}, file_meta=meta, preamble=b"\0" * 128)
    data.is_little_endian, data.is_implicit_VR = True, syntax == ImplicitVRLittleEndian
    data.SOPClassUID, data.SOPInstanceUID = meta.MediaStorageSOPClassUID, meta.MediaStorageSOPInstanceUID
    data.PatientName, data.Modality, data.SeriesInstanceUID = "Phantom^Made", "CT", f"{ROOT}.7"
    data.Rows, data.Columns = pixels.shape[-2:]
    data.SamplesPerPixel, data.PhotometricInterpretation = 1, "MONOCHROME2"
    data.BitsAllocated = 8 * pixels.itemsize
    data.BitsStored, data.HighBit = data.BitsAllocated, data.BitsAllocated - 1
    data.PixelRepresentation = int(pixels.dtype.kind == "i")
    for key, value in more.items():
        setattr(data, key, value)
    data.PixelData = pixels.tobytes()
    data.save_as(FOLDER / name, write_like_original=False)


def expect(name, values, **more):
    EXPECTED[name] = {"type": "volume", "shape": list(values.shape), "dtype": str(values.dtype), "data": values.ravel().tolist(), "unit": "mm", **more}


# An axial series, out of order, in the units of a CT: three slices of 3 rows and 4 columns, 2.5 mm apart.
stored = (np.arange(36).reshape(3, 3, 4) * 30).astype(np.uint16)
for z in (2, 0, 1):
    write(
        f"ct-{9 - z}.dcm", stored[z], syntax=ImplicitVRLittleEndian if z == 1 else ExplicitVRLittleEndian,
        BitsStored=12, HighBit=11, RescaleSlope=1, RescaleIntercept=-1024, InstanceNumber=9 - z, SliceThickness=5,
        PixelSpacing=[0.5, 0.75], ImagePositionPatient=[-10, -20, 30 + 2.5 * z], ImageOrientationPatient=[1, 0, 0, 0, 1, 0],
    )
expect("ct", (stored.astype(np.int16) - 1024), valueUnit="HU", spacing=[2.5, 0.5, 0.75], origin=[30, -20, -10], orientation="LPS")
for name, command in {"rle.dcm": ["dcmcrle"], "jpeg.dcm": ["dcmcjpeg"]}.items():
    subprocess.run([*command, str(FOLDER / "ct-9.dcm"), str(FOLDER / name)], check=True)
expect("one", (stored[:1].astype(np.int16) - 1024), valueUnit="HU", spacing=[5, 0.5, 0.75], origin=[30, -20, -10], orientation="LPS")

# Two moments of a sagittal series of two slices, with signed values of 12 bits and a scale of their own.
moments = (np.arange(24).reshape(2, 2, 2, 3) - 12).astype(np.int16)
for t in (0, 1):
    for z in (0, 1):
        write(
            f"mr-{t}{z}.dcm", (moments[t, z] & 0x0FFF).astype(np.int16), BitsStored=12, HighBit=11, RescaleSlope=0.5, RescaleIntercept=1,
            InstanceNumber=1 + 2 * t + z, PixelSpacing=[1, 1], ImagePositionPatient=[3 * z, 0, 0], ImageOrientationPatient=[0, 1, 0, 0, 0, -1],
            SeriesInstanceUID=f"{ROOT}.8", Modality="MR",
        )
# The normal points to smaller x, so the slice with the larger x comes first.
for t in (0, 1):
    expect(f"mr-{t}", (moments[t, ::-1] * 0.5 + 1).astype(np.float32), spacing=[3, 1, 1], orientation="PIR", frame=t, frames=2,
           origin=[0, 0, 3], direction=[[0, -1, 0], [0, 0, 1], [-1, 0, 0]])

# An enhanced file: three frames in one, whose places stand in groups, written out of order.
frames = (np.arange(18).reshape(3, 2, 3) * 5).astype(np.uint8)
shared, groups, measures, plane = Dataset(), [], Dataset(), Dataset()
measures.PixelSpacing, measures.SliceThickness = [2, 2], 1
plane.ImageOrientationPatient = [1, 0, 0, 0, 1, 0]
shared.PixelMeasuresSequence, shared.PlaneOrientationSequence = Sequence([measures]), Sequence([plane])
for z in (1, 2, 0):
    place, group = Dataset(), Dataset()
    place.ImagePositionPatient = [0, 0, 4 * z]
    group.PlanePositionSequence = Sequence([place])
    groups.append(group)
write(
    "enhanced.dcm", frames[[1, 2, 0]], kind=EnhancedMRImageStorage, NumberOfFrames=3,
    SharedFunctionalGroupsSequence=Sequence([shared]), PerFrameFunctionalGroupsSequence=Sequence(groups),
)
expect("enhanced", frames, spacing=[4, 2, 2], origin=[0, 0, 0], orientation="LPS")

# A picture in colours.
colors = np.arange(36, dtype=np.uint8).reshape(3, 4, 3)
write("rgb.dcm", colors[..., 0], SamplesPerPixel=3, PhotometricInterpretation="RGB", PlanarConfiguration=0)
data = pydicom.dcmread(FOLDER / "rgb.dcm")
data.PixelData = colors.tobytes()
data.save_as(FOLDER / "rgb.dcm")
EXPECTED["rgb"] = {"type": "image", "width": 4, "height": 3, "channels": 3, "dtype": "uint8", "data": colors.ravel().tolist()}

# Compressed pictures of 12 rows and 16 columns, whose samples the tests compute again: a ramp in grey of 12 bits,
# signed ones of 16, bytes, and colours. dcmtk and gdcm compress them.
rows, columns = np.mgrid[0:12, 0:16]
ramp = (columns * 37 + rows * 91 + columns * rows * 3) % 4096
PICTURES = {
    "grey12": (ramp.astype(np.uint16), dict(BitsStored=12, HighBit=11)),
    "signed16": ((ramp - 2048).astype(np.int16), {}),
    "bytes": (((columns * 7 + rows * 5) % 256).astype(np.uint8), {}),
}
for name, (pixels, more) in PICTURES.items():
    write(f"{name}.dcm", pixels, SeriesInstanceUID=f"{ROOT}.20", **more)
rainbow = np.stack([columns * 15, rows * 20, columns * rows], -1).astype(np.uint8)
write("rainbow.dcm", rainbow[..., 0], SamplesPerPixel=3, PhotometricInterpretation="RGB", PlanarConfiguration=0)
data = pydicom.dcmread(FOLDER / "rainbow.dcm")
data.PixelData = rainbow.tobytes()
data.save_as(FOLDER / "rainbow.dcm")

COMPRESSED = {
    "rle": ["dcmcrle"],
    "lossless": ["dcmcjpeg", "+e1"],
    "jpegls": ["dcmcjpls"],
    "j2k": ["gdcmconv", "--j2k"],
}
for name in ("grey12", "signed16", "bytes", "rainbow"):
    for ending, command in COMPRESSED.items():
        subprocess.run([*command, FOLDER / f"{name}.dcm", FOLDER / f"{name}-{ending}.dcm"], check=True)
for predictor in range(1, 8):
    options = ["+el", "+sv", str(predictor)]
    subprocess.run(["dcmcjpeg", *options, FOLDER / "grey12.dcm", FOLDER / f"predictor-{predictor}.dcm"], check=True)
ONES = {
    "bytes-baseline.dcm": ["dcmcjpeg", "+eb", "+q", "95", FOLDER / "bytes.dcm"],
    "bytes-extended.dcm": ["dcmcjpeg", "+ee", "+q", "95", FOLDER / "bytes.dcm"],
    "grey12-extended.dcm": ["dcmcjpeg", "+ee", "+q", "95", FOLDER / "grey12.dcm"],
    "rainbow-baseline.dcm": ["dcmcjpeg", "+eb", "+q", "95", "+s4", FOLDER / "rainbow.dcm"],
    "rainbow-baseline-rgb.dcm": ["dcmcjpeg", "+eb", "+q", "95", "+cr", FOLDER / "rainbow.dcm"],
    "grey12-near.dcm": ["dcmcjpls", "+en", "+md", "2", FOLDER / "grey12.dcm"],
    "rainbow-planes-jpegls.dcm": ["dcmcjpls", "+in", FOLDER / "rainbow.dcm"],
    "bytes-j2k-lossy.dcm": ["gdcmconv", "--j2k", "--irreversible", "-r", "2", FOLDER / "bytes.dcm"],
    "frames-rle.dcm": ["dcmcrle", FOLDER / "enhanced.dcm"],
    "frames-lossless.dcm": ["dcmcjpeg", "+e1", "+fs", "1", FOLDER / "enhanced.dcm"],
    "frames-without-offsets.dcm": ["dcmcjpeg", "+e1", "-ot", FOLDER / "enhanced.dcm"],
    "deflated.dcm": ["dcmconv", "+td", FOLDER / "grey12.dcm"],
}
for name, command in ONES.items():
    subprocess.run([*command, FOLDER / name], check=True)

# Frames in two fragments each, with their offsets in the basic table, and in the extended one.
source = pydicom.dcmread(FOLDER / "frames-without-offsets.dcm")
whole = pydicom.encaps.decode_data_sequence(source.PixelData)


def item(content):
    return b"\xfe\xff\x00\xe0" + struct.pack("<I", len(content)) + content


parts = [[frame[:8], frame[8:]] for frame in whole]
sizes = [sum(8 + len(part) for part in frame) for frame in parts]
offsets = [sum(sizes[:i]) for i in range(len(sizes))]
joined = b"".join(item(part) for frame in parts for part in frame)
end = b"\xfe\xff\xdd\xe0\0\0\0\0"
for name, table in (("basic", struct.pack(f"<{len(offsets)}I", *offsets)), ("extended", b"")):
    source.PixelData = item(table) + joined + end
    source["PixelData"].is_undefined_length = True
    if name == "extended":
        source.ExtendedOffsetTable = struct.pack(f"<{len(offsets)}Q", *offsets)
        source.ExtendedOffsetTableLengths = struct.pack(f"<{len(sizes)}Q", *sizes)
    source.save_as(FOLDER / f"frames-{name}.dcm")

# Colours that JPEG 2000 transforms, written by Pillow.
for name, kind, irreversible in (("rct", "YBR_RCT", False), ("ict", "YBR_ICT", True)):
    stream = io.BytesIO()
    Image.fromarray(rainbow).save(stream, "JPEG2000", no_jp2=True, irreversible=irreversible, quality_mode="rates", quality_layers=[2 if irreversible else 0])
    data = pydicom.dcmread(FOLDER / "rainbow-j2k.dcm")
    data.PhotometricInterpretation = kind
    if irreversible:
        data.LossyImageCompression, data.LossyImageCompressionRatio = "01", 2
        data.file_meta.TransferSyntaxUID = "1.2.840.10008.1.2.4.91"
    data.PixelData = item(b"") + item(stream.getvalue() + b"\0" * (len(stream.getvalue()) % 2)) + end
    data["PixelData"].is_undefined_length = True
    data.save_as(FOLDER / f"rainbow-{name}.dcm")

# What other decoders make of the lossy ones.
plain = FOLDER / "plain.dcm"
for name in ("bytes-baseline", "bytes-extended", "rainbow-baseline", "rainbow-baseline-rgb", "grey12-near", "bytes-j2k-lossy"):
    tool = ["gdcmconv", "--raw"] if "j2k" in name else ["dcmdjpls"] if "near" in name else ["dcmdjpeg"]
    subprocess.run([*tool, FOLDER / f"{name}.dcm", plain], check=True)
    EXPECTED[name] = pydicom.dcmread(plain).pixel_array.ravel().tolist()
plain.unlink()
(FOLDER / "expected.json").write_text(json.dumps(EXPECTED) + "\n")
