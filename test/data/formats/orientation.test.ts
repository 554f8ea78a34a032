/**
 * The directions of a volume's axes. The files are made here by hand, byte by byte after `nifti1.h` and the
 * definition of NRRD; no library writes them.
 */
import { describe, expect, it } from 'vitest'
import type { VolumeResult } from '../../../core/contract/domain/result/result.ts'
import { decodeFile } from '../../../core/data/formats/decode-file.ts'

interface Forms {
  readonly sform?: readonly number[]
  readonly qform?: { readonly bcd: readonly number[]; readonly qfac?: number }
  readonly units?: number
}

/** One voxel of uint8, with the sides 2, 3 and 4. */
function makeNifti({ sform, qform, units = 0 }: Forms): Uint8Array {
  const bytes = new Uint8Array(353)
  const view = new DataView(bytes.buffer)
  const short = (at: number, ...values: number[]) =>
    values.forEach((value, i) => void view.setInt16(at + 2 * i, value, true))
  const float = (at: number, ...values: number[]) =>
    values.forEach((value, i) => void view.setFloat32(at + 4 * i, value, true))
  view.setInt32(0, 348, true) // sizeof_hdr
  short(40, 3, 1, 1, 1, 1, 1, 1, 1) // dim
  short(70, 2, 8) // datatype, bitpix
  float(76, qform?.qfac ?? 1, 2, 3, 4) // pixdim
  float(108, 352) // vox_offset
  bytes[123] = units // xyzt_units
  short(252, qform ? 1 : 0, sform ? 1 : 0) // qform_code, sform_code
  float(256, ...(qform?.bcd ?? [0, 0, 0]), 10, 20, 30) // quatern_b, c, d, qoffset
  float(280, ...(sform ?? [])) // srow_x, y, z
  bytes.set([0x6e, 0x2b, 0x31, 0], 344) // n+1
  return bytes
}

function makeNrrd(...fields: readonly string[]): Uint8Array {
  const header = ['NRRD0004', 'type: uint8', 'dimension: 3', 'sizes: 1 1 1', 'encoding: raw', ...fields, '\n']
  return new TextEncoder().encode(`${header.join('\n')}\0`)
}

const read = async (bytes: Uint8Array): Promise<VolumeResult> => {
  const result = await decodeFile(bytes, 'file')
  if (result.type !== 'volume') throw new Error(`It is a ${result.type}.`)
  return result
}
const half = Math.SQRT1_2

describe('a NIfTI', () => {
  it.each<[string, Forms, string | undefined]>([
    ['no forms', {}, undefined],
    ['an sform of its axes', { sform: [2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 4, 0] }, 'RAS'],
    ['an sform of x to the left', { sform: [-2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 4, 0] }, 'LAS'],
    ['an sform of sagittal slices', { sform: [0, 0, 4, 0, -2, 0, 0, 0, 0, -3, 0, 0] }, 'PIR'],
    ['a tilted sform', { sform: [2, 0.1, 0, 0, 0, 2.6, 1.5, 0, 0, -1.5, 3.4, 0] }, 'RAS'],
    [
      'an sform beside a qform',
      { sform: [-2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 4, 0], qform: { bcd: [0, 0, 0] } },
      'LAS',
    ],
    ['a qform without a turn', { qform: { bcd: [0, 0, 0] } }, 'RAS'],
    ['a qform with qfac -1', { qform: { bcd: [0, 0, 0], qfac: -1 } }, 'RAI'],
    ['a qform of half a turn around z', { qform: { bcd: [0, 0, 1] } }, 'LPS'],
    ['a qform of a quarter around x', { qform: { bcd: [half, 0, 0] } }, 'RSP'],
    ['a qform of a quarter around y', { qform: { bcd: [0, half, 0] } }, 'IAR'],
    ['a qform of a quarter around z', { qform: { bcd: [0, 0, half] } }, 'ALS'],
    ['a flat sform', { sform: [2, 3, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0] }, undefined],
    ['an sform of NaN', { sform: Array.from({ length: 12 }, () => Number.NaN) }, undefined],
  ])('with %s says where its axes lead', async (_, forms, wanted) => {
    const { orientation, spacing } = await read(makeNifti(forms))
    expect([orientation, spacing?.map((length) => Math.round(length))]).toEqual([wanted, [4, 3, 2]])
  })

  it('has its place with a qform as well, its directions where they are not those of the world', async () => {
    const straight = await read(makeNifti({ qform: { bcd: [0, 0, 0] } }))
    expect([straight.origin, straight.direction]).toEqual([[30, 20, 10], undefined])
    const turned = await read(makeNifti({ qform: { bcd: [0, 0, 1] } }))
    expect([turned.origin, turned.direction]).toEqual([
      [30, 20, 10],
      [
        [1, 0, 0],
        [0, -1, 0],
        [0, 0, -1],
      ],
    ])
  })

  it.each([
    [0, undefined],
    [1, 'm'],
    [2 + 8, 'mm'],
    [3, 'µm'],
    [7, undefined],
  ])('of the units %i has lengths in %s', async (units, wanted) => {
    expect((await read(makeNifti({ units }))).unit).toBe(wanted)
  })
})

