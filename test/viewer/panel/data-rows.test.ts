/** Parameters that take data, as rows: what fits, the inner function's own rows, and what is sent. */
import { describe, expect, it } from 'vitest'
import { toDataSchema } from '../../../core/contract/domain/data-ref.ts'
import type { ParameterSchema, Params } from '../../../core/contract/domain/schema.ts'
import type { Json, JsonObject } from '../../../core/contract/values/json.ts'
import type { DataCatalog } from '../../../core/viewer/panel/data/data-catalog.ts'
import { checkAll, listReferred } from '../../../core/viewer/panel/data/inner-params.ts'
import { noDrafts, setValue, toPanelState } from '../../../core/viewer/panel/drafts.ts'
import { listProblems } from '../../../core/viewer/panel/explain.ts'
import { findLevels } from '../../../core/viewer/panel/levels.tsx'
import type { FieldOf, Row } from '../../../core/viewer/panel/panel-model.ts'
import { canShow, listInner, toStart } from '../../../core/viewer/panel/rows/row-values.ts'
import { toRows } from '../../../core/viewer/panel/rows/to-rows.ts'
import { readAt } from '../../../core/viewer/panel/values.ts'
import { describeRowValue } from '../../../core/viewer/panel/words.ts'
import { toEntry } from '../gallery/to-entry.ts'

const toSchema = (properties: { readonly [name: string]: JsonObject }, more = {}): ParameterSchema => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...more,
})
const mesh = toDataSchema(['mesh'])
const schema = toSchema({
  mesh: { ...mesh, default: { specimen: 'square' } },
  factor: { type: 'number', default: 2 },
})
const square = toSchema({
  edge: { type: 'number', default: 2, minimum: 1, maximum: 9 },
  flat: { type: 'boolean', default: true },
})
const catalog: DataCatalog = {
  entries: [
    toEntry('square', { display_name: 'Square' }),
    toEntry('block', { type: 'volume' }),
    toEntry('grow', { display_name: 'Grown' }),
    toEntry('away', { available: false }),
    toEntry('findings', {
      display_name: 'Findings',
      type: 'scene',
      returns: { type: 'scene', parts: { scan: 'volume', white_matter: 'mesh' } },
    }),
    toEntry('rock', { is_dynamic: false }),
  ],
  schemas: new Map<string, ParameterSchema | null>([
    ['square', square],
    ['grow', schema],
    ['rock', null],
  ]),
  files: new Map([
    ['a'.repeat(64), 'scan.stl'],
    ['b'.repeat(64), null],
  ]),
  problem: null,
}

const isData = (row: Row): row is Row & { readonly field: FieldOf<'data'> } => row.field.kind === 'data'

function toDataRow(property: JsonObject, more = {}, known: DataCatalog = catalog) {
  const [row] = toRows(toSchema({ mesh: property }, more), known)
  if (row && isData(row)) return row
  throw new Error(`the row is ${row?.field.kind}`)
}

/** Sets a value over parameters of a page, and returns what is sent. */
function set(params: Params, pointer: string, value: Json | undefined): Params | null {
  return setValue(schema, toPanelState(schema, params, noDrafts, catalog), pointer, value).params
}

