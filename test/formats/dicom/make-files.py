"""Writes the files of this folder by programs that know nothing of ours: pydicom writes the data sets, dcmtk compresses
them (dcmcrle, dcmcjpeg). What is expected (`expected.json`) is computed here from the
numbers that were given to them. All numbers are made here: no patient, no scanner; the files have the licence of this
repository.

Run once on Debian 12 (`apt-get install dcmtk python3-pydicom python3-numpy`, then `python3 make-files.py`); the files
are committed.
"""
import json
import pathlib
import subprocess

import numpy as np
import pydicom
from pydicom.dataset import Dataset, FileDataset, FileMetaDataset
from pydicom.sequence import Sequence
from pydicom.uid import CTImageStorage, EnhancedMRImageStorage, ExplicitVRLittleEndian, ImplicitVRLittleEndian

FOLDER = pathlib.Path(__file__).parent
ROOT = "1.2.826.0.1.3680043.8.498.1"
EXPECTED = {}


def write(name, pixels, syntax=ExplicitVRLittleEndian, kind=CTImageStorage, **more):
    meta = FileMetaDataset()
    meta.MediaStorageSOPClassUID = kind
    meta.MediaStorageSOPInstanceUID = f"{ROOT}.{abs(hash(name)) % 10**9}"
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
expect("ct", (stored.astype(np.int16) - 1024), spacing=[2.5, 0.5, 0.75], origin=[30, -20, -10], orientation="LPS")
for name, command in {"rle.dcm": ["dcmcrle"], "jpeg.dcm": ["dcmcjpeg"]}.items():
    subprocess.run([*command, str(FOLDER / "ct-9.dcm"), str(FOLDER / name)], check=True)
expect("one", (stored[:1].astype(np.int16) - 1024), spacing=[5, 0.5, 0.75], origin=[30, -20, -10], orientation="LPS")

# Two moments of a sagittal series of two slices, with signed values of 12 bits and a scale of their own.
moments = (np.arange(24).reshape(2, 2, 2, 3) - 12).astype(np.int16)
for t in (0, 1):
    for z in (0, 1):
        write(
            f"mr-{t}{z}.dcm", (moments[t, z] & 0x0FFF).astype(np.int16), BitsStored=12, HighBit=11, RescaleSlope=0.5, RescaleIntercept=1,
            InstanceNumber=1 + 2 * t + z, PixelSpacing=[1, 1], ImagePositionPatient=[3 * z, 0, 0], ImageOrientationPatient=[0, 1, 0, 0, 0, -1],
            SeriesInstanceUID=f"{ROOT}.8",
        )
# The normal points to smaller x, so the slice with the larger x comes first.
for t in (0, 1):
    expect(f"mr-{t}", (moments[t, ::-1] * 0.5 + 1).astype(np.float32), spacing=[3, 1, 1], orientation="PIR", frame=t, frames=2)

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
(FOLDER / "expected.json").write_text(json.dumps(EXPECTED) + "\n")
