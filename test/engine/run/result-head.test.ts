import { describe, expect, test } from 'vitest'
import { parseResult } from '../../../core/contract/domain/result/parse-result.ts'
import type { Result } from '../../../core/contract/domain/result/result.ts'
import { toIncoming, toResultHead } from '../../../core/engine/run/result-head.ts'

describe('result heads', () => {
  const results: Result[] = [
    parseResult(
      { vertices: new Float32Array(9), indices: new Uint32Array(3), normals: new Float32Array(9).fill(1) },
      'mesh',
    ),
    parseResult({ shape: [1, 1, 3], data: new Float64Array([1, 2, 3]), spacing: [1, 1, 1] }, 'volume'),
    parseResult(
      {
        shape: [1, 1, 1],
        data: new Int8Array(1),
        origin: [3, 2, 1],
        direction: [
          [1, 0, 0],
          [0, 0.8, -0.6],
          [0, 0.6, 0.8],
        ],
        orientation: 'RAS',
        space: 'MNI152',
        labels: [{ value: 2, name: 'liver', color: [0, 128, 255] }],
      },
      'volume',
    ),
    parseResult({ points: new Float32Array(3), colors: new Uint8Array(3) }, 'point_cloud'),
    parseResult({ width: 1, height: 1, channels: 1, data: new Uint16Array([7]) }, 'image'),
  ]

  test.each(results)('carry a $type from one side to the other', (result) => {
    const { head, arrays } = toResultHead(result)
    const incoming = toIncoming(JSON.parse(JSON.stringify(head)), 1000)
    if (typeof incoming === 'string') throw new Error(incoming)
    for (const [i, target] of incoming.targets.entries()) {
      const { buffer, byteOffset, byteLength } = arrays[i] ?? new Uint8Array(0)
      target.set(new Uint8Array(buffer, byteOffset, byteLength))
    }
    expect(parseResult(incoming.value, result.type)).toEqual(result)
  })

  const block = { name: 'data', dtype: 'float32', bytes: 8 }
  test.each([
    [{ members: {} }, 'no proper head'],
    [{ members: [], blocks: [] }, 'no proper head'],
    [{ members: {}, blocks: [block, block, block, block] }, 'no proper head'],
    [{ members: {}, blocks: [{ ...block, bytes: 1001 * 8 }] }, 'at most 1000'],
    [{ members: {}, blocks: [{ ...block, bytes: -8 }] }, 'no result has'],
    [{ members: {}, blocks: [{ ...block, bytes: 7 }] }, 'no result has'],
    [{ members: {}, blocks: [{ ...block, bytes: 2 ** 60 }] }, 'no result has'],
    [{ members: {}, blocks: [{ ...block, bytes: '8' }] }, 'no result has'],
    [{ members: {}, blocks: [{ ...block, dtype: 'float16' }] }, 'no result has'],
    [{ members: {}, blocks: [{ ...block, name: '__proto__' }] }, 'no result has'],
    [{ members: {}, blocks: [null] }, 'no result has'],
  ])('are refused before anything is allocated: %j', (head, text) => {
    expect(toIncoming(head, 1000)).toContain(text)
  })
})
