/** Files with several volumes, read one after the other. */
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { VolumeResult } from '../../../core/contract/domain/result/result.ts'
import { encodeEnvelope } from '../../../core/contract/wire/envelope.ts'
import { decodeResultJson } from '../../../core/contract/wire/parse-result-json.ts'
import { decodeFile, openFile } from '../../../core/data/formats/decode-file.ts'
import { readKnown, toBytes, toPlain } from './files.ts'

const readAll = async (bytes: Uint8Array, name: string): Promise<VolumeResult[]> => {
  const { frames, read } = await openFile(bytes, name)
  const found = []
  for (let frame = frames - 1; frame >= 0; frame--) found.unshift((await read(frame)) as VolumeResult)
  return found
}

describe('a file with several volumes', () => {
  it.each([
    ['series.npy', readKnown('series.npy'), 2, 3],
    ['series.nii.gz', new Uint8Array(gunzipSync(readKnown('series.nii.gz'))), 1, 5],
  ])('%s gives each one, in any order, as it lies in the file', async (name, plain, size, count) => {
    const volumes = await readAll(readKnown(name), name)
    expect(volumes.map(({ frame, frames }) => [frame, frames])).toEqual(
      Array.from({ length: count }, (_, i) => [i, count]),
    )
    const samples = volumes.flatMap(({ data }) => [
      ...Buffer.from(data.buffer, data.byteOffset, data.byteLength),
    ])
    expect(samples).toEqual([...plain.subarray(plain.length - 24 * count * size)])
    const buffers = new Set(volumes.map(({ data }) => data.buffer))
    expect(buffers.size).toBe(count) // each may be handed over alone
  })

  it('may count them by its fastest axis, as an NRRD of Slicer does', async () => {
    const fields =
      'type: uint8\ndimension: 4\nsizes: 2 3 2 1\nencoding: raw\nkinds: list domain domain domain\n'
    const space = 'space directions: none (2,0,0) (0,3,0) (0,0,4)\nspace origin: (1,2,3)\n\n'
    const samples = Uint8Array.from({ length: 12 }, (_, i) => i)
    const [first, second] = await readAll(toBytes(`NRRD0004\n${fields}${space}`, samples), 'a.nrrd')
    expect(first && toPlain(first)).toEqual({
      ...{ type: 'volume', shape: [1, 2, 3], dtype: 'uint8', data: [0, 2, 4, 6, 8, 10], frame: 0, frames: 2 },
      ...{ spacing: [4, 3, 2], origin: [3, 2, 1] },
    })
    expect([...(second?.data ?? [])]).toEqual([1, 3, 5, 7, 9, 11])
  })

  it('refuses a volume beyond the last', async () => {
    const { read } = await openFile(readKnown('series.npy'), 'series.npy')
    await expect(read(3)).rejects.toThrow('frame must be below 3, the number of volumes (got 3)')
  })

  it('says where another program takes the first alone', async () => {
    const notes: string[] = []
    await decodeFile(readKnown('series.npy'), 'series.npy', { onNote: (note) => notes.push(note) })
    expect(notes).toEqual(['This is the first of 3 volumes in the file.'])
  })

  it('has its place in JSON and not in the envelope', async () => {
    const volume = await decodeFile(readKnown('series.npy'), 'series.npy')
    const text = (part: Uint8Array | undefined): string => new TextDecoder().decode(part?.subarray(4))
    expect(text(encodeEnvelope(volume)[0])).not.toContain('frame')
    const json = { type: 'volume', shape: [1, 1, 1], dtype: 'uint8', data: 'AA==', frame: 1, frames: 2 }
    expect(decodeResultJson(json)).toMatchObject({ frame: 1, frames: 2 })
    expect(() => decodeResultJson({ ...json, frame: -1 })).toThrow(
      'frame must be a whole number of at least 0',
    )
  })
})