describe('a NIfTI-2', () => {
  it.each([true, false])('has its unit, little-endian or not (%s)', async (isLittle) => {
    const bytes = new Uint8Array(545)
    const view = new DataView(bytes.buffer)
    view.setInt32(0, 540, isLittle)
    bytes.set([0x6e, 0x2b, 0x32, 0, 0x0d, 0x0a, 0x1a, 0x0a], 4) // n+2
    view.setInt16(12, 2, isLittle) // datatype
    for (const [i, extent] of [3, 1, 1, 1].entries()) view.setBigInt64(16 + 8 * i, BigInt(extent), isLittle)
    for (const [i, step] of [1, 2, 3, 4].entries()) view.setFloat64(104 + 8 * i, step, isLittle)
    view.setBigInt64(168, 544n, isLittle) // vox_offset
    view.setInt32(500, 3 + 8, isLittle) // xyzt_units
    expect(await read(bytes)).toMatchObject({ unit: 'µm', spacing: [4, 3, 2] })
  })
})

describe('an NRRD', () => {
  const along = 'space directions: (2,0,0) (0,3,0) (0,0,4)'

  it.each([
    ['right-anterior-superior', 'RAS'],
    ['RAS', 'RAS'],
    ['Left-Anterior-Superior', 'LAS'],
    ['LPS', 'LPS'],
    ['left-posterior-superior-time', 'LPS'],
    ['LPST', 'LPS'],
    ['scanner-xyz', undefined],
    ['3D-right-handed', undefined],
    ['right-left-superior', undefined],
  ])('in the space %s has its axes as that says', async (space, wanted) => {
    expect((await read(makeNrrd(`space: ${space}`, along))).orientation).toBe(wanted)
  })

  it('has the directions of its axes, each once, however they lie', async () => {
    const orient = async (directions: string) =>
      (await read(makeNrrd('space: LPS', `space directions: ${directions}`))).orientation
    expect(await orient('(0,2,0) (0,0,-3) (4,0,0)')).toBe('PIL')
    expect(await orient('(2,1.9,0) (-1.9,2,0) (0,0,4)')).toBe('LPS')
    expect(await orient('(2,0,0) (2,0.1,0) (0,0,4)')).toBeUndefined()
    expect(await orient('(2,0) (0,3) (0,1)')).toBeUndefined()
    // Slices of two axes keep their place in the world: the third direction is across them.
    expect(await orient('(0,0,0) (0,3,0) (0,0,4)')).toBe('PSL')
    expect(await orient('none (0,3,0) (0,0,4)')).toBe('PSL')
  })

  it('without a space or directions says nothing', async () => {
    expect((await read(makeNrrd(along))).orientation).toBeUndefined()
    expect((await read(makeNrrd('space: LPS', 'spacings: 1 1 1'))).orientation).toBeUndefined()
  })
})
