/** Samples of tiles of slides, made by hand. */
import { expect } from 'vitest'
import { type DicomElements, picture, toDicom } from '../dicom/build-dicom.ts'
import type { TagSample, TagSamples } from './sample.ts'

const from = 'PS3.3, C.8.12.4 and C.7.6.17.3; the order of pydicom and highdicom'

/** A slide of 3 by 2 pixels in tiles of 2 by 2: its last column is half of a tile. */
const slide: DicomElements = {
  ...picture,
  '00080060 CS': 'SM',
  '00209311 CS': 'TILED_FULL',
  '00280008 IS': '2',
  '00480006 UL': [3],
  '00480007 UL': [2],
  '7fe00010 OW': [1, 2, 4, 5, 3, 90, 6, 91],
}
const place = (column: number, row: number): DicomElements => ({
  '0048021a SQ': [{ '0048021e SL': [column], '0048021f SL': [row] }],
})
const wanted = { type: 'image', width: 3, height: 2, channels: 1, data: new Uint16Array([1, 2, 3, 4, 5, 6]) }

function toSample(elements: DicomElements, data = wanted.data, notes: readonly string[] = []): TagSample {
  return {
    name: 'a.dcm',
    from,
    bytes: () => toDicom({ ...slide, ...elements }),
    check: (result) => expect(result).toEqual({ ...wanted, height: data.length / 3, dtype: 'uint16', data }),
    notes,
  }
}

export const dicomTileSamples: TagSamples = {
  'DimensionOrganizationType (0020,9311) = TILED_FULL': toSample({}),
  'TotalPixelMatrixColumns (0048,0006)': toSample({}),
  'TotalPixelMatrixRows (0048,0007)': toSample(
    {
      '00280008 IS': '4',
      '00480007 UL': [3],
      '7fe00010 OW': [1, 2, 4, 5, 3, 0, 6, 0, 7, 8, 0, 0, 9, 0, 0, 0],
    },
    new Uint16Array([1, 2, 3, 4, 5, 6, 7, 8, 9]),
  ),
  'PlanePositionSlideSequence (0048,021A)': toSample(
    {
      '00209311 CS': 'TILED_SPARSE',
      '00280008 IS': '1',
      '52009230 SQ': [place(2, 1)],
      '7fe00010 OW': [2, 3, 5, 6],
    },
    new Uint16Array([0, 2, 3, 0, 5, 6]),
    ['Tiles that its file leaves out are shown as 0.'],
  ),
  'TotalPixelMatrixFocalPlanes (0048,0303)': toSample(
    {
      '00280008 IS': '4',
      '00480303 UL': [2],
      '7fe00010 OW': [1, 2, 4, 5, 3, 90, 6, 91, 71, 72, 74, 75, 73, 0, 76, 0],
    },
    wanted.data,
  ),
}
