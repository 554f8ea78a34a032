"""Writes the MetaImage and the MGH of this folder, each with the result that it holds (`<name>.json`): VTK 9 (BSD) writes
MetaImage by its MetaIO, nibabel (MIT) writes MGH. They are made here and free of rights; what is expected is computed
from the numbers that were given to these programs.

Run once on Debian 12 (`apt-get install python3-vtk9 python3-nibabel`, then `/usr/bin/python3 make-volumes.py`); the
files are committed.
"""
import json
import pathlib

import nibabel
import numpy as np
import vtk
from vtk.util.numpy_support import numpy_to_vtk

FOLDER = pathlib.Path(__file__).parent


def expect(name, data, **more):
    result = {"type": "volume", "shape": list(data.shape), "dtype": data.dtype.name, "data": data.ravel().tolist(), **more}
    (FOLDER / (name + ".json")).write_text(json.dumps(result) + "\n")


# x, y and z of the array are 4, 3 and 2 long
data = (np.arange(24, dtype=np.int16) * 1000 - 9000).reshape(2, 3, 4)
image = vtk.vtkImageData()
image.SetDimensions(4, 3, 2)
image.SetSpacing(0.5, 1.5, 2.5)
image.SetOrigin(10, -20, 30)
image.GetPointData().SetScalars(numpy_to_vtk(data.ravel(), deep=True))
for compressed, name in [(False, "plain.mha"), (True, "packed.mha")]:
    writer = vtk.vtkMetaImageWriter()
    writer.SetFileName(str(FOLDER / name))
    writer.SetCompression(compressed)
    writer.SetInputData(image)
    writer.Write()
    # ITK and 3D Slicer take lengths without a unit for millimetres.
    expect(name, data, unit="mm", spacing=[2.5, 1.5, 0.5], origin=[30, -20, 10], orientation="LPS")

# FreeSurfer's usual axes: to the left, downwards, forwards
affine = np.array([[-1.5, 0, 0, 10], [0, 0, 2, -20], [0, -1, 0, 30], [0, 0, 0, 1.0]])
nibabel.save(nibabel.MGHImage(np.ascontiguousarray(data.T), affine), FOLDER / "coronal.mgz")
(FOLDER / "coronal.mgz").rename(FOLDER / "coronal.mgh.gz")
expect("coronal.mgh.gz", data, unit="mm", spacing=[2, 1, 1.5], origin=[30, -20, 10], orientation="LIA",
       direction=[[0, -1, 0], [1, 0, 0], [0, 0, -1]])
nibabel.save(nibabel.MGHImage(np.ascontiguousarray(data.T).astype(np.float32), np.diag([2, 2, 2, 1.0])), FOLDER / "straight.mgh")
expect("straight.mgh", data.astype(np.float32), unit="mm", spacing=[2, 2, 2], origin=[0, 0, 0], orientation="RAS")
