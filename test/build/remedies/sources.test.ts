/**
 * Remedies of the build, applied to their own examples: the example gives its code and the words of the remedy,
 * what is written by those words is built without a word, and a host that runs it answers what was meant.
 */
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildPlugins } from '../../../build/build-plugins.ts'
import type { Diagnostic } from '../../../build/model/diagnostics.ts'
import { useHost } from '../../support/use-host.ts'
import { createFolder, run, sdkFile } from '../temporary-plugins.ts'
import { functionRows } from './function-rows.ts'
import { prelude, type Sources } from './remedy-row.ts'
import { typeRows } from './type-rows.ts'
import { valueRows } from './value-rows.ts'

const rows = [...typeRows, ...functionRows, ...valueRows].map((row, i) => ({ ...row, name: `r${i}` }))
const used = useHost()
let out: string
let refused: readonly Diagnostic[]

function toFiles(sources: Sources, name: string): [string, string | Uint8Array][] {
  const files = typeof sources === 'string' ? { 'index.ts': sources } : sources
  return Object.entries(files).map(([path, text]) => [
    `plugins/${name}/${path}`,
    path === 'index.ts' ? `${prelude}${text}\n`.replace(/\bpart\b(?!\.)/g, name) : text,
  ])
}

function listSaid(diagnostics: readonly Diagnostic[], name: string): readonly Diagnostic[] {
  return diagnostics.filter(({ span }) => span?.file.includes(`/plugins/${name}/`))
}

beforeAll(async () => {
  const source = createFolder(Object.fromEntries(rows.flatMap(({ broken, name }) => toFiles(broken, name))))
  const built = await buildPlugins({ source: join(source, 'plugins'), sdkFile, onProgress: () => undefined })
  refused = built.diagnostics
  const mended = createFolder(Object.fromEntries(rows.flatMap(({ mended, name }) => toFiles(mended, name))))
  out = join(mended, 'out')
  const { stderr } = await run(join(mended, 'plugins'), '--out', out)
  expect(stderr).toBe('')
})

describe.each(rows)('$code: $said', ({ code, said, name }) => {
  test('is said about the example, and nothing else is', () => {
    const all = listSaid(refused, name)
    expect([...new Set(all.map((each) => each.code))]).toEqual([code])
    expect(all.map(({ remedy }) => remedy).join('\n')).toContain(said)
  })
})

test('what is written by the words of each remedy computes what was meant', async () => {
  const api = await used.start({ plugins: out, isolation: 'thread' })
  const values = await Promise.all(
    rows.map(async ({ name, params }) => [name, (await api.data(name, params)).data.readFloatLE(0)]),
  )
  expect(values).toEqual(rows.map(({ name, value }) => [name, value]))
})
