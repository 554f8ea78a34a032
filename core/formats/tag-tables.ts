import { freesurferSurfaceTags } from './surface/freesurfer-surface-tags.ts'
import { giftiTags } from './surface/gifti-tags.ts'
import { offTags } from './surface/off-tags.ts'
import { threeMfTags } from './surface/three-mf-tags.ts'
import type { TagTable } from './tag-table.ts'
import { npyTags } from './volume/npy-tags.ts'
import { vtkTags } from './vtk/vtk-tags.ts'

/** The tables of all formats, as the README of this folder shows them; tests walk each row. */
export const tagTables: readonly TagTable[] = [
  npyTags,
  offTags,
  vtkTags,
  giftiTags,
  freesurferSurfaceTags,
  threeMfTags,
]
