/** Legal but rare files, and such as common programs write wrongly; right is what the format's own text says. */
import { describe, expect, it } from 'vitest'
import type { Result } from '../../../core/contract/domain/result/result.ts'
import { decodeFile } from '../../../core/data/formats/decode-file.ts'
import { toBytes } from './files.ts'

const read = async (name: string, ...parts: (string | ArrayBufferView)[]): Promise<Result> =>
  await decodeFile(toBytes(...parts), name)

describe('a MetaImage of two axes', () => {
  const head = 'ObjectType = Image\nNDims = 2\nDimSize = 2 1\nElementType = MET_FLOAT\n'
  const samples = new Float32Array([1, 2])

  it('keeps the lengths of its steps and their unit', async () => {
    const fields = `${head}ElementSpacing = .5 .25\nOffset = 1 2\nDistanceUnits = um\n`
    expect(await read('a.mha', fields, 'ElementDataFile = LOCAL\n', samples)).toMatchObject({
      type: 'volume',
      shape: [1, 1, 2],
      spacing: [0.25, 0.25, 0.5],
      unit: 'µm',
      data: samples,
    })
  })
})
