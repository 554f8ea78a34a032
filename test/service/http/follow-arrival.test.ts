/** Scenes that are sent while their arrays arrive. */
import { expect, it } from 'vitest'
import type { SceneResult } from '../../../core/contract/domain/result/result.ts'
import { decodeScene } from '../../../core/contract/wire/scene-envelope.ts'
import { followArrays } from '../../../core/service/http/answer/follow-arrival.ts'
import { join } from '../../contract/wire/samples.ts'

it('awaits the arrays of a scene alone, and holds the last piece back until all are checked', async () => {
  const memory = new SharedArrayBuffer(80)
  const result: SceneResult = {
    type: 'scene',
    parts: {
      scan: {
        type: 'volume',
        shape: [1, 1, 11],
        dtype: 'float32',
        data: new Float32Array(memory, 0, 11),
        valueName: 'a long name, so that its envelope is small and its entry is not',
      },
      names: { type: 'labels', points: new Float32Array(memory, 48, 3), texts: ['x'.repeat(200)] },
    },
  }
  const [awaited, yielded]: [number[], Uint8Array[]] = [[], []]
  let yieldedBefore = -1
  const arrival = {
    readTo: async (byte: number) => void awaited.push(byte),
    get whole() {
      yieldedBefore = yielded.length
      return Promise.resolve()
    },
  }
  const { parts, length } = followArrays({ result, arrival }, { form: 'scene', axes: 'mm' })
  for await (const part of parts) yielded.push(part)
  expect(awaited.toSorted((a, b) => a - b)).toEqual([44, 60])
  expect(yieldedBefore).toBe(yielded.length - 1)
  expect(join(yielded)).toHaveLength(length)
  expect(decodeScene(join(yielded))).toEqual(result)
})
