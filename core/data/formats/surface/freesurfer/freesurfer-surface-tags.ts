import type { TagTable } from '../../tag-table.ts'

/** The forms of a FreeSurfer surface, and what stands behind its faces. */
export const freesurferSurfaceTags = {
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
      tag: 'values of vertices (curv, sulc, thickness)',
      treatment: 'refused',
      says:
        'It has values of the vertices of a surface (curv, sulc, thickness) and no surface; ' +
        'open it together with the surface of the same side, such as lh.white: both files at once, or a ' +
        'folder of both.',
    },
    {
      tag: 'values of vertices beside the surface',
      treatment: 'read',
      says:
        'values of a file opened with it, named as behind lh. or rh.; curv in 1/mm, thickness in mm; or ' +
        'those of a GIFTI (.func.gii, .shape.gii, .label.gii), or the row of an MGH (.mgh, .mgz)',
    },
    {
      tag: 'further frames of values',
      treatment: 'noted',
      says: 'Values of its vertices have several frames; these are those of the first.',
    },
    {
      tag: 'annotation beside the surface (.annot)',
      treatment: 'read',
      says: 'labels of its vertices by places in the table of colours, with names and colours; -1 for none',
    },
    {
      tag: 'further values',
      treatment: 'noted',
      says: 'Values of its vertices are in several files; these are those of the first by name.',
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
} as const satisfies TagTable
