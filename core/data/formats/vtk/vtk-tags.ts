import type { TagTable } from '../tag-table.ts'

/** The tags of files of VTK, in their old form of text or bytes and in XML. */
export const vtkTags = {
  format: 'VTK',
  source: "VTK File Formats (The VTK User's Guide), legacy 1.0 to 5.1, XML 0.1 to 2.0",
  rows: [
    { tag: 'POLYDATA', treatment: 'read', says: 'polygons and strips as triangles, else lines, else points' },
    { tag: 'STRUCTURED_POINTS', treatment: 'read', says: 'the first array of one value a point as a volume' },
    {
      tag: 'title SPACE=',
      treatment: 'read',
      says: 'LPS or RAS of 3D Slicer: the directions in which x, y and z grow',
    },
    { tag: 'BINARY', treatment: 'read', says: 'numbers in big-endian bytes' },
    { tag: 'OFFSETS, CONNECTIVITY', treatment: 'read', says: 'cells of version 5' },
    {
      tag: 'SCALARS',
      treatment: 'read',
      says: 'values of points, with their name; they go before those of FIELD, wherever they stand',
    },
    { tag: 'NORMALS', treatment: 'read', says: 'normals of points' },
    {
      tag: 'COLOR_SCALARS',
      treatment: 'read',
      says: 'colours of points: bytes, or floats from 1 in text; three or four values, or one or two of grey',
    },
    {
      tag: 'COLOR_SCALARS of other counts',
      treatment: 'refused',
      says:
        'COLOR_SCALARS must have one to four values for each point: grey, or red, green and blue, and ' +
        'opacity.',
    },
    {
      tag: 'COLOR_SCALARS above 1',
      treatment: 'noted',
      says: 'Its colours are written in text and above 1: they are counted from 255, and not from 1.',
    },
    { tag: 'opacity of colours', treatment: 'noted', says: 'The opacity of its points is left out.' },
    { tag: 'LINES', treatment: 'noted', says: 'Its lines are left out.' },
    { tag: 'VERTICES', treatment: 'ignored', says: 'they mark points that are there in any case' },
    { tag: 'further arrays', treatment: 'noted', says: 'Its further arrays of values are left out.' },
    { tag: 'CELL_DATA', treatment: 'noted', says: 'Its values of cells are left out.' },
    {
      tag: 'UNSTRUCTURED_GRID',
      treatment: 'refused',
      says:
        'VTK must hold POLYDATA or STRUCTURED_POINTS (got UNSTRUCTURED_GRID); use Extract Surface of ' +
        'ParaView, and PLY.',
    },
    { tag: 'VTKFile type = PolyData', treatment: 'read', says: 'the same in XML (.vtp), all of its pieces' },
    { tag: 'FieldData SPACE', treatment: 'read', says: 'the directions of 3D Slicer in XML' },
    { tag: 'VTKFile type = ImageData', treatment: 'read', says: 'a volume in XML (.vti)' },
    {
      tag: 'byte_order, header_type',
      treatment: 'read',
      says: 'both orders of bytes, lengths of 32 and 64 bits',
    },
    { tag: 'compressor = vtkZLibDataCompressor', treatment: 'read', says: 'blocks by zlib' },
    { tag: 'AppendedData', treatment: 'read', says: 'raw or base64' },
    {
      tag: 'compressor',
      treatment: 'refused',
      says: 'Its arrays are compressed by LZ4 or LZMA; save it with zlib or uncompressed.',
    },
    {
      tag: 'ImageData Direction',
      treatment: 'refused',
      says: 'Its axes are turned (Direction), which is not read from VTK: save it from 3D Slicer as NRRD.',
    },
  ],
} as const satisfies TagTable
