/** Floats of 16 bits: their values are those of NumPy, whatever the engine has. */
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { widenHalves } from '../../../core/contract/domain/result/halves.ts'
import { openFiles } from '../../../core/data/formats/decode-file.ts'
import type { FolderFile } from '../../../core/data/formats/format.ts'
import { toFolderFile } from './files.ts'

const encode = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))
const axes = ['z', 'y', 'x'].map((name) => ({ name, type: 'space', unit: 'micrometer' }))
const multiscales = [{ version: '0.4', axes, datasets: [{ path: '0' }] }]
/** 0.1, -2, the least, the most, infinity, no number. */
const halves = Uint16Array.of(0x2e66, 0xc000, 0x0001, 0x7bff, 0xfc00, 0x7e00)
const numbers = [0.0999755859375, -2, 2 ** -24, 65504, Number.NEGATIVE_INFINITY, Number.NaN]

function toChunk(isBigEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(2 * halves.length))
  for (const [i, half] of halves.entries()) view.setUint16(2 * i, half, !isBigEndian)
  return new Uint8Array(view.buffer)
}

/** Two planes of 1×6 in a chunk each, of which the second is not there. */
function filesOfTwo(dtype: string, fill: unknown): FolderFile[] {
  const array = { zarr_format: 2, compressor: null, filters: null, order: 'C', dtype, fill_value: fill }
  return [
    toFolderFile('.zattrs', encode({ multiscales })),
    toFolderFile('0/.zarray', encode({ ...array, shape: [2, 1, 6], chunks: [1, 1, 6] })),
    toFolderFile('0/0.0.0', toChunk(dtype.startsWith('>'))),
  ]
}

function filesOfThree(endian: 'big' | 'little', fill: unknown): FolderFile[] {
  const array = {
    zarr_format: 3,
    node_type: 'array',
    shape: [2, 1, 6],
    data_type: 'float16',
    chunk_grid: { name: 'regular', configuration: { chunk_shape: [1, 1, 6] } },
    chunk_key_encoding: { name: 'default', configuration: { separator: '/' } },
    fill_value: fill,
    codecs: [{ name: 'bytes', configuration: { endian } }],
  }
  const attributes = { ome: { version: '0.5', multiscales } }
  return [
    toFolderFile('zarr.json', encode({ zarr_format: 3, node_type: 'group', attributes })),
    toFolderFile('0/zarr.json', encode(array)),
    toFolderFile('0/c/0/0/0', toChunk(endian === 'big')),
  ]
}

async function readData(files: FolderFile[]): Promise<readonly number[]> {
  const { read } = await openFiles(files)
  const result = await read(0)
  expect(result).toMatchObject({ type: 'volume', dtype: 'float32', shape: [2, 1, 6], unit: 'µm' })
  return result.type === 'volume' ? [...result.data] : []
}

describe('floats of 16 bits', () => {
  it('are all 65,536 those of numpy.float16, of which the digest is (NaN as 0)', () => {
    const all = widenHalves(Uint16Array.from({ length: 65_536 }, (_, i) => i))
    const bytes = new Uint8Array(all.map((value) => (Number.isNaN(value) ? 0 : value)).buffer)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(
      'faa6d965574036872b0d39a42d1f8bee361d5be92b1e718155a69556a5abacdd',
    )
    expect(all.filter(Number.isNaN)).toHaveLength(2046)
  })

  it.each(['<f2', '>f2'])('are read from Zarr 2 as %s', async (dtype) => {
    expect(await readData(filesOfTwo(dtype, 1.5))).toEqual([...numbers, ...Array(6).fill(1.5)])
  })

  it.each(['big', 'little'] as const)('are read from Zarr 3, %s-endian', async (endian) => {
    expect(await readData(filesOfThree(endian, -3))).toEqual([...numbers, ...Array(6).fill(-3)])
  })

  it.each([
    [0.1, 0x2e66],
    [-0.1, 0xae66],
    [65_519, 0x7bff],
    [65_520, 0x7c00],
    [2.9e-8, 0x0000],
    [3e-8, 0x0001],
    [2049, 0x6800],
    [2051, 0x6802],
    [0.000061, 0x03ff],
    [1.9998, 0x4000],
    [0, 0x0000],
    [null, 0x0000],
    ['NaN', 0x7e00],
    ['Infinity', 0x7c00],
    ['-Infinity', 0xfc00],
    ['0x3c01', 0x3c01],
  ])('have %s in place of a chunk as the nearest, even one', async (fill, half) => {
    const [wanted] = widenHalves(Uint16Array.of(half))
    expect((await readData(filesOfTwo('<f2', fill))).slice(6)).toEqual(Array(6).fill(wanted))
  })
})
