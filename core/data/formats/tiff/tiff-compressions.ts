import type { TagRow } from '../tag-table.ts'

const refusedNames: readonly (readonly [number: number, name: string])[] = [
  [6, 'JPEG of the old kind (6)'],
  [9, 'JBIG'],
  [10, 'JBIG'],
  [32_766, 'that of NeXT'],
  [32_809, 'that of ThunderScan'],
  [33_003, 'JPEG 2000'],
  [33_004, 'JPEG 2000'],
  [33_005, 'JPEG 2000'],
  [34_661, 'JBIG'],
  [34_676, 'that of SGI for logarithms'],
  [34_677, 'that of SGI for logarithms'],
  [34_712, 'JPEG 2000'],
  [34_887, 'LERC'],
  [34_892, 'lossy JPEG of DNG'],
  [34_925, 'LZMA'],
  [34_934, 'JPEG XR'],
  [22_610, 'JPEG XR'],
  [50_001, 'WebP'],
  [50_002, 'JPEG XL'],
  [52_546, 'JPEG XL'],
]

const readNames: readonly (readonly [number: number, name: string])[] = [
  [1, 'none'],
  [2, 'fax codes in one dimension (CCITT)'],
  [3, 'fax codes of group 3 (T.4)'],
  [4, 'fax codes of group 4 (T.6)'],
  [5, 'LZW, also of the old bit order'],
  [7, 'JPEG'],
  [8, 'deflate'],
  [32_771, 'fax codes in one dimension, in words of 16 bits'],
  [32_773, 'PackBits'],
  [32_946, 'deflate'],
  [50_000, 'Zstandard'],
]

type Row = readonly [tag: `259 Compression = ${number}`, treatment: TagRow['treatment'], says: string]

/** The rows of tag 259 in the table of TIFF. */
export const compressionRows: readonly Row[] = [
  ...readNames.map(([number, name]): Row => [`259 Compression = ${number}`, 'read', name]),
  ...refusedNames.map(
    ([number, name]): Row => [
      `259 Compression = ${number}`,
      'refused',
      `Its compression is ${name}, which is not read; save it with LZW or deflate.`,
    ],
  ),
]
