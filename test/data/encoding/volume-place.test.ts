/**
 * The place of a volume from file to file: read, written and read again. The affines are those that are written
 * into the first file by hand; nibabel 5.0 reads the same ones from the written NIfTI.
 */
import { describe, expect, it } from 'vitest'
import { toAxisVectors } from '../../../core/contract/domain/result/direction.ts'
import type { VolumeResult } from '../../../core/contract/domain/result/result.ts'
import { encodeNifti, encodeNrrd } from '../../../core/data/encoding/encode-head.ts'
import { decodeFile, openFile } from '../../../core/data/formats/decode-file.ts'

type Rows = readonly (readonly number[])[]

const data = new Int16Array([1, -2, 3, -4, 5, 32_767, -32_768, 8])
const [cos, sin] = [Math.cos(0.3), Math.sin(0.3)]

/** Three rows of four by name: to the right, forwards and upwards. */
const affines: { readonly [name: string]: Rows } = {
  RAS: [
    [2, 0, 0, -90],
    [0, 2.5, 0, -126],
    [0, 0, 3, -72],
  ],
  LAS: [
    [-2, 0, 0, 90],
    [0, 2, 0, -126],
    [0, 0, 3, -72],
  ],
  PIR: [
    [0, 0, 4, -10.5],
    [-2, 0, 0, 20.25],
    [0, -3, 0, 30],
  ],
  oblique: [
    [2 * cos, -2.5 * sin, 0, 1.5],
    [2 * sin, 2.5 * cos, 0, -2.5],
    [0, 0, 3, 7.25],
  ],
  'left-handed and oblique': [
    [-2 * cos, -2.5 * sin, 0, 1],
    [-2 * sin, 2.5 * cos, 0, 2],
    [0, 0, 3, 3],
  ],
  sheared: [
    [2, 0, 0, 1],
    [0, 2, 1.1, 2],
    [0, 0, 3, 3],
  ],
}

/** A NIfTI-1 of 2×2×2×`times` by its bytes after `nifti1.h`. */
function makeNifti(affine: Rows, { code = 1, times = 1 } = {}): Uint8Array {
  const bytes = new Uint8Array(352 + data.byteLength * times)
  const view = new DataView(bytes.buffer)
  view.setInt32(0, 348, true)
  for (const [i, extent] of [times > 1 ? 4 : 3, 2, 2, 2, times, 1, 1, 1].entries())
    view.setInt16(40 + 2 * i, extent, true)
  view.setInt16(70, 4, true)
  view.setInt16(72, 16, true)
  for (let i = 0; i < 4; i++) view.setFloat32(76 + 4 * i, 1, true)
  view.setFloat32(108, 352, true)
  bytes[123] = 2
  view.setInt16(254, code, true)
  for (const [i, part] of affine.flat().entries()) view.setFloat32(280 + 4 * i, part, true)
  bytes.set([0x6e, 0x2b, 0x31], 344)
  for (let time = 0; time < times; time++)
    bytes.set(new Uint8Array(data.map((value) => value - time).buffer), 352 + data.byteLength * time)
  return bytes
}

/** Returns three rows of four in the volume's own world: x, y, z by steps along x, y, z and the first place. */
function toAffine({ spacing = [1, 1, 1], origin, direction }: VolumeResult): Rows {
  const steps = toAxisVectors(direction)
  return [0, 1, 2].map((world) => [
    ...steps.map((step, axis) => (step[world] ?? 0) * (spacing[2 - axis] ?? 0)),
    origin?.[2 - world] ?? Number.NaN,
  ])
}

function expectNear(found: Rows, wanted: Rows): void {
  const off = wanted.flat().map((part, i) => Math.abs(part - (found.flat()[i] ?? Number.NaN)))
  const most = wanted.flat().map((part) => 1e-6 * Math.max(1, Math.abs(part)))
  expect(
    off.every((part, i) => part <= (most[i] ?? 0)),
    `${found} is not ${wanted}`,
  ).toBe(true)
}

async function read(bytes: Uint8Array): Promise<VolumeResult> {
  const result = await decodeFile(bytes, 'a.nii')
  if (result.type !== 'volume') throw new Error(`It is a ${result.type}.`)
  return result
}

const write = (volume: VolumeResult, form: 'nifti' | 'nrrd'): Uint8Array =>
  new Uint8Array(Buffer.concat(form === 'nrrd' ? encodeNrrd(volume) : encodeNifti(volume)))

const codeOf = (bytes: Uint8Array): readonly number[] =>
  [252, 254].map((at) => new DataView(bytes.buffer, bytes.byteOffset).getInt16(at, true))

