/** Changes in a panel: those that are sent, those that wait over the page's parameters, and until when. */
import { describe, expect, it } from 'vitest'
import type { ParameterSchema, Params } from '../../../core/contract/domain/schema.ts'
import type { Json } from '../../../core/contract/values/json.ts'
import { checkParams } from '../../../core/viewer/panel/check-params.ts'
import { noDrafts, setText, setValue, toPanelState } from '../../../core/viewer/panel/drafts.ts'
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

/** A panel over parameters of a page, which takes all that is sent. */
function openPanel(params: Params) {
  let page = params
  let drafts = noDrafts
  const read = () => {
    const state = toPanelState(schema, page, drafts)
    drafts = state.drafts // as the panel does
    return state
  }
  return {
    read,
    set: (pointer: string, value: Json | undefined): Params | null => {
      const next = setValue(schema, read(), pointer, value)
      drafts = next.drafts
      page = next.params ?? page
      return next.params
    },
    type: (pointer: string, text: string, problem: string | null = null): void => {
      drafts = setText(read(), pointer, { text, problem })
    },
    forget: (pointer: string): void => {
      drafts = setText(read(), pointer, null)
    },
    /** Another hand: an address, undo, a peer. */
    change: (params: Params): void => {
      page = params
      read()
    },
    listTexts: (): string[] => [...read().drafts.texts.keys()],
  }
}

describe('a change in a panel', () => {
  it('is sent with the others, without those at their default', () => {
    const { set } = openPanel({ radius: 3 })
    expect(set('/name', 'cd')).toEqual({ radius: 3, name: 'cd' })
    expect(set('/radius', 2)).toEqual({ name: 'cd' })
  })

  it('that the schema refuses waits, and holds up no other', () => {
    const { set, read } = openPanel({})
    expect(set('/radius', 50)).toBe(null)
    expect(read().current.radius).toBe(50)
    expect(checkParams(schema, read().current).map(({ pointer }) => pointer)).toEqual(['/radius'])
    expect(set('/name', 'cd')).toEqual({ name: 'cd' })
    expect(read().current).toMatchObject({ radius: 50, name: 'cd' })
    expect(set('/radius', 4)).toEqual({ radius: 4, name: 'cd' })
  })

  it('can begin with what is not taken yet', () => {
    const { set } = openPanel({})
    expect(set('/size', [1, 1])).toBe(null)
    expect(set('/size/1', 2)).toEqual({ size: [1, 2] })
  })

  it('of a part goes with the refused whole around it, past others that wait', () => {
    const { set, read } = openPanel({})
    set('/radius', 50)
    set('/size', [1, 1, 2])
    expect(set('/size/0', 3)).toEqual({ size: [3, 1, 2] })
    expect(read().current).toMatchObject({ radius: 50, size: [3, 1, 2] })
    expect(read().drafts.refused.map(({ pointer }) => pointer)).toEqual(['/radius'])
  })

  it('of parameters that a link brought wrong waits until all are right', () => {
    const { set, read } = openPanel({ radius: 50, name: 'x' })
    expect(set('/radius', 4)).toBe(null)
    expect(read().current.radius).toBe(4)
    expect(set('/name', 'cd')).toEqual({ radius: 4, name: 'cd' })
  })

  it('forgets the text of the field, and of those inside', () => {
    const { set, type, forget, listTexts } = openPanel({})
    for (const pointer of ['/size/0', '/size', '/name']) type(pointer, 'x')
    set('/size', [2])
    expect(listTexts()).toEqual(['/name'])
    forget('/name')
    expect(listTexts()).toEqual([])
  })
})

describe('another hand', () => {
  it('takes away what was refused over the value that it changes, and no other', () => {
    const { set, change, read } = openPanel({})
    set('/radius', 50)
    change({ name: 'cd' })
    expect(read().current).toMatchObject({ radius: 50, name: 'cd' })
    change({ name: 'cd', radius: 3 })
    expect(read().current.radius).toBe(3)
    change({ name: 'cd' })
    expect(read().current.radius).toBe(2) // what has gone does not return
  })

  it('leaves a text that is being typed, and takes away one that was tried', () => {
    const { type, change, listTexts, set } = openPanel({})
    type('/radius', '4')
    type('/name', 'x', 'too short')
    change({ radius: 3, name: 'cd' })
    expect(listTexts()).toEqual(['/radius'])
    expect(set('/radius', 4)).toEqual({ radius: 4, name: 'cd' })
  })

  it('takes away the text of a field that it takes away', () => {
    const { type, change, listTexts } = openPanel({ size: [1, 2] })
    type('/size/1', '3')
    change({ size: [4, 2] })
    expect(listTexts()).toEqual(['/size/1'])
    change({ size: [4] })
    expect(listTexts()).toEqual([])
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
