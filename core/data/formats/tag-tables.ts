import { dicomTags } from './dicom/dicom-tags.ts'
import { bmpTags } from './image/bmp-tags.ts'
import { pngTags } from './image/png-tags.ts'
import { webpTags } from './image/webp-tags.ts'
import { jpegTags } from './jpeg/jpeg-tags.ts'
import { gltfTags } from './mesh/gltf-tags.ts'
import { objTags } from './mesh/obj-tags.ts'
import { plyTags } from './mesh/ply-tags.ts'
import { stlTags } from './mesh/stl-tags.ts'
import { tableTags } from './mesh/table-tags.ts'
import { pdbTags } from './molecule/pdb-tags.ts'
import { xyzTags } from './molecule/xyz-tags.ts'
import { freesurferSurfaceTags } from './surface/freesurfer-surface-tags.ts'
import { giftiTags } from './surface/gifti-tags.ts'
import { offTags } from './surface/off-tags.ts'
import { threeMfTags } from './surface/three-mf-tags.ts'
import type { TagTable } from './tag-table.ts'
import { tiffTags } from './tiff/tiff-tags.ts'
import { metaImageTags } from './volume/metaimage-tags.ts'
import { mghTags } from './volume/mgh-tags.ts'
import { niftiTags } from './volume/nifti-tags.ts'
import { npyTags } from './volume/npy-tags.ts'
import { nrrdTags } from './volume/nrrd-tags.ts'
import { vtkTags } from './vtk/vtk-tags.ts'
import { omeTags } from './zarr/ome-tags.ts'

/** The tables of all formats, as the README of this folder shows them; tests walk each row. */
export const tagTables: readonly TagTable[] = [
  gltfTags,
  plyTags,
  stlTags,
  objTags,
  tableTags,
  nrrdTags,
  niftiTags,
  metaImageTags,
  mghTags,
  dicomTags,
  npyTags,
  omeTags,
  pngTags,
  tiffTags,
  jpegTags,
  webpTags,
  bmpTags,
  offTags,
  vtkTags,
  giftiTags,
  freesurferSurfaceTags,
  threeMfTags,
  xyzTags,
  pdbTags,
]
