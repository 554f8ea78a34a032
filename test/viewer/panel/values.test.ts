import { describe, expect, it } from 'vitest'
import type { ParameterSchema } from '../../../core/contract/domain/schema.ts'
import { isSame, readAt, resetAll, toChanged, writeAt } from '../../../core/viewer/panel/values.ts'

const params = { radius: 2, size: [1, 2, 3], 'a/b~c': { x: { y: 1 } } }

describe('a value by its pointer', () => {
  it('is read where it is, and only there', () => {
    expect(readAt(params, '/size/1')).toBe(2)
    expect(readAt(params, '/a~1b~0c/x/y')).toBe(1)
    for (const pointer of ['/size/3', '/size/length', '/radius/x', '/toString', '/none/x'])
      expect(readAt(params, pointer), pointer).toBe(undefined)
  })

  it('is written without touching what was there', () => {
    const before = structuredClone(params)
    expect(writeAt(params, '/size/1', 9)).toEqual({ ...params, size: [1, 9, 3] })
    expect(writeAt(params, '/size/3', 4)).toEqual({ ...params, size: [1, 2, 3, 4] })
    expect(writeAt(params, '/a~1b~0c/x/z', 2)).toEqual({ ...params, 'a/b~c': { x: { y: 1, z: 2 } } })
    expect(writeAt(params, '/new/x', 2)).toEqual({ ...params, new: { x: 2 } })
    expect(params).toEqual(before)
  })

  it('is taken away, and items behind it move up', () => {
    expect(writeAt(params, '/size/0', undefined)).toEqual({ ...params, size: [2, 3] })
    expect(writeAt(params, '/radius', undefined)).toEqual({ size: params.size, 'a/b~c': params['a/b~c'] })
    expect(writeAt(params, '/none', undefined)).toEqual(params)
  })

  it('is no way to a prototype', () => {
    const written = writeAt({}, '/__proto__/polluted', true)
    expect(Object.getPrototypeOf(written)).toBe(Object.prototype)
    expect('polluted' in {}).toBe(false)
  })
})

describe('parameters', () => {
  const schema: ParameterSchema = {
    type: 'object',
    properties: { radius: { default: 2 }, size: { default: { a: 1, b: [2] } }, name: {} },
    required: ['name'],
  }

  it('that are at their default are left out, whatever the order of their members', () => {
    expect(toChanged(schema, { radius: 2, size: { b: [2], a: 1 }, name: 'x' })).toEqual({ name: 'x' })
    expect(toChanged(schema, { radius: 3, size: { a: 1, b: [2, 3] }, other: 1 })).toEqual({
      radius: 3,
      size: { a: 1, b: [2, 3] },
      other: 1,
    })
  })

  it('are reset to their defaults, and those that must be given are kept', () => {
    expect(resetAll(schema, { radius: 3, name: 'x', other: 1 })).toEqual({
      radius: 2,
      size: { a: 1, b: [2] },
      name: 'x',
    })
  })

  it('are the same only where all of them are', () => {
    expect(isSame([1, { a: null }], [1, { a: null }])).toBe(true)
    for (const other of [[1], [1, { a: 0 }], [1, { b: null }], { 0: 1 }, null, 'a'])
      expect(isSame([1, { a: null }], other)).toBe(false)
  })
})
