import type { TagTable } from '../../tag-table.ts'

/** The fields of a MetaImage, and the values of those that decide. */
export const metaImageTags = {
  format: 'MetaImage',
  source: "MetaIO's documentation of MetaImage, https://itk.org/Wiki/ITK/MetaIO/Documentation",
  rows: [
    { tag: 'ObjectType', treatment: 'read', says: 'Image' },
    {
      tag: 'ObjectType = other',
      treatment: 'refused',
      says: 'It is a MetaIO object that is no image; save its surface or points as PLY.',
    },
    { tag: 'NDims', treatment: 'read', says: '2 to 8: x, y, z, then volumes' },
    { tag: 'DimSize', treatment: 'read', says: 'samples along each axis, the fastest first' },
    { tag: 'ElementType', treatment: 'read', says: 'integers of 8 to 64 bits, floats of 32 and 64' },
    {
      tag: 'ElementType of no number',
      treatment: 'refused',
      says: 'Each sample must be one number of a known type; save it as MET_SHORT or MET_FLOAT, for example.',
    },
    {
      tag: 'ElementNumberOfChannels',
      treatment: 'refused',
      says: 'Each sample must be one number (it has several channels); save one of them alone.',
    },
    { tag: 'BinaryDataByteOrderMSB', treatment: 'read', says: 'True: big-endian' },
    { tag: 'ElementByteOrderMSB', treatment: 'read', says: 'the same' },
    {
      tag: 'BinaryData = False',
      treatment: 'refused',
      says: 'Its samples are text, which is not read; save it with BinaryData = True.',
    },
    { tag: 'CompressedData', treatment: 'read', says: 'True: zlib or gzip' },
    { tag: 'CompressedDataSize', treatment: 'ignored', says: 'the compressed bytes end by themselves' },
    {
      tag: 'HeaderSize',
      treatment: 'read',
      says: 'bytes before the samples in their file; -1: all but these',
    },
    { tag: 'ElementDataFile', treatment: 'read', says: 'LOCAL: behind the header; else a file beside it' },
    {
      tag: 'ElementDataFile elsewhere',
      treatment: 'refused',
      says: 'Its samples are in another file (ElementDataFile): open both together, or save it as .mha.',
    },
    {
      tag: 'ElementDataFile = LIST',
      treatment: 'refused',
      says: 'Its samples are in several files; save it as one .mha file.',
    },
    { tag: 'ElementSpacing', treatment: 'read', says: 'lengths of the steps' },
    {
      tag: 'ElementSpacing < 0',
      treatment: 'noted',
      says: 'A spacing below zero counts as its amount, and 0 as 1.',
    },
    { tag: 'ElementSize', treatment: 'read', says: 'the same, where there is no ElementSpacing' },
    { tag: 'Offset', treatment: 'read', says: 'the place of the first sample; also Position and Origin' },
    {
      tag: 'TransformMatrix',
      treatment: 'read',
      says: 'the direction of each axis; also Rotation, Orientation',
    },
    {
      tag: 'TransformMatrix of no space',
      treatment: 'noted',
      says: 'Its TransformMatrix spans no space and is left out, and so is the place.',
    },
    {
      tag: 'no TransformMatrix, no Offset',
      treatment: 'noted',
      says:
        'It does not state its place and orientation (neither TransformMatrix nor Offset): its axes are ' +
        'shown as they stand; ITK takes them for left, posterior and superior (LPS), from 0.',
    },
    {
      tag: 'AnatomicalOrientation',
      treatment: 'ignored',
      says: 'follows from the matrix, as ITK has it: the world is left, posterior, superior',
    },
    {
      tag: 'no AnatomicalOrientation',
      treatment: 'noted',
      says:
        'It does not say its AnatomicalOrientation: its world is taken for left, posterior and superior ' +
        '(LPS), as ITK and 3D Slicer do.',
    },
    { tag: 'CenterOfRotation', treatment: 'ignored', says: 'for turning the image, and not its place' },
    { tag: 'DistanceUnits', treatment: 'read', says: 'the unit of lengths' },
    {
      tag: 'no DistanceUnits',
      treatment: 'noted',
      says: 'It says no unit of lengths: mm is assumed in a patient, as ITK and 3D Slicer do.',
    },
    {
      tag: 'ElementToIntensityFunctionSlope',
      treatment: 'noted',
      says: 'Its ElementToIntensityFunction is left out, as ITK does: samples are as stored.',
    },
    { tag: 'ElementMin', treatment: 'ignored', says: 'the least sample' },
    { tag: 'ElementMax', treatment: 'ignored', says: 'the largest sample' },
    { tag: 'Modality', treatment: 'ignored', says: 'a name of the device' },
    { tag: 'Comment', treatment: 'ignored', says: 'a text' },
    { tag: 'Name', treatment: 'ignored', says: 'a text' },
    { tag: 'ID', treatment: 'ignored', says: 'a number of the object' },
    { tag: 'Color', treatment: 'ignored', says: 'of the object in a scene' },
    { tag: 'SequenceID', treatment: 'ignored', says: 'DICOM numbers of the source' },
  ],
} as const satisfies TagTable
