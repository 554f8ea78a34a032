import type { TagRow, TagTable } from '../../tag-table.ts'

const otherTypes = (
  [
    [2, 'LONG', 'save it as INT'],
    [5, 'BITMAP', 'save it as UCHAR'],
    [6, 'TENSOR', 'save one component alone'],
    [7, 'FLOAT_COMPLEX', 'save its magnitude alone'],
    [8, 'DOUBLE_COMPLEX', 'save its magnitude alone'],
    [9, 'RGB', 'save one colour alone'],
  ] as const
).map(
  ([code, name, way]): TagRow<`type = ${number}`> => ({
    tag: `type = ${code}`,
    treatment: 'refused',
    says: `Each sample must be one real number (got the type ${name}); ${way}.`,
  }),
)

/** The fields of an MGH header, and the values of those that decide. */
export const mghTags = {
  format: 'MGH',
  source: "FreeSurfer's wiki, FsTutorial/MghFormat",
  rows: [
    { tag: 'version', treatment: 'read', says: '1, big-endian' },
    { tag: 'width, height, depth', treatment: 'read', says: 'samples along x, y and z' },
    {
      tag: 'height, depth = 1',
      treatment: 'refused',
      says:
        'It has one row of values, as FreeSurfer writes those of the vertices of a surface, and no ' +
        'surface; open it together with the surface of the same side, such as lh.white: both files at ' +
        'once, or a folder of both. A row of a volume is shown from NIfTI.',
    },
    { tag: 'nframes', treatment: 'read', says: 'volumes' },
    { tag: 'type', treatment: 'read', says: 'UCHAR, SHORT, USHRT, INT or FLOAT' },
    ...otherTypes,
    { tag: 'dof', treatment: 'ignored', says: 'degrees of freedom of a statistic' },
    {
      tag: 'goodRASFlag',
      treatment: 'noted',
      says:
        'It does not state its lengths, place and orientation (goodRASFlag is 0): its axes are shown as ' +
        'they stand, with lengths of 1; FreeSurfer takes them for left, inferior and anterior (LIA).',
    },
    { tag: 'spacing', treatment: 'read', says: 'lengths of the steps, in mm' },
    { tag: 'x_r … z_s', treatment: 'read', says: 'the direction of each axis; the world is RAS' },
    {
      tag: 'x_r … z_s of no space',
      treatment: 'noted',
      says: 'Its directions span no space and are left out, and so is the place.',
    },
    { tag: 'c_r, c_a, c_s', treatment: 'read', says: 'the place of the sample in the middle' },
    { tag: 'TR, FlipAngle, TE, TI', treatment: 'ignored', says: 'of the scanner, behind the samples' },
    {
      tag: 'tags = TAG_OLD_COLORTABLE',
      treatment: 'read',
      says: 'behind the samples: the values are labels with names and colours',
    },
    {
      tag: 'a name of segmentations',
      treatment: 'noted',
      says:
        'Its name is that of a segmentation, and it has no table of labels: its values are shown as ' +
        'measures. Add the table: mri_convert --ctab.',
    },
    { tag: 'tags', treatment: 'ignored', says: 'a history of programs, behind the samples' },
  ],
} as const satisfies TagTable
