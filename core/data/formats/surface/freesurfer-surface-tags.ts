import type { TagTable } from '../tag-table.ts'

/** The forms of a FreeSurfer surface, and what stands behind its faces. */
export const freesurferSurfaceTags: TagTable = {
  format: 'FreeSurfer surface',
  source: 'FreeSurfer, "Surface file formats", and nibabel.freesurfer.io',
  rows: [
    {
      tag: 'triangles (ff ff fe)',
      treatment: 'read',
      says: 'vertices in mm of the surface space, faces of three',
    },
    {
      tag: 'quadrangles (ff ff ff, ff ff fd)',
      treatment: 'refused',
      says: 'A surface of quadrangles is not read: convert it with mris_convert.',
    },
    {
      tag: 'volume geometry (xras, yras, zras)',
      treatment: 'read',
      says: 'the directions of the surface space: RAS where they are missing, or those of a conformed volume',
    },
    {
      tag: 'volume geometry (cras)',
      treatment: 'noted',
      says: "Coordinates are those of FreeSurfer's surface space; scanner coordinates are shifted by cras.",
    },
  ],
}
