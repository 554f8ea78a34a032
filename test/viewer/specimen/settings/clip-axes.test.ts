/** The numbers of clipping, by hand from the places of the first sample and the directions of the axes. */
import { describe, expect, it } from 'vitest'
import { defaultDisplay } from '../../../../core/contract/look/display.ts'
import { withPlacement } from '../../../../core/data/prepared/placement.ts'
import { prepare } from '../../../../core/data/prepared/prepare.ts'
import type { Prepared } from '../../../../core/data/prepared/prepared.ts'
import { listClipAxes } from '../../../../core/viewer/specimen/settings/clip-axes.ts'
import { listClipSettings } from '../../../../core/viewer/specimen/settings/clip-settings.ts'
import { readSettings, writeSettings } from '../../../../core/viewer/specimen/settings/display-schema.ts'

/** A volume of 10 × 20 × 30 samples of 2 mm, from -9 to 11, -29 to 11 and 1 to 61 mm of R, A, S. */
function toVolume(orientation: string, members: object = {}): Prepared {
  const result = {
    type: 'volume',
    shape: [30, 20, 10],
    dtype: 'uint8',
    data: new Uint8Array(6000),
    spacing: [2, 2, 2],
    ...members,
  } as const
  return withPlacement(prepare(result), orientation)
}

const ras = toVolume('RAS', { origin: [2, -28, -8], orientation: 'RAS' })
// The same box: x from R 11 to L 9, y as it was, z from S 61 to S 1.
const lai = toVolume('LAI', {
  origin: [60, -28, 10],
  orientation: 'LAI',
  direction: [
    [-1, 0, 0],
    [0, 1, 0],
    [0, 0, -1],
  ],
})
// The same box with the axes S, R, A from the first sample on.
const sra = toVolume('SRA', {
  shape: [20, 10, 30],
  origin: [2, -28, -8],
  orientation: 'SRA',
  direction: [
    [0, 0, 1],
    [1, 0, 0],
    [0, 1, 0],
  ],
})

describe('clipping of anatomy', () => {
  it.each([
    ['RAS', ras],
    ['LAI', lai],
    ['SRA', sra],
  ] as const)('has the numbers of the patient in a file of %s', (_axes, prepared) => {
    const settings = listClipSettings(prepared, false)
    expect(settings.map(({ schema }) => schema.title)).toEqual(['R–L', 'A–P', 'S–I', 'Free plane'])
    expect(readSettings(settings, defaultDisplay)).toMatchObject({ x: [-9, 11], y: [-29, 11], z: [1, 61] })
  })

  it.each([
    ['RAS', ras, [0, 0.5, 0, 1, 0.5, 1]],
    ['LAI', lai, [0.5, 1, 0, 1, 0, 0.5]],
    ['SRA', sra, [0.5, 1, 0, 0.5, 0, 1]],
  ] as const)('cuts at R 1 and S 31 in a file of %s, and says so again', (_axes, prepared, slabs) => {
    const settings = listClipSettings(prepared, false)
    const cut = writeSettings(settings, defaultDisplay, { x: [-9, 1], z: [31, 61] })
    expect(cut.slabs.flat()).toEqual(slabs)
    expect(readSettings(settings, cut)).toMatchObject({ x: [-9, 1], y: [-29, 11], z: [31, 61] })
  })

  it('has the numbers of the patient on a surface, whose file may grow to the left and the back', () => {
    const vertices = Float32Array.of(-10, 20, 0, 30, -40, 5, 0, 0, 50)
    const mesh = prepare({ type: 'mesh', vertices, indices: Uint32Array.of(0, 1, 2) })
    const settings = listClipSettings(withPlacement(mesh, 'LPS'), false)
    expect(readSettings(settings, defaultDisplay)).toMatchObject({ x: [-30, 10], y: [-20, 40], z: [0, 50] })
    const cut = writeSettings(settings, defaultDisplay, { x: [0, 10] })
    expect(cut.slabs[0]).toEqual([0, 0.25])
  })

  it('says of an oblique box that the number is that of its middle', () => {
    const [sine, cosine] = [Math.sin(Math.PI / 6), Math.cos(Math.PI / 6)]
    const direction = [
      [1, 0, 0],
      [0, cosine, sine],
      [0, -sine, cosine],
    ]
    const oblique = toVolume('RAS', { origin: [0, 0, 0], orientation: 'RAS', direction })
    const [x] = listClipAxes(oblique)
    // From the first sample 19 steps of y and none of z lie along x in the middle, and half a step before.
    expect(x?.start).toBeCloseTo(-1 * cosine - 19 * sine, 9)
    expect(x?.end).toBeCloseTo(19 * cosine - 19 * sine, 9)
    expect(x?.description).toMatch(/oblique by 30°/)
  })
})

describe('clipping of what is not in a patient', () => {
  it('has the coordinates of the world of a file with directions and without letters', () => {
    const direction = [
      [1, 0, 0],
      [0, -1, 0],
      [0, 0, 1],
    ]
    const axes = listClipAxes(toVolume('', { origin: [2, 10, -8], direction }))
    expect(axes.map(({ title, start, end }) => [title, start, end])).toEqual([
      ['x', -9, 11],
      ['y', 11, -29],
      ['z', 1, 61],
    ])
  })

  it('says that numbers are from the first sample where the file says no place', () => {
    const axes = listClipAxes(toVolume('RAS', { orientation: 'RAS' }))
    expect(axes.map(({ title, description }) => [title, description])).toEqual(
      ['x', 'y', 'z'].map((name) => [name, 'From the first sample.']),
    )
  })

  it('has the coordinates of a mesh, and the columns and rows of an image', () => {
    const mesh = prepare({
      type: 'mesh',
      vertices: Float32Array.of(0, 0, 0, 1, 2, 3, 0, 1, 1),
      indices: Uint32Array.of(0, 1, 2),
    })
    expect(listClipAxes(mesh).map(({ end, description }) => [end, description])).toEqual([
      [1, ''],
      [2, ''],
      [3, ''],
    ])
    const pixels = { data: new Uint8Array(6), width: 3, height: 2, channels: 1, dtype: 'uint8' } as const
    expect(listClipAxes(prepare({ type: 'image', ...pixels })).map(({ end }) => end)).toEqual([3, 2, 0])
  })
})
