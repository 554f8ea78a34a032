/** What breaks clients of a published function as a whole: its name, parameters, result and place. */
import { describe, expect, test } from 'vitest'
import { compareApis } from '../../build/compare/compare-schemas.ts'
import type { JsonObject } from '../../core/contract/values/json.ts'
import { compare, number, type Shape, toApi } from './compare-shapes.ts'

describe('a function', () => {
  const a: { [name: string]: JsonObject } = { a: number, b: number }

  test.each<[string, Shape, Shape, string[]]>([
    ['returns something else', {}, { returns: 'volume' }, ['breaking : It returns volume, returned mesh']],
    [
      'is gone',
      {},
      { name: 'cube' },
      ['breaking : The function is gone', 'compatible : The function is new'],
    ],
    ['loses its last parameter', { properties: a }, { properties: { a: number } }, ['breaking b: is gone']],
    [
      'has a new parameter that is required',
      {},
      { properties: { a: number }, required: ['a'] },
      ['breaking a: is required now'],
    ],
    [
      'has a new parameter that may be left out',
      {},
      { properties: { a: { ...number, default: 1 } } },
      ['compatible a: is new, and may be left out'],
    ],
    [
      'requires what could be left out',
      { properties: a },
      { properties: a, required: ['a'] },
      ['breaking a: is required now'],
    ],
    [
      'requires what had a default',
      { properties: { a: { ...number, default: 1 } } },
      { properties: { a: number }, required: ['a'] },
      ['breaking a: is required now'],
    ],
    [
      'has a default for what was required',
      { properties: { a: number }, required: ['a'] },
      { properties: { a: { ...number, default: 1 } } },
      ['compatible a: has the default 1, had none'],
    ],
    [
      'has its parameters in another order',
      { properties: a },
      { properties: { b: number, a: number } },
      ['breaking : The parameters are (b, a), were (a, b): calls by position mean others'],
    ],
    [
      'has a new parameter before others',
      { properties: { b: number } },
      { properties: a },
      [
        'breaking : The parameters are (a, b), were (b): calls by position mean others',
        'compatible a: is new, and may be left out',
      ],
    ],
    ['asks for a reporter', { properties: a }, { properties: a, progress: 'report' }, []],
    [
      'reports under another name',
      { properties: a, progress: 'p' },
      { properties: a, parameters: ['a', 'q', 'b'], progress: 'q' },
      [],
    ],
  ])('is told apart when it %s', (_what, before, after, changes) => {
    expect(compare(before, after)).toEqual(changes)
  })

  test('breaks clients when it leaves the catalog', () => {
    const before = toApi({})
    const changes = compareApis(before, { ...before, specimens: [] })
    expect(changes).toMatchObject([
      { functionName: 'ball', effect: 'breaking', text: 'The specimen is gone from the catalog' },
    ])
  })

  test('may move to another bundle', () => {
    const [one, two] = [toApi({ name: 'one' }), toApi({ name: 'two' })]
    const specimens = [...one.specimens, ...two.specimens]
    const both = { functions: [...one.functions, ...two.functions], specimens, bundles: [] }
    const turned = { functions: both.functions.toReversed(), specimens: specimens.toReversed() }
    expect(compareApis(both, { ...both, ...turned })).toEqual([])
  })
})
