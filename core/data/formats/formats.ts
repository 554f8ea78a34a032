import { dicomFormat } from './dicom/dicom-format.ts'
import { envelopeFormat } from './envelope-format.ts'
import type { FileFormat, FolderFormat } from './format.ts'
import { bmpFormat } from './image/bmp/bmp-format.ts'
import { pngFormat } from './image/png/png-format.ts'
import { webpFormat } from './image/webp/webp-format.ts'
import { jpegFormat } from './jpeg/jpeg-format.ts'
import { gltfFormat } from './mesh/gltf/gltf-format.ts'
import { objFormat } from './mesh/obj/obj-format.ts'
import { plyFormat } from './mesh/ply/ply-format.ts'
import { stlFormat } from './mesh/stl/stl-format.ts'
import { tableFormat } from './mesh/table/table-format.ts'
import { pdbFormat } from './molecule/pdb/pdb-format.ts'
import { xyzFormat } from './molecule/xyz/xyz-format.ts'
import { sceneZipFormat } from './scene-zip/scene-zip-format.ts'
import { freesurferSurfaceFormat } from './surface/freesurfer/freesurfer-surface-format.ts'
import { giftiFormat } from './surface/gifti/gifti-format.ts'
import { offFormat } from './surface/off/off-format.ts'
import { threeMfFormat } from './surface/three-mf/three-mf-format.ts'
import { tarFormat } from './tar-format.ts'
import { tiffFormat } from './tiff/tiff-format.ts'
import { metaImageFormat } from './volume/metaimage/metaimage-format.ts'
import { mghFormat } from './volume/mgh/mgh-format.ts'
import { niftiFormat } from './volume/nifti/nifti-format.ts'
import { npyFormat } from './volume/npy/npy-format.ts'
import { nrrdFormat } from './volume/nrrd/nrrd-format.ts'
import { vtkFormat } from './vtk/vtk-format.ts'
import { zarrFormat } from './zarr/zarr-format.ts'

/** Every format of files, in the order in which they are tried: plain texts, without a mark, are the last. */
export const formats = [
  gltfFormat,
  plyFormat,
  nrrdFormat,
  niftiFormat,
  dicomFormat,
  npyFormat,
  pngFormat,
  tiffFormat,
  jpegFormat,
  webpFormat,
  bmpFormat,
  offFormat,
  vtkFormat,
  giftiFormat,
  freesurferSurfaceFormat,
  threeMfFormat,
  sceneZipFormat,
  metaImageFormat,
  mghFormat,
  envelopeFormat,
  tarFormat,
  stlFormat,
  pdbFormat,
  xyzFormat,
  objFormat,
  tableFormat,
] as const satisfies readonly FileFormat[]

/** Formats whose content is a folder. */
export const folderFormats: readonly FolderFormat[] = [zarrFormat]

/** A format of the table. */
export type KnownFormat = (typeof formats)[number]
