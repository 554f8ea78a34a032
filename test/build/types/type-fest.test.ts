/**
 * Every type that type-fest exports, over small arguments: each use that compiles is refused, or means in its
 * schema what the compiler says.
 */
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { createFolder } from '../temporary-plugins.ts'
import { type ExportedType, findExportedTypes } from './find-exports.ts'
import { type Findings, findFaults } from './find-faults.ts'
import { formatFault } from './subjects.ts'

const table = [
  '{ a: number; b?: string }',
  "'a'",
  '[number, string?]',
  '3',
  '{ a: { b: 1 | null }[]; c: boolean }',
  "'a-b' | 'cD'",
  'readonly string[]',
  '() => { a: string }',
  'true',
  "{ a: 'x' } | { a: 'y'; b: number }",
]
/** What the table does not fit, and what authors write. */
const fixed = {
  AndAll: ['AndAll<[true, false]>'],
  AsyncReturnType: ['AsyncReturnType<() => Promise<{ a: string }>>'],
  Except: ["Except<{ a: 1; b: string; c?: boolean }, 'a' | 'c'>"],
  Get: ["Get<{ a: { b: string[] } }, 'a.b[0]'>"],
  GetTagMetadata: ["GetTagMetadata<Tagged<number, 'px', { unit: 'm' }>, 'px'>"],
  IntRange: ['IntRange<0, 5>'],
  Jsonify: ['Jsonify<{ a: number; b?: string[]; c: { d: null } }>'],
  LiteralUnion: ["LiteralUnion<'a' | 'b', string>"],
  OrAll: ['OrAll<[true, false]>'],
  OverrideProperties: ["OverrideProperties<{ a: number; b: string }, { b: 'x' }>"],
  PartialDeep: ['PartialDeep<{ a: { b: number[]; c: { d: string } } }>'],
  SetOptional: ["SetOptional<{ a: number; b: string }, 'b'>"],
  Tagged: ["Tagged<number, 'px'>", "Tagged<{ a: string }, 'mark'>", "Tagged<'a' | 'b', 'mark'>"],
  TaggedUnion: ["TaggedUnion<'kind', { a: { x: 1 }; b: { y: string } }>"],
  UnwrapOpaque: ['UnwrapOpaque<Opaque<number, 4>>'],
  UnwrapTagged: ["UnwrapTagged<Tagged<number, 'px'>>"],
}
let types: ExportedType[]
let findings: Findings

beforeAll(() => {
  const folder = createFolder({})
  symlinkSync(join(import.meta.dirname, '../../../node_modules'), join(folder, 'node_modules'))
  types = findExportedTypes(folder, 'type-fest', { table, fixed })
  const names = types.map(({ name }) => name)
  const subjects = types.flatMap(({ uses }) =>
    uses.map((type) => {
      const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(type))
      return { type, prelude: `import type { ${used.join(', ')} } from 'type-fest'` }
    }),
  )
  findings = findFaults(folder, subjects)
})

describe('type-fest', () => {
  test('has no type without a use that compiles', () => {
    const erroneous = findings.erroneous.map(({ type }) => type)
    const unused = types.filter(({ uses }) => uses.every((use) => erroneous.includes(use)))
    expect(unused).toEqual([])
    expect(types.length).toBeGreaterThanOrEqual(200)
  })

  test('is refused or means what the compiler says', () => {
    expect(findings.faults.map(formatFault)).toEqual([])
  })

  test('is read where authors need it', () => {
    const refused = findings.refused.map(({ subject }) => subject.type)
    const wanted = [
      ...fixed.Except,
      ...fixed.SetOptional,
      ...fixed.Jsonify,
      ...fixed.Tagged,
      ...fixed.PartialDeep,
    ]
    expect(refused.filter((type) => wanted.includes(type))).toEqual([])
  })
})
