/** Vertices and points whose values are labels. */
import { describe, expect, it } from 'vitest'
import { parseResult } from '../../../core/contract/domain/result/parse-result.ts'
import { decodeResultJson } from '../../../core/contract/wire/parse-result-json.ts'
import { encodeJsonPiece, jsonStart } from '../../../core/contract/wire/result-json.ts'
import { writeBase64 } from '../../../core/data/encoding/write-base64.ts'
import { prepare } from '../../../core/data/prepared/prepare.ts'

const labels = [
  { value: 8, name: 'oxygen', color: [255, 13, 13] },
  { value: 1, name: 'hydrogen' },
]
const cloud = { points: new Float32Array(9), scalars: Float32Array.of(8, 1, 8), labels }
const mesh = { vertices: new Float32Array(9), indices: Uint32Array.of(0, 1, 2), ...cloud }

describe.each([
  ['a mesh', 'mesh', mesh],
  ['a point cloud', 'point_cloud', cloud],
] as const)('%s of labels', (_what, type, value) => {
  it('lists them by value with their numbers, and has their colours', () => {
    const prepared = prepare(parseResult(value, type))
    const [hydrogen, oxygen] = 'labels' in prepared ? (prepared.labels?.list ?? []) : []
    expect([hydrogen, oxygen]).toMatchObject([
      { value: 1, name: 'hydrogen', count: 1 },
      { value: 8, name: 'oxygen', count: 2, color: [255, 13, 13] },
    ])
    const { colors } = Object(prepared.result)
    expect([...colors]).toEqual([255, 13, 13, ...(hydrogen?.color ?? []), 255, 13, 13])
  })

  it('keeps colours of its own, and has no labels without values', () => {
    const colors = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9)
    expect(Object(prepare(parseResult({ ...value, colors }, type)).result).colors).toBe(colors)
    expect(prepare(parseResult({ ...value, scalars: undefined }, type))).not.toHaveProperty('labels')
  })

  it('travels as JSON', () => {
    const result = parseResult(value, type)
    const target = new Uint8Array(4096)
    const { length, next } = encodeJsonPiece(result, jsonStart, { target, writeBase64 })
    expect(next).toBeNull()
    const text = new TextDecoder().decode(target.subarray(0, length))
    expect(decodeResultJson(JSON.parse(text))).toEqual(result)
  })
})
