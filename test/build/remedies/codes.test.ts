/** Every code of the build has an example to which its remedy is applied, or a reason why it cannot. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type DiagnosticCode, diagnosticTitles } from '../../../build/model/diagnostic-codes.ts'
import { folderRows } from './folder-rows.ts'
import { functionRows } from './function-rows.ts'
import { typeRows } from './type-rows.ts'
import { valueRows } from './value-rows.ts'

const reasons: { readonly [code in DiagnosticCode]?: string } = {
  'typescript.body': 'folders.test.ts: only specimen dev looks for it',
  'type.null': 'no longer given: null is a value',
  'type.recursive': 'no longer given: the compiler says so',
  'type.parameter': 'function.generic says it first; kept for what the compiler may leave open',
  'type.unsupported': 'no source is known that leads there; kept so that nothing is guessed',
  'return.scene': 'scenes.test.ts: its remedies give scenes, which have no bytes of one kind',
  'build.fault': 'a fault of the program, with no remedy for an author (faults.test.ts)',
}

test('each code has a row or a reason', () => {
  const rows = [...typeRows, ...functionRows, ...valueRows, ...folderRows].map(({ code }) => code)
  const covered = new Set<string>([...rows, ...Object.keys(reasons)])
  expect(Object.keys(diagnosticTitles).filter((code) => !covered.has(code))).toEqual([])
})

test('no code has both', () => {
  const rows = [...typeRows, ...functionRows, ...valueRows, ...folderRows]
  expect(rows.filter(({ code }) => code in reasons)).toEqual([])
})

test('CODES.md lists no other code', () => {
  const page = readFileSync(new URL('../../../build/CODES.md', import.meta.url), 'utf8')
  const listed = [...page.matchAll(/^\| `([a-z-]+\.[a-z-]+)` \|/gm)].map(([, code]) => code)
  expect(listed).toEqual(Object.keys(diagnosticTitles))
})
