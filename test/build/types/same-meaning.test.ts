import { describe, expect, test } from 'vitest'
import { isSameMeaning } from './same-meaning.ts'

describe('isSameMeaning', () => {
  test('is true when choices, branches, properties, definitions and required members change places', () => {
    const one = {
      type: 'object',
      properties: {
        a: { enum: ['x', 'y', null] },
        b: { anyOf: [{ type: ['string', 'null'] }, { $ref: '#/$defs/N' }] },
      },
      required: ['a', 'b'],
      $defs: { N: { type: 'number' }, M: { enum: [1, '1'] } },
    }
    const other = {
      $defs: { M: { enum: ['1', 1] }, N: { type: 'number' } },
      required: ['b', 'a'],
      properties: {
        b: { anyOf: [{ $ref: '#/$defs/N' }, { type: ['null', 'string'] }] },
        a: { enum: [null, 'y', 'x'] },
      },
      type: 'object',
    }
    expect(isSameMeaning(one, other)).toBe(true)
  })

  test('is true when a branch has another order inside', () => {
    const one = { anyOf: [{ enum: ['a', 'b'] }, { enum: ['c', 'd'] }] }
    expect(isSameMeaning(one, { anyOf: [{ enum: ['d', 'c'] }, { enum: ['b', 'a'] }] })).toBe(true)
  })

  test.each([
    [
      'a place of a tuple',
      { prefixItems: [{ type: 'number' }, { type: 'string' }] },
      { prefixItems: [{ type: 'string' }, { type: 'number' }] },
    ],
    ['a choice', { enum: ['a', 'b'] }, { enum: ['a'] }],
    ['a number for a text', { enum: [1] }, { enum: ['1'] }],
    ['a list as a default', { default: ['a', 'b'] }, { default: ['b', 'a'] }],
    ['a list as a choice', { enum: [['a', 'b']] }, { enum: [['b', 'a']] }],
    [
      'a property called like a keyword',
      { properties: { enum: { minimum: 1 } } },
      { properties: { enum: { minimum: 2 } } },
    ],
    ['a description', { description: 'one' }, { description: 'other' }],
    ['a required member', { required: ['a'] }, {}],
  ])('is false when %s is another', (_, one, other) => {
    expect(isSameMeaning(one, other)).toBe(false)
    expect(isSameMeaning(one, one)).toBe(true)
  })
})
