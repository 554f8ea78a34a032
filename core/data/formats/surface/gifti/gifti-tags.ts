import type { TagTable } from '../../tag-table.ts'

/** The elements and attributes of a GIFTI surface. */
export const giftiTags = {
  format: 'GIFTI',
  source: 'Gifti Surface Data Format, version 1.0',
  rows: [
    { tag: 'NIFTI_INTENT_POINTSET', treatment: 'read', says: 'the vertices, in mm' },
    { tag: 'NIFTI_INTENT_TRIANGLE', treatment: 'read', says: 'the triangles' },
    {
      tag: 'values of vertices',
      treatment: 'read',
      says: 'the first array of one value a vertex, with its name',
    },
    {
      tag: 'values of vertices beside the surface',
      treatment: 'read',
      says:
        'values or labels of a file opened with it (.func.gii, .shape.gii, .label.gii, lh.curv, .annot) in ' +
        'place of its own; without a name in its metadata they have that of the file',
    },
    {
      tag: 'NIFTI_INTENT_NODE_INDEX',
      treatment: 'noted',
      says:
        'It lists the vertices that its values belong to (NIFTI_INTENT_NODE_INDEX); ' +
        'these values are left out.',
    },
    {
      tag: 'Encoding',
      treatment: 'read',
      says: 'ASCII, Base64Binary, GZipBase64Binary; also as GIFTI_ENCODING_…',
    },
    { tag: 'Endian', treatment: 'read', says: 'both orders of bytes' },
    { tag: 'ArrayIndexingOrder', treatment: 'read', says: 'row by row, or column by column' },
    {
      tag: 'Encoding = ExternalFileBinary',
      treatment: 'refused',
      says: 'Its arrays are in another file; write them into it.',
    },
    {
      tag: 'values alone',
      treatment: 'refused',
      says:
        'It has values of the vertices of a surface and no surface (NIFTI_INTENT_POINTSET); open it ' +
        'together with the surface of the same side, such as lh.white or .surf.gii: both files at once, ' +
        'or a folder of both.',
    },
    {
      tag: 'CoordinateSystemTransformMatrix',
      treatment: 'noted',
      says: 'Its transform to another space is left out: coordinates are those of its own.',
    },
    {
      tag: 'VolGeom',
      treatment: 'noted',
      says:
        "Coordinates are those of FreeSurfer's surface space; scanner coordinates are shifted by VolGeomC, " +
        'or turned by VolGeomX, Y and Z.',
    },
    {
      tag: 'DataSpace',
      treatment: 'read',
      says: 'SCANNER_ANAT, ALIGNED_ANAT, TALAIRACH, MNI_152: x, y and z grow to the right, forward and up',
    },
    {
      tag: 'LabelTable',
      treatment: 'read',
      says: 'the names and colours of the labels that vertices have; a clear one is grey',
    },
    { tag: 'further DataArrays', treatment: 'noted', says: 'Its further arrays (DataArray) are left out.' },
  ],
} as const satisfies TagTable
