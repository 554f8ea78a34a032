/** Where references are in parameters of unions, patterns and recursive types. */
import { describe, expect, it } from 'vitest'
import { toDataSchema, toFileSchema } from '../../../core/contract/domain/data-ref.ts'
import { listDataPlaces } from '../../../core/contract/schema/data-places.ts'
import type { Json, JsonObject } from '../../../core/contract/values/json.ts'

const mesh = toDataSchema(['mesh'])
const cloud = toDataSchema(['point_cloud'])
const ref = { specimen: 'disc' }

function toObject(properties: JsonObject): JsonObject {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

function list(schema: JsonObject, value: Json, more: JsonObject = {}): readonly string[] {
  const root = { type: 'object', properties: { of: schema }, ...more }
  return listDataPlaces(root, { of: value }).map(({ steps, kinds }) => `${steps.join('.')}: ${kinds.join()}`)
}

describe('the places of references', () => {
  it('are those of the branch that its constant names', () => {
    const branches = [
      toObject({ kind: { const: 'solid' }, data: mesh }),
      toObject({ kind: { const: 'points' }, data: cloud }),
    ]
    expect(list({ anyOf: branches }, { kind: 'solid', data: ref })).toEqual(['of.data: mesh'])
    expect(list({ anyOf: branches }, { kind: 'points', data: ref })).toEqual(['of.data: point_cloud'])
  })

  it('are those of the branch that has its names', () => {
    const branches = [toObject({ data: mesh }), toObject({ data: cloud, size: { type: 'number' } })]
    expect(list({ anyOf: branches }, { data: ref })).toEqual(['of.data: mesh'])
    expect(list({ anyOf: branches }, { data: ref, size: 1 })).toEqual(['of.data: point_cloud'])
  })

  it('are one place for branches that nothing tells apart, where either kind fits', () => {
    const branches = [toObject({ data: mesh }), toObject({ data: cloud })]
    expect(list({ anyOf: branches }, { data: ref })).toEqual(['of.data: mesh,point_cloud'])
    const files = [toFileSchema(['.csv']), toFileSchema(['.pdb'])].map((data) => toObject({ data }))
    const [place] = listDataPlaces(
      { type: 'object', properties: { of: { anyOf: files } } },
      { of: { data: ref } },
    )
    expect(place?.endings).toEqual(['.csv', '.pdb'])
  })

  it('are found below names of a pattern', () => {
    const schema = { type: 'object', patternProperties: { '^m-': mesh }, additionalProperties: false }
    expect(list(schema, { 'm-a': ref, 'm-b': ref })).toEqual(['of.m-a: mesh', 'of.m-b: mesh'])
  })

  it('are found once, at once, however deep a recursive type of several branches is', () => {
    const inner = { $ref: '#/$defs/Shape' }
    const pair = (op: string) => toObject({ op: { const: op }, a: inner, b: inner })
    const alike = toObject({ op: { type: 'string' }, a: inner, b: inner })
    const leaf = toObject({ mesh })
    const more = { $defs: { Shape: { anyOf: [pair('union'), pair('difference'), alike, leaf] } } }
    let shape: Json = { mesh: ref }
    for (let depth = 0; depth < 60; depth++) shape = { op: 'union', a: shape, b: { mesh: ref } }
    expect(list(inner, shape, more)).toHaveLength(61) // else 2⁶⁰ visits
  })

  it('are none behind a reference that leads nowhere', () => {
    expect(list({ anyOf: [{ $ref: '#/$defs/%E0%A4%A' }, { $ref: '#/$defs/none' }, mesh] }, ref)).toEqual([
      'of: mesh',
    ])
  })
})