describe('a volume that is read, written and read again', () => {
  it.each(Object.entries(affines))('has the same place and samples: %s', async (_, affine) => {
    const first = await read(makeNifti(affine))
    expectNear(toAffine(first), affine)
    for (const form of ['nifti', 'nrrd'] as const) {
      const again = await read(write(first, form))
      expectNear(toAffine(again), affine)
      expect([again.dtype, again.data, again.unit]).toEqual(['int16', data, 'mm'])
      expect(again.orientation).toBe(first.orientation)
    }
  })

  it.each([
    [1, 'scanner'],
    [2, 'aligned'],
    [3, 'Talairach'],
    [4, 'MNI152'],
    [5, 'template'],
  ])('keeps the code %i of its form', async (code, space) => {
    const first = await read(makeNifti(affines.oblique ?? [], { code }))
    expect(first.space).toBe(space)
    expect(codeOf(write(first, 'nifti'))).toEqual([0, code])
  })

  it('is each of several', async () => {
    const { frames, read: readFrame } = await openFile(makeNifti(affines.LAS ?? [], { times: 3 }), 'a.nii')
    expect(frames).toBe(3)
    for (let frame = 0; frame < 3; frame++) {
      const volume = (await readFrame(frame)) as VolumeResult
      const again = await read(write(volume, 'nifti'))
      expectNear(toAffine(again), affines.LAS ?? [])
      expect(again.data).toEqual(data.map((value) => value - frame))
    }
  })
})

const plain: VolumeResult = { type: 'volume', shape: [2, 2, 2], dtype: 'int16', data, spacing: [4, 4, 40] }

describe('a written NIfTI', () => {
  it('states no form where the volume does not say where it lies', () => {
    expect(codeOf(write(plain, 'nifti'))).toEqual([0, 0])
    expect(codeOf(write({ ...plain, orientation: 'LPS' }, 'nifti'))).toEqual([0, 0])
    expect(codeOf(write({ ...plain, orientation: 'LPS', origin: [0, 0, 0] }, 'nifti'))).toEqual([0, 1])
  })

  it.each([
    ['nm', 3, [0.04, 0.004, 0.004], 1e-3],
    ['cm', 2, [400, 40, 40], 10],
    ['in', 2, [1016, 101.6, 101.6], 25.4],
    ['km', 1, [40_000, 4000, 4000], 1000],
    ['Å', 3, [0.004, 0.0004, 0.0004], 1e-4],
    ['', 0, [40, 4, 4], 1],
  ])('has lengths in %s as those of a unit that it has', async (unit, code, spacing, factor) => {
    const volume: VolumeResult = {
      ...plain,
      spacing: [40, 4, 4],
      origin: [1, 2, 3],
      orientation: 'RAS',
      unit,
    }
    const bytes = write(volume, 'nifti')
    expect(bytes[123]).toBe(code)
    const again = await read(bytes)
    expect(again.spacing).toEqual(spacing)
    expect(again.origin?.map((part, i) => part / factor - (i + 1)).every((off) => Math.abs(off) < 1e-6)).toBe(
      true,
    )
  })

  it('is refused for a unit of something else', () => {
    expect(() => write({ ...plain, unit: '° of longitude' }, 'nifti')).toThrow(
      /lengths in m, mm and µm.*nrrd or npy/,
    )
  })
})

describe('a written NRRD', () => {
  it('is in the space of the volume where it has a name for that, else in RAS', () => {
    const head = (volume: VolumeResult): string =>
      String.fromCharCode(...write(volume, 'nrrd').subarray(0, 300))
    const placed = { ...plain, spacing: [4, 3, 2], origin: [3, 2, 1] }
    const lps = head({ ...placed, orientation: 'LPS' })
    expect(lps).toContain('space: left-posterior-superior\n')
    expect(lps).toContain('space directions: (2,0,0) (0,3,0) (0,0,4)\n')
    expect(lps).toContain('space origin: (1,2,3)\n')
    const pir = head({ ...placed, orientation: 'PIR' })
    expect(pir).toContain('space: right-anterior-superior\n')
    expect(pir).toContain('space directions: (0,-2,0) (0,0,-3) (4,0,0)\n')
    expect(pir).toContain('space origin: (3,-1,-2)\n')
  })
})

describe('a written volume of labels', () => {
  const labels = [
    { value: 3, name: 'Größe\nright', color: [255, 128, 0] },
    { value: 1, name: 'liver' },
  ] as const

  it('is one for readers of NRRD, with names and colours, as 3D Slicer has its segments', async () => {
    const bytes = write({ ...plain, labels: [...labels, { value: 9, name: 'nowhere' }] }, 'nrrd')
    const again = await read(bytes)
    expect(again.labels).toEqual([{ ...labels[0], name: 'Größe right' }, labels[1]])
    expect(Buffer.from(bytes).toString()).toContain('\nSegment0_LabelValue:=3\n')
  })

  it('is one for readers of NIfTI, by its intent', async () => {
    const bytes = write({ ...plain, labels }, 'nifti')
    expect(new DataView(bytes.buffer, bytes.byteOffset).getInt16(68, true)).toBe(1002)
    expect((await read(bytes)).labels).toEqual([])
    expect(await read(write(plain, 'nifti'))).not.toHaveProperty('labels')
  })
})
