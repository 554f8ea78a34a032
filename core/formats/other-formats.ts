import { hasExtension, readStart } from './find-format.ts'
import type { FileFormat } from './format.ts'

const withBlender = 'export it from Blender as .glb'
const withFiji = 'save it from Fiji as TIFF'
const withNumpy = 'read its array in Python and write it with numpy.save as NPY'
const withCloudCompare = 'save it from CloudCompare as PLY'
const withSlicer = 'save it from 3D Slicer as NRRD'
const withFreeCad = 'export it from FreeCAD as STL'

/** Formats of the field that are not read, with the way to one that is. Extensions are tried first. */
const otherFormats: readonly (FileFormat & { readonly remedy: string })[] = [
  { name: '3MF', extensions: ['.3mf'], remedy: 'export it as STL or PLY' },
  { name: 'glTF in several files', extensions: ['.gltf'], remedy: 'save it as one .glb' },
  { name: 'FBX', extensions: ['.fbx'], mark: /^Kaydara FBX/, remedy: withBlender },
  { name: 'a file of Blender', extensions: ['.blend'], mark: /^BLENDER/, remedy: withBlender },
  { name: 'COLLADA', extensions: ['.dae'], remedy: withBlender },
  { name: 'STEP', extensions: ['.step', '.stp'], mark: /^ISO-10303-21;/, remedy: withFreeCad },
  { name: 'IGES', extensions: ['.iges', '.igs'], remedy: withFreeCad },
  {
    name: 'VTK',
    extensions: ['.vtk', '.vtp', '.vtu', '.vti', '.vts', '.vtr', '.vtm', '.pvd'],
    mark: /^# vtk DataFile/,
    remedy: 'save a surface from ParaView as PLY or STL, a volume from 3D Slicer as NRRD',
  },
  { name: 'DICOM without its preamble', extensions: ['.ima'], remedy: 'write it anew with dcmconv as .dcm' },
  { name: 'MetaImage', extensions: ['.mha', '.mhd'], remedy: withSlicer },
  { name: 'a volume of FreeSurfer', extensions: ['.mgz', '.mgh'], remedy: withSlicer },
  { name: 'netCDF', extensions: ['.nc', '.cdf'], mark: /^CDF/, remedy: withNumpy },
  { name: 'Imaris', extensions: ['.ims'], remedy: withFiji },
  { name: 'HDF5', extensions: ['.h5', '.hdf5', '.hdf'], mark: /^\x89HDF\r\n\cZ\n/, remedy: withNumpy },
  { name: 'a file of MATLAB', extensions: ['.mat'], mark: /^MATLAB/, remedy: withNumpy },
  { name: 'MRC', extensions: ['.mrc', '.ccp4', '.map', '.rec'], remedy: withNumpy },
  { name: 'Zeiss CZI', extensions: ['.czi'], mark: /^ZISRAWFILE/, remedy: withFiji },
  { name: 'a file of a microscope', extensions: ['.lif', '.nd2', '.oib', '.oir', '.lsm'], remedy: withFiji },
  { name: 'LAS', extensions: ['.las', '.laz'], mark: /^LASF/, remedy: withCloudCompare },
  { name: 'E57', extensions: ['.e57'], mark: /^ASTM-E57/, remedy: withCloudCompare },
  { name: 'PCD', extensions: ['.pcd', '.pts'], mark: /^# [.]PCD/, remedy: withCloudCompare },
  { name: 'an archive', extensions: ['.zip', '.7z', '.rar'], mark: /^PK\cC\cD/, remedy: 'unpack it' },
]

/** Returns a sentence on a file of a known format that is not read; undefined for others. */
export function explainFormat(bytes: Uint8Array, name: string): string | undefined {
  const start = readStart(bytes)
  const found =
    otherFormats.find((format) => hasExtension(format, name)) ??
    otherFormats.find(({ mark }) => mark?.test(start))
  return found && `It is ${found.name}, which is not read: ${found.remedy}.`
}
