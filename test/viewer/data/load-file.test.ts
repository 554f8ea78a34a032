/** Files with several volumes in the data worker: fetched once, and read one volume after the other. */
import { describe, expect, it } from 'vitest'
import type { Result } from '../../../core/contract/domain/result/result.ts'
import { prepare } from '../../../core/data/prepared/prepare.ts'
import { createFileLoad } from '../../../core/viewer/data/load-file.ts'

const decodeAtHost = (): Promise<Result> => Promise.reject(new Error('No host was to be asked.'))

function open(frames: number) {
  const fetched: string[] = []
  const read = async (frame: number): Promise<Result> => ({
    ...{ type: 'volume', shape: [1, 1, 1], dtype: 'uint8', data: Uint8Array.of(frame), notes: ['A note.'] },
    ...(frames > 1 && { frame, frames }),
  })
  const load = createFileLoad(async () => ({ frames, read }))
  const { signal } = new AbortController()
  const show = async (specimenId: string, frame?: number) => {
    const fetchFile = async () => {
      fetched.push(specimenId)
      return { bytes: Uint8Array.of(1), fileName: 'a.nii' }
    }
    const request = {
      specimenId,
      isDynamic: false,
      params: frame === undefined ? {} : { frame },
      roomId: 'a',
    }
    const call = {
      signal,
      onDecoding: () => {},
      decodeAtHost,
      prepare: async (result: Result) => prepare(result),
    }
    const content = await load(request, fetchFile, call)
    if (content.type !== 'volume') throw new Error(`It is a ${content.type}.`)
    return [content.result.data[0], content.result.notes]
  }
  return { show, fetched }
}

describe('a file with several volumes', () => {
  it('is fetched once for all of them, and again for the same one, which may have changed', async () => {
    const { show, fetched } = open(3)
    expect(await show('a')).toEqual([0, ['A note.']])
    expect(await show('a', 2)).toEqual([2, ['A note.']])
    expect(await show('a', 1)).toEqual([1, ['A note.']])
    expect(fetched).toEqual(['a'])
    await show('a', 1)
    expect(fetched).toEqual(['a', 'a'])
  })

  it('is given up for another file', async () => {
    const { show, fetched } = open(3)
    for (const id of ['a', 'b', 'a']) await show(id, fetched.length)
    expect(fetched).toEqual(['a', 'b', 'a'])
  })

  it('shows the last one for a link to one that it does not have', async () => {
    expect(await open(3).show('a', 99)).toEqual([2, ['A note.']])
    expect(await open(1).show('a', 99)).toEqual([0, ['A note.']])
  })
})
