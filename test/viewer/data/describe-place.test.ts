/** Places in words. The right ones follow by hand from how the phantom is made: its first samples are in a corner. */
import { describe, expect, it } from 'vitest'
import { decodeFile } from '../../../core/data/formats/decode-file.ts'
import { findOrientation, withPlacement } from '../../../core/data/prepared/placement.ts'
import { prepare } from '../../../core/data/prepared/prepare.ts'
import { describeDepth, describePlace } from '../../../core/viewer/data/describe-place.ts'
import { toSamplePlace } from '../../../core/viewer/slices/crosshair.ts'
import { listPlanes } from '../../../core/viewer/slices/slice-plane.ts'
import { makeHead, makeNifti, makeObliqueHead } from '../../support/head-phantom.ts'

async function open(bytes: Uint8Array) {
  const result = await decodeFile(bytes, 'head.nii')
  const prepared = withPlacement(prepare(result), findOrientation(result))
  if (prepared.type !== 'volume') throw new Error('It is a volume.')
  return prepared
}

describe('a place', () => {
  it.each([
    ['RAS', 'L 82.5  P 92.5  I 92.5 mm'],
    ['LAS', 'R 82.5  P 92.5  I 92.5 mm'],
    ['LPS', 'R 82.5  A 92.5  I 92.5 mm'],
    ['PIR', 'L 82.5  A 92.5  S 92.5 mm'],
    ['LAI', 'R 82.5  P 92.5  S 92.5 mm'],
  ])('of the first sample of a file of %s is %s', async (axes, words) => {
    const prepared = await open(makeHead(axes))
    expect(describePlace(prepared, toSamplePlace(prepared, [0, 0, 0]), 'mm')).toBe(words)
  })

  it('in an oblique box is in the world, not along the array', async () => {
    const prepared = await open(makeObliqueHead(90))
    // A quarter turn: the first sample, at -82.5, -92.5, comes to 92.5, -82.5.
    const place = toSamplePlace(prepared, [0, 0, 0])
    expect(describePlace(prepared, place, 'mm')).toBe('R 92.5  P 82.5  I 92.5 mm')
  })

  it('is the same sample whatever part of it the crosshair is in, in the caption of a slice, too', async () => {
    const prepared = await open(makeHead('LAS'))
    const [axial, coronal, sagittal] = listPlanes('LAS', 'neurological')
    const captions = [0.501, 0.526].map((z) => {
      const place = toSamplePlace(prepared, [0.3, 0.6, z])
      return [axial, coronal, sagittal].map((plane) => plane && describeDepth(prepared, place, plane, 'mm'))
    })
    // Samples 10, 22 and 19, of 34, 38 and 38: 82.5 - 50, -92.5 + 110 and -92.5 + 95.
    expect(captions).toEqual([
      ['S 2.5 mm', 'A 17.5 mm', 'R 32.5 mm'],
      ['S 2.5 mm', 'A 17.5 mm', 'R 32.5 mm'],
    ])
  })

  it('without an affine is that of the first sample where its directions are known', async () => {
    const prepared = { ...(await open(makeNifti([3, 3, 3], null))), orientation: 'LAS' }
    const place = toSamplePlace(prepared, [0.5, 0, 0])
    expect(describePlace(prepared, place, 'mm')).toBe('x 5  y 0  z 0 mm from the first sample')
  })

  it('that is nothing but rounding beside its box is 0', async () => {
    const prepared = await open(makeHead('RAS'))
    expect(describePlace(prepared, [-1.4211e-14, 1e-5, 2.5], 'mm')).toBe('R 0  A 0  S 2.5 mm')
  })
})
