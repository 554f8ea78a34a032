/** The line of source under a diagnostic: what is cut of it is shown as cut. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { toError } from '../../build/model/diagnostics.ts'
import { createPalette, formatDiagnostic } from '../../build/report/report.ts'
import { createFolder } from './temporary-plugins.ts'

const folder = createFolder({})
const file = join(folder, 'a.ts')

function frame(text: string, column: number, length: number): string[] {
  writeFileSync(file, text)
  const span = { file, line: 1, column, endLine: 1, endColumn: column + length }
  return formatDiagnostic(
    toError('type.any', { span, path: null, found: 'found', remedy: 'remedy' }),
    folder,
    createPalette(false),
  )
    .split('\n')
    .slice(2, 4)
}

test('shows a short line whole', () => {
  expect(frame('export function one() {}', 17, 3)).toEqual([
    '  1 | export function one() {}',
    '    |                 ^^^',
  ])
})

test('marks both ends of a long line that is cut, and underlines the right place', () => {
  const [line = '', under = ''] = frame(`${'a'.repeat(200)}HERE${'b'.repeat(200)}`, 201, 4)
  expect(line).toMatch(/^ {2}1 \| …a+HEREb+…$/)
  expect(line.indexOf('HERE')).toBe(under.indexOf('^^^^'))
})

test('marks the end alone when the problem is near the start', () => {
  const [line = ''] = frame(`HERE${'b'.repeat(200)}`, 1, 4)
  expect(line).toMatch(/^ {2}1 \| HEREb+…$/)
})
