/** The panel on the board: its words, and what each button and track does to the parameters of a page. */
import { computed, signal } from '@preact/signals'
import { beforeEach, describe, expect, it } from 'vitest'
import { toDataSchema } from '../../../../core/contract/domain/data-ref.ts'
import type { ParameterSchema, Params } from '../../../../core/contract/domain/schema.ts'
import { checkParams } from '../../../../core/viewer/panel/check-params.ts'
import { createControl } from '../../../../core/viewer/panel/control.ts'
import { type DataCatalog, noCatalog } from '../../../../core/viewer/panel/data/data-catalog.ts'
import { noDrafts, toPanelState } from '../../../../core/viewer/panel/drafts.ts'
import { listProblems } from '../../../../core/viewer/panel/explain.ts'
import { toRows } from '../../../../core/viewer/panel/rows/to-rows.ts'
import { toBoardRows, toCellRows } from '../../../../core/viewer/specimen/headset/board-rows.ts'
import type { BoardRow } from '../../../../core/viewer/xr/board-words.ts'
import { everyField } from '../../../browser/viewer/panel-schema.ts'
import { toEntry } from '../../gallery/to-entry.ts'

let heard: string[]
beforeEach(() => {
  heard = []
})

/** Returns what reads the rows of a schema, as they are after each change. */
function open(
  schema: ParameterSchema,
  {
    params = {},
    isLocked = false,
    catalog = noCatalog,
  }: { params?: Params; isLocked?: boolean; catalog?: DataCatalog } = {},
) {
  const owner = signal<Params>(params)
  const drafts = signal(noDrafts)
  const state = computed(() => toPanelState(schema, owner.value, drafts.value, catalog))
  const take = (name: string) => (changed: Params) => {
    heard.push(`${name} ${JSON.stringify(changed)}`)
    owner.value = changed
  }
  const page = { schema, params: owner, onDrag: take('drag'), onSettle: take('settle') }
  const control = createControl({ page: () => page, state: () => state.value, drafts })
  const rows = toRows(schema, catalog)
  return (label: string): BoardRow => {
    const { current } = control.read()
    const problems = listProblems(rows, checkParams(schema, current), current)
    const found = toBoardRows({ rows, control, problems, isLocked, places: null }).find(
      (row) => row.label === label,
    )
    if (!found) throw new Error(`The board has no row ${label}.`)
    return found
  }
}

const withUnit: ParameterSchema = {
  type: 'object',
  properties: {
    edge: { type: 'number', title: 'Edge length', unit: 'mm', minimum: 1, maximum: 5, default: 2 },
    count: { type: 'integer', default: 5 },
    even: { type: 'integer', multipleOf: 2, default: 4 },
    size: { type: 'array', unit: 'cm', items: { type: 'number' }, minItems: 2, maxItems: 2, default: [1, 2] },
    extra: { type: 'number', minimum: 1, maximum: 3 },
  },
  additionalProperties: false,
}

describe('a slider', () => {
  it('has the title, the unit and the value of the page, and its place on a track', () => {
    const row = open(withUnit)('Edge length (mm)')
    expect([row.value, row.track?.part]).toEqual(['2', 0.25])
    expect(row.cells.map(({ label }) => label)).toEqual(['−', '+'])
  })

  it('drags to values of its steps, each once, and settles when it is let go', () => {
    const find = open(withUnit)
    find('Edge length (mm)').track?.drag(0.5)
    find('Edge length (mm)').track?.drag(0.5001)
    find('Edge length (mm)').track?.drag(0.75)
    find('Edge length (mm)').track?.settle(0.75)
    expect(heard).toEqual(['drag {"edge":3}', 'drag {"edge":4}', 'settle {"edge":4}'])
  })

  it('steps by its step, and not beyond its ends', () => {
    const find = open(withUnit, { params: { edge: 5 } })
    const [less, more] = find('Edge length (mm)').cells
    expect([less?.isOff, more?.isOff]).toEqual([false, true])
    less?.press()
    expect(heard).toEqual(['settle {"edge":4.99}'])
  })

  it('of a logarithmic scale goes by its scale', () => {
    const row = open(everyField)('Tolerance of the fit')
    expect(row.track?.part).toBeCloseTo(0.25, 6) // 0.01 of 0.001 to 10
    row.track?.settle(0.5)
    expect(heard).toEqual(['settle {"tolerance":0.1}'])
  })
})

