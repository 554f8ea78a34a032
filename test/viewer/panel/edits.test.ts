/** What somebody changes in a panel: what is sent, what waits, and whose parameters hold in the end. */
import { describe, expect, it } from 'vitest'
import type { ParameterSchema, Params } from '../../../core/domain/schema.ts'
import { checkParams } from '../../../core/viewer/panel/check-params.ts'
import { belongsTo, setDraft, setValue, toEdits } from '../../../core/viewer/panel/edits.ts'
import { explainIssue, explainUnknown, listProblems } from '../../../core/viewer/panel/explain.ts'
import { switchVariant } from '../../../core/viewer/panel/rows/row-values.ts'
import { toRows } from '../../../core/viewer/panel/rows/to-rows.ts'

const schema: ParameterSchema = {
  type: 'object',
  properties: {
    radius: { type: 'number', minimum: 1, maximum: 5, default: 2 },
    name: { type: 'string', minLength: 2, default: 'ab' },
    size: { type: 'array', items: { type: 'integer' }, uniqueItems: true, default: [1] },
  },
  additionalProperties: false,
}

describe('an edit', () => {
  it('is sent with the others, without those at their default', () => {
    const { edits, params } = setValue(schema, toEdits(schema, { radius: 3 }), '/name', 'cd')
    expect(params).toEqual({ radius: 3, name: 'cd' })
    expect(setValue(schema, edits, '/radius', 2).params).toEqual({ name: 'cd' })
  })

  it('that the schema refuses waits, and holds up no other', () => {
    const wrong = setValue(schema, toEdits(schema, {}), '/radius', 50)
    expect(wrong.params).toBe(null)
    expect(wrong.edits.current.radius).toBe(50)
    expect(checkParams(schema, wrong.edits.current).map(({ pointer }) => pointer)).toEqual(['/radius'])
    const other = setValue(schema, wrong.edits, '/name', 'cd')
    expect(other.params).toEqual({ name: 'cd' })
    expect(other.edits.current).toMatchObject({ radius: 50, name: 'cd' })
    expect(setValue(schema, other.edits, '/radius', 4).params).toEqual({ radius: 4, name: 'cd' })
  })

  it('can begin with what is not taken yet', () => {
    const twice = setValue(schema, toEdits(schema, {}), '/size', [1, 1])
    expect(twice.params).toBe(null)
    expect(setValue(schema, twice.edits, '/size/1', 2).params).toEqual({ size: [1, 2] })
  })

  it('holds until the page has other parameters than those that it sent', () => {
    const { edits } = setValue(schema, toEdits(schema, { radius: 3 }), '/radius', 4)
    expect(belongsTo(edits, { radius: 3 })).toBe(true)
    expect(belongsTo(edits, { radius: 4 })).toBe(true)
    expect(belongsTo(edits, { radius: 5 })).toBe(false)
  })

  it('forgets the text of the field, and of those inside', () => {
    const draft = { text: 'x', problem: null }
    const edits = setDraft(
      setDraft(setDraft(toEdits(schema, {}), '/size/0', draft), '/size', draft),
      '/sizes',
      draft,
    )
    expect([...setValue(schema, edits, '/size', [2]).edits.drafts.keys()]).toEqual(['/sizes'])
    expect(setDraft(edits, '/size', null).drafts.has('/size')).toBe(false)
  })
})

describe('what is wrong', () => {
  const rows = toRows(schema)
  const [radius] = rows

  it('is said at the nearest row', () => {
    const at = (pointer: string): string[] => [
      ...listProblems(rows, [{ pointer, found: '3', allowed: 'must be a whole number' }], {
        size: [1],
      }).keys(),
    ]
    expect(['/size/0', '/size/0/x', '/size/7', '/size', '/radius/x', '/none', ''].map(at)).toEqual([
      ['/size/0'],
      ['/size/0'],
      ['/size'],
      ['/size'],
      ['/radius'],
      [''],
      [''],
    ])
  })

  it.each([
    ['must be at least 1', 'This must be a number from 1 to 5.'],
    ['must be above 1', 'This must be above 1.'],
    ['must have at least 3 items', 'This must have at least 3 items.'],
    ['is missing', 'This needs a value.'],
    ['must be a multiple of 0.5', 'This must be a multiple of 0.5.'],
  ])('%s is a sentence', (allowed, sentence) => {
    expect(explainIssue({ pointer: '/radius', found: '7', allowed }, radius ?? null)).toBe(sentence)
  })
})

describe('a link', () => {
  const of = (...names: string[]): ParameterSchema => ({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, {}])),
  })
  const have = 'which this specimen does not have.'

  it.each<[schema: ParameterSchema | null, params: Params, sentence: string | null]>([
    [of('radius'), {}, null],
    [of('radius'), { radius: 1 }, null],
    [of('radius'), { radus: 1, radius: 2 }, `The link sets “radus”, ${have} Did you mean “radius”?`],
    [of(), { toString: 1 }, `The link sets “toString”, ${have}`],
    [null, { a: 1, b: 2 }, `The link sets “a”, “b”, ${have}`],
    [of('x'), { a: 1, b: 2, c: 3, d: 4, e: 5 }, `The link sets “a”, “b”, “c” and 2 more, ${have}`],
    [of('x'), { ['n'.repeat(99)]: 1 }, `The link sets “${'n'.repeat(39)}…”, ${have}`],
  ])('with names that the specimen does not have is told so: %#', (schema, params, sentence) => {
    expect(explainUnknown(schema, params)).toBe(sentence)
  })
})

describe('another form of a value', () => {
  const union: ParameterSchema = {
    type: 'object',
    properties: {
      at: {
        anyOf: [
          { type: 'number', minimum: 0 },
          { type: 'array', items: { type: 'number' } },
          { type: 'null' },
        ],
      },
    },
  }

  it('keeps what it can of the one before', () => {
    const field = toRows(union)[0]?.field
    if (field?.kind !== 'variant') throw new Error('no variants')
    const [number, list, none] = field.variants
    if (!number || !list || !none) throw new Error('not three')
    expect(switchVariant(list, 3)).toEqual([3])
    expect(switchVariant(number, [3, 4])).toBe(3)
    expect(switchVariant(number, ['x'])).toBe(0)
    expect(switchVariant(none, 3)).toBe(null)
    expect(switchVariant(number, undefined)).toBe(0)
  })
})
