/**
 * Every folder of `test/build/refuses` is a plugin that must not build: `diagnostics.json` lists, in any
 * order, code, line, column and a piece of the text of all that must be said about it, and nothing else may
 * be said. One run reads all folders, so the cases also prove that no plugin's refusal hides another's.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildPlugins } from '../../build/build-plugins.ts'
import type { BuildOutcome } from '../../build/model/outcome.ts'
import { createPalette, formatDiagnostic } from '../../build/report/report.ts'

interface Expected {
  readonly code: string
  readonly severity?: 'warning'
  readonly file?: string
  readonly line: number
  readonly column: number
  readonly text: string
}

const root = fileURLToPath(new URL('./refuses/', import.meta.url))
const sdkFile = fileURLToPath(new URL('../../core/plugin.ts', import.meta.url))
const cases = readdirSync(root).sort()
let outcome: BuildOutcome

beforeAll(async () => {
  outcome = await buildPlugins({ source: root, sdkFile, onProgress: () => undefined })
})

describe.each(cases)('refuses %s', (name) => {
  test('says each problem at its place, with its code, and no other', () => {
    const expected: Expected[] = JSON.parse(readFileSync(`${root}${name}/diagnostics.json`, 'utf8'))
    const own = outcome.diagnostics.flatMap((diagnostic) => {
      const path = relative(root, diagnostic.span?.file ?? root).split(sep)
      if (path[0] !== name || !diagnostic.span) return []
      const { code, severity, span } = diagnostic
      const text = formatDiagnostic(diagnostic, root, createPalette(false))
      return [{ place: `${severity} ${code} ${path.slice(1).join('/')}:${span.line}:${span.column}`, text }]
    })
    const places = expected.map(({ code, severity = 'error', file = 'index.ts', line, column }) => {
      return `${severity} ${code} ${file}:${line}:${column}`
    })
    expect(own.map(({ place }) => place).sort()).toEqual([...places].sort())
    for (const [i, { text }] of expected.entries()) {
      expect(
        own
          .filter(({ place }) => place === places[i])
          .map((said) => said.text)
          .join('\n'),
      ).toContain(text)
    }
  })

  test('builds nothing of the plugin', () => {
    expect(outcome.bundles.map(({ plugin }) => plugin.name)).not.toContain(name)
  })
})

test('the cases are many enough to cover the refusals', () => {
  expect(cases.length).toBeGreaterThanOrEqual(150)
})