describe('other rows', () => {
  it('step a number, switch a switch, and choose one of few beside each other', () => {
    const find = open(everyField)
    find('Offset').cells[1]?.press()
    find('Closed').cells[0]?.press()
    find('Side').cells[0]?.press()
    expect(heard.at(-1)).toBe('settle {"offset":-1.4,"side":"left","closed":false}')
    expect(find('Closed').cells.map(({ label, isOn }) => [label, isOn])).toEqual([
      ['Off', true],
      ['On', false],
    ])
    expect(find('Side').cells.map(({ label, isOn }) => [label, isOn])).toEqual([
      ['Left', true],
      ['Right', false],
      ['Both', false],
    ])
  })

  it('go through many options one by one, from the last to the first', () => {
    const find = open(everyField, { params: { surface: 'fischerKoch' } })
    expect(find('Surface').value).toBe('Fischer koch')
    find('Surface').cells[1]?.press()
    expect(find('Surface').value).toBe('Gyroid')
    find('Surface').cells[0]?.press()
    expect(find('Surface').value).toBe('Fischer koch')
  })

  it('say that a text is set on the page, and that a list is made longer there', () => {
    const find = open(everyField)
    expect([find('Name').value, find('Name').hint, find('Name').cells]).toEqual([
      '“sphere”',
      'on the page',
      [],
    ])
    expect(find('Weights').hint).toBe('add and remove on the page')
    expect(find('Weights 1').track?.part).toBe(0.5)
  })

  it('are named by those around them, with their unit', () => {
    const find = open(withUnit)
    expect([find('Size 1 (cm)').value, find('Size 2 (cm)').value]).toEqual(['1', '2'])
    find('Size 2 (cm)').cells[1]?.press()
    expect(heard).toEqual(['settle {"size":[1,2.1]}'])
    expect(open(everyField, { params: { light: { strength: 3 } } })('Light · Strength').value).toBe('3')
  })

  it('without a value begin with one', () => {
    const find = open(withUnit)
    expect(find('Extra').value).toBe('Left out')
    find('Extra').cells[0]?.press()
    expect(heard).toEqual(['settle {"extra":1}'])
  })

  it('say why a value is refused, in the words of the page, and send it to nobody', () => {
    const schema: ParameterSchema = {
      type: 'object',
      properties: { count: { type: 'integer', default: 4, not: { const: 5 } } },
    }
    const find = open(schema)
    find('Count').cells[1]?.press()
    expect(heard).toEqual([])
    expect(find('Count').value).toBe('5')
    expect(find('Count').problem).not.toBe('')
  })

  it('change nothing where a room refuses it', () => {
    const find = open(everyField, { isLocked: true })
    expect(find('Radius').track).toBeNull()
    expect(find('Side').cells.every(({ isOff }) => isOff)).toBe(true)
    expect(find('Offset').cells.every(({ isOff }) => isOff)).toBe(true)
  })

  it('of a long list end with how many more there are on the page', () => {
    const schema: ParameterSchema = {
      type: 'object',
      properties: { weights: { type: 'array', items: { type: 'number' }, default: Array(500).fill(1) } },
    }
    const rows = toRows(schema)
    const state = toPanelState(schema, {}, noDrafts)
    const page = { schema, params: signal<Params>({}), onDrag: () => {}, onSettle: () => {} }
    const control = createControl({ page: () => page, state: () => state, drafts: signal(noDrafts) })
    const shown = toBoardRows({ rows, control, problems: new Map(), isLocked: false, places: null })
    expect(shown.length).toBe(121)
    expect([shown.at(-1)?.value, shown.at(-1)?.hint]).toEqual(['More values', 'on the page'])
  })
})

it('presets stand in lines of about as many', () => {
  const cells = ['a', 'b', 'c', 'd'].map((label) => ({ label, isOn: false, isOff: false, press: () => {} }))
  const lines = toCellRows('preset', cells).map((row) => row.cells.map(({ label }) => label).join(''))
  expect(lines).toEqual(['ab', 'cd'])
  expect(toCellRows('preset', [])).toEqual([])
})

describe('a parameter that takes data', () => {
  const catalog = {
    ...noCatalog,
    entries: [toEntry('disc'), toEntry('ring'), toEntry('fog', { type: 'volume' })],
  }
  const mesh = toDataSchema(['mesh'])
  const schema: ParameterSchema = {
    type: 'object',
    properties: {
      first: { ...mesh, default: { specimen: 'disc' } },
      second: { anyOf: [mesh, { type: 'null' }], default: null },
    },
    additionalProperties: false,
  }
  const press = (row: BoardRow, label: string): void =>
    row.cells.find((cell) => cell.label === label)?.press()

  it('has the name, and goes through what fits, with none where there may be none', () => {
    const read = open(schema, { catalog })
    expect(read('First').value).toBe('disc')
    press(read('First'), '▶')
    expect(read('First').value).toBe('ring')
    press(read('First'), '▶')
    expect(read('First').value).toBe('disc')
    expect(read('Second').value).toBe('none')
    press(read('Second'), '◀')
    expect(read('Second').value).toBe('ring')
    press(read('Second'), '▶')
    expect(read('Second').value).toBe('none')
    expect(heard).toEqual([
      'settle {"first":{"specimen":"ring"}}',
      'settle {}',
      'settle {"second":{"specimen":"ring"}}',
      'settle {}',
    ])
  })

  it('names a file, and goes on to what the host has', () => {
    const file = { file: 'a'.repeat(64), name: 'mine.stl' }
    const read = open(schema, { catalog, params: { first: file } })
    expect(read('First').value).toBe('mine.stl')
    press(read('First'), '◀')
    expect(read('First').value).toBe('ring')
  })
})
