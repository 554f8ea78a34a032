"""Writes the surfaces of this folder in formats of neuroimaging, visualization and printing, by programs that know
nothing of ours: nibabel (GIFTI, FreeSurfer), VTK, meshio (OFF), assimp (3MF). The pyramid is that of make-files.py.

Run once on Debian 12 (`apt-get install python3-nibabel python3-vtk9 python3-meshio assimp-utils`, then `python3
make-surfaces.py`); the files are committed.
"""
import json
import pathlib
import subprocess

import meshio
import nibabel
import numpy as np
import vtk
from vtk.util.numpy_support import numpy_to_vtk

FOLDER = pathlib.Path(__file__).parent
corners = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0.5, 0.5, 1]], dtype=np.float32)
triangles = np.array([[3, 2, 1], [3, 1, 0], [0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]], dtype=np.int32)
heights = corners[:, 2] * 7 + 0.5


def expect(name, result):
    plain = {key: value.ravel().tolist() if isinstance(value, np.ndarray) else value for key, value in result.items()}
    (FOLDER / (name + ".json")).write_text(json.dumps(plain) + "\n")


surface = {"type": "mesh", "vertices": corners, "indices": triangles}

# GIFTI and FreeSurfer
arrays = [nibabel.gifti.GiftiDataArray(corners, "NIFTI_INTENT_POINTSET"),
          nibabel.gifti.GiftiDataArray(triangles, "NIFTI_INTENT_TRIANGLE")]
nibabel.save(nibabel.gifti.GiftiImage(darrays=arrays), FOLDER / "pyramid.surf.gii")
expect("pyramid.surf.gii", {**surface, "unit": "mm"})
nibabel.freesurfer.write_geometry(str(FOLDER / "lh.pial"), corners, triangles, create_stamp="made for a test")
expect("lh.pial", {**surface, "unit": "mm", "orientation": "RAS"})

# OFF and 3MF
meshio.write(FOLDER / "pyramid.off", meshio.Mesh(corners.astype(float), [("triangle", triangles)]))
expect("pyramid.off", surface)
subprocess.run(["assimp", "export", "pyramid.obj", "pyramid.3mf", "-f3mf", "-tri"], cwd=FOLDER, check=True, capture_output=True)
expect("pyramid.3mf", {"type": "mesh", "triangles": corners[triangles]})
for extra in FOLDER.glob("*.mtl"):
    extra.unlink()

# VTK
points = vtk.vtkPoints()
cells = vtk.vtkCellArray()
for place in corners:
    points.InsertNextPoint(place)
for triangle in triangles:
    cells.InsertNextCell(3, [int(corner) for corner in triangle])
data = vtk.vtkPolyData()
data.SetPoints(points)
data.SetPolys(cells)
values = numpy_to_vtk(heights.astype(np.float32), deep=1)
values.SetName("height")
data.GetPointData().SetScalars(values)
shown = {**surface, "scalars": heights, "valueName": "height"}
for name, binary, version in [("pyramid-text.vtk", 0, 51), ("pyramid-binary.vtk", 1, 51), ("pyramid-old.vtk", 1, 42)]:
    writer = vtk.vtkPolyDataWriter()
    writer.SetFileName(str(FOLDER / name))
    writer.SetFileType(vtk.VTK_BINARY if binary else vtk.VTK_ASCII)
    writer.SetFileVersion(version)
    writer.SetInputData(data)
    writer.Write()
    expect(name, shown)


def write_xml(writer, name, content, form):
    writer.SetFileName(str(FOLDER / name))
    writer.SetInputData(content)
    if form == "text":
        writer.SetDataModeToAscii()
    elif form == "base64":
        writer.SetDataModeToBinary()
    else:
        writer.SetDataModeToAppended()
        writer.SetEncodeAppendedData(form == "appended-base64")
    if form in ("raw", "appended-base64"):
        writer.SetCompressorTypeToNone()
    writer.Write()


for form in ["text", "base64", "raw", "appended", "appended-base64"]:
    write_xml(vtk.vtkXMLPolyDataWriter(), f"pyramid-{form}.vtp", data, form)
    expect(f"pyramid-{form}.vtp", shown)
grid = vtk.vtkImageData()
grid.SetDimensions(5, 3, 2)
grid.SetSpacing(0.5, 1.5, 2.5)
grid.SetOrigin(-1, -2, -3)
samples = (np.arange(30) * 11 - 100).astype(np.int16)
field = numpy_to_vtk(samples, deep=1)
field.SetName("density")
grid.GetPointData().SetScalars(field)
volume = {"type": "volume", "shape": [2, 3, 5], "dtype": "int16", "data": samples, "spacing": [2.5, 1.5, 0.5],
          "origin": [-3, -2, -1], "valueName": "density"}
write_xml(vtk.vtkXMLImageDataWriter(), "grid.vti", grid, "appended")
expect("grid.vti", volume)
writer = vtk.vtkStructuredPointsWriter()
writer.SetFileName(str(FOLDER / "grid.vtk"))
writer.SetInputData(grid)
writer.SetFileTypeToBinary()
writer.Write()
expect("grid.vtk", volume)
