/**
 * Every reader under files that were cut, flipped, repeated and told larger counts, in a process of its own whose
 * memory is measured: a result or a refusal, within twice the limit of a result and 100 MB. `FUZZ_SEED` makes
 * others, `FUZZ_RUNS` more for each format: 20,000 take about a minute.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { beforeAll, describe, expect, it } from 'vitest'
import { findFormat, formats, isGzip } from '../../core/formats/find-format.ts'
import { readKnownFiles } from '../formats/files.ts'

const { FUZZ_SEED = '11', FUZZ_RUNS = '1500' } = process.env
const byteLimit = 2 ** 25
const mostBytes = 2 * byteLimit + 100e6
const run = promisify(execFile)
let entry = ''

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fuzz-'))
  entry = join(folder, 'fuzz-process.mjs')
  await symlink(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(folder, 'node_modules'))
  await build({
    entryPoints: [fileURLToPath(new URL('fuzz-process.ts', import.meta.url))],
    outfile: entry,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  })
})

const files = readKnownFiles().map((file) => ({
  ...file,
  format: isGzip(file.bytes) ? 'gzip' : findFormat(file.bytes, file.name)?.name,
}))

describe.concurrent('a reader of damaged files stays within its memory and gives a result or a refusal', () => {
  for (const format of ['gzip', ...formats.map(({ name }): string => name)].filter(
    (name) => name !== 'envelope',
  ))
    it(format, async () => {
      const folder = await mkdtemp(join(tmpdir(), 'fuzz-'))
      const samples = files.filter((file) => file.format === format && file.bytes.length < 100_000)
      expect(samples.length, 'files of this format').toBeGreaterThan(0)
      for (const [i, { name, bytes }] of samples.entries())
        await writeFile(join(folder, `${i}-${name}`), bytes)
      const { stdout } = await run(process.execPath, [entry, folder, FUZZ_SEED, FUZZ_RUNS, String(byteLimit)])
      const { tried, results, faults, grownBytes } = JSON.parse(stdout)
      expect(faults).toEqual([])
      expect(tried).toBe(Number(FUZZ_RUNS))
      expect(results).toBeGreaterThan(0)
      expect(grownBytes).toBeLessThan(mostBytes)
    })
})