describe('a parameter that takes data', () => {
  it('offers what gives its kind and is there: specimens, and parts of scenes', () => {
    const labels = (row: ReturnType<typeof toDataRow>) => row.field.options.map(({ label }) => label)
    expect(labels(toDataRow(mesh))).toEqual(['Square', 'Grown', 'Findings › White matter', 'rock'])
    expect(labels(toDataRow(toDataSchema(['volume', 'image'])))).toEqual(['block', 'Findings › Scan'])
    expect(toStart(toDataRow(mesh))).toEqual({ specimen: 'square' })
  })

  it('offers none where there may be none', () => {
    const none = (property: JsonObject, more = {}) => toDataRow(property, more).field.none
    expect(none({ ...mesh, default: { specimen: 'square' } })).toBeUndefined()
    expect(none(mesh, { required: ['mesh'] })).toBeUndefined()
    expect(none(mesh)).toEqual({ value: undefined })
    expect(none({ anyOf: [mesh, { type: 'null' }], default: null })).toEqual({ value: null })
    const { field } = toDataRow({ anyOf: [mesh, { type: 'null' }], default: null })
    for (const value of [null, undefined, { specimen: 'x' }]) expect(canShow(field, value)).toBe(true)
    expect(canShow(field, 'square')).toBe(false)
  })

  it('has the rows of the function below it, level by level, with what they begin with', () => {
    const { current } = toPanelState(schema, { mesh: { process: 'grow' } }, noDrafts, catalog)
    expect(current.mesh).toEqual({
      process: 'grow',
      inputs: { mesh: { process: 'square', inputs: { edge: 2, flat: true } }, factor: 2 },
    })
    const list = (rows: readonly Row[]): readonly string[] =>
      rows.flatMap((row) => [row.pointer, ...list(listInner(row, readAt(current, row.pointer)))])
    expect(list(toRows(schema, catalog))).toEqual([
      '/mesh',
      '/mesh/inputs/mesh',
      '/mesh/inputs/mesh/inputs/edge',
      '/mesh/inputs/mesh/inputs/flat',
      '/mesh/inputs/factor',
      '/factor',
    ])
    const row = toDataRow({ ...mesh, default: { process: 'square', inputs: { edge: 5 } } })
    expect(row.field.rows(row.initial).map(({ initial }) => initial)).toEqual([5, true])
    expect(row.field.rows({ specimen: 'rock' })).toEqual([])
    expect(row.field.rows({ specimen: 'never-seen' })).toEqual([])
  })

  it('is sent in short: a specimen, or the call with what is not at its default', () => {
    expect(set({}, '/mesh', { specimen: 'rock' })).toEqual({ mesh: { specimen: 'rock' } })
    expect(set({}, '/mesh/inputs/edge', 3)).toEqual({ mesh: { process: 'square', inputs: { edge: 3 } } })
    const changed = { mesh: { process: 'square', inputs: { edge: 3 } } }
    expect(set(changed, '/mesh/inputs/edge', 2)).toEqual({})
    expect(set(changed, '/factor', 4)).toEqual({ ...changed, factor: 4 })
    const part = { specimen: 'findings', part: 'white_matter' }
    expect(set({}, '/mesh', part)).toEqual({ mesh: part })
    const inner = set({ mesh: { specimen: 'grow' } }, '/mesh/inputs/mesh/inputs/flat', false)
    expect(inner).toEqual({
      mesh: { process: 'grow', inputs: { mesh: { process: 'square', inputs: { flat: false } } } },
    })
  })

  it('keeps names out that the function does not have, as other links do', () => {
    const old = { mesh: { process: 'square', inputs: { edge: 3, gone: 1 } } }
    expect(set(old, '/factor', 4)).toEqual({
      mesh: { process: 'square', inputs: { edge: 3 } },
      factor: 4,
    })
  })

  it('marks what the inner function refuses at its own row, and holds up no other change', () => {
    const state = toPanelState(schema, {}, noDrafts, catalog)
    const { params, drafts } = setValue(schema, state, '/mesh/inputs/edge', 50)
    expect(params).toBeNull()
    const after = toPanelState(schema, {}, drafts, catalog)
    const issues = checkAll(schema, after.current, catalog)
    const rows = toRows(schema, catalog)
    expect([...listProblems(rows, issues, after.current)]).toEqual([
      ['/mesh/inputs/edge', ['This must be a number from 1 to 9.']],
    ])
    expect(setValue(schema, after, '/factor', 3).params).toEqual({ factor: 3 })
    const ofHost = [{ pointer: '/mesh/inputs/flat', found: '1', allowed: 'must be true or false' }]
    expect([...listProblems(rows, ofHost, state.current).keys()]).toEqual(['/mesh/inputs/flat'])
  })

  it('ends where functions refer to each other in a circle', () => {
    const round = toSchema({ mesh: { ...mesh, default: { specimen: 'round' } } })
    const known = { ...catalog, schemas: new Map([['round', round]]) }
    const { params } = toPanelState(round, {}, noDrafts, known)
    expect(JSON.stringify(params).match(/process/g)).toHaveLength(8)
  })

  it('is named by what it leads to, with a catalog and without', () => {
    const value = { process: 'square', inputs: { edge: 3 } }
    const [row] = toRows(schema, catalog)
    const [bare] = toRows(schema)
    if (!row || !bare) throw new Error('no row')
    expect(bare.field.kind).toBe('variant')
    expect(describeRowValue(row, value)).toBe('Square')
    expect(describeRowValue(bare, value)).toBe('Square (Edge 3)')
    expect(describeRowValue(row, { specimen: 'findings', part: 'white_matter' })).toBe(
      'Findings › White matter',
    )
    expect(describeRowValue(bare, { specimen: 'headSurface', part: 'ear' })).toBe('Head surface › Ear')
  })

  it('of a file is named by the reference, or as the host calls it, and may be a file at each level', () => {
    const [row] = toRows(schema, catalog)
    const [bare] = toRows(schema)
    if (!row || !bare) throw new Error('no row')
    const [known, gone] = ['a'.repeat(64), 'b'.repeat(64)]
    expect(canShow(row.field, { file: known })).toBe(true)
    expect(describeRowValue(row, { file: known, name: 'mine.stl' })).toBe('mine.stl')
    expect(describeRowValue(bare, { file: known, name: 'mine.stl' })).toBe('mine.stl')
    expect(describeRowValue(row, { file: known })).toBe('scan.stl')
    expect(describeRowValue(row, { file: gone })).toBe('File bbbbbbbb…')
    expect(set({}, '/mesh', { file: known })).toEqual({ mesh: { file: known } })
    const inner = { mesh: { process: 'grow', inputs: { mesh: { file: known } } } }
    expect(set({ mesh: { specimen: 'grow' } }, '/mesh/inputs/mesh', { file: known })).toEqual(inner)
    const { params } = toPanelState(schema, inner, noDrafts, catalog)
    expect(listReferred(schema, params, catalog)).toEqual({ ids: ['grow'], files: [known] })
  })

  it('asks for the schemas of all that is referred to', () => {
    const { params } = toPanelState(schema, { mesh: { process: 'grow' } }, noDrafts, catalog)
    expect(listReferred(schema, params, catalog)).toEqual({ ids: ['grow', 'square'], files: [] })
  })

  it('has a level for the rows of each function inside, as far as there are such', () => {
    const rows = toRows(schema, catalog)
    const levels = (params: Params, pointer: string) => {
      const { current } = toPanelState(schema, params, noDrafts, catalog)
      return findLevels(rows, current, pointer).map((level) => level.rows.map((row) => row.pointer))
    }
    const nested = { mesh: { process: 'grow' } }
    const outer = ['/mesh/inputs/mesh', '/mesh/inputs/factor']
    const inner = ['/mesh/inputs/mesh/inputs/edge', '/mesh/inputs/mesh/inputs/flat']
    expect(levels(nested, '')).toEqual([])
    expect(levels(nested, '/mesh')).toEqual([outer])
    expect(levels(nested, '/mesh/inputs/mesh')).toEqual([outer, inner])
    expect(
      levels({ mesh: { process: 'grow', inputs: { mesh: { specimen: 'rock' } } } }, '/mesh/inputs/mesh'),
    ).toEqual([outer])
    expect(levels({ mesh: { specimen: 'rock' } }, '/mesh/inputs/mesh')).toEqual([])
  })
})
