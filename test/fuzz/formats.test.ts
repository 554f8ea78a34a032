/**
 * Every reader under files that were cut, flipped, repeated and told larger counts, in a process of its own whose
 * memory is measured: a result or a refusal, within twice the limit of a result and 100 MB. `FUZZ_SEED` makes
 * others, `FUZZ_RUNS` more for each format: 20,000 take about a minute.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { beforeAll, describe, expect, it } from 'vitest'
import { type DataForm, dataForms } from '../../core/contract/domain/result/forms.ts'
import type {
  ImageResult,
  MeshResult,
  Result,
  VolumeResult,
} from '../../core/contract/domain/result/result.ts'
import { encodeForm } from '../../core/data/encoding/encode-form.ts'
import { findFormat } from '../../core/data/formats/find-format.ts'
import { formats } from '../../core/data/formats/formats.ts'
import { isGzip } from '../../core/data/formats/inflate.ts'
import { readDicomFiles, readKnown, readKnownFiles } from '../data/formats/files.ts'

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

/** Returns what a process of its own finds in files, by the seed and for so many runs. */
async function decodeApart(
  samples: readonly { readonly name: string; readonly bytes: Uint8Array }[],
  runs: string,
): Promise<Found> {
  const folder = await mkdtemp(join(tmpdir(), 'fuzz-'))
  for (const [i, { name, bytes }] of samples.entries())
    await writeFile(join(folder, `${String(i).padStart(3, '0')}-${name}`), bytes)
  const { stdout } = await run(process.execPath, [entry, folder, FUZZ_SEED, runs, String(byteLimit)])
  await rm(folder, { recursive: true })
  return JSON.parse(stdout)
}

interface Found {
  readonly tried: number
  readonly results: number
  readonly faults: readonly string[]
  readonly grownBytes: number
}

/** A scene of two parts as this program writes it: no other one writes such files. */
const surface = { vertices: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), indices: Uint32Array.of(0, 1, 2) }
const scan = { shape: [1, 2, 2], dtype: 'uint8', data: Uint8Array.of(1, 2, 3, 4) } as const
const scene: Result = {
  type: 'scene',
  parts: {
    wall: { type: 'mesh', ...surface },
    scan: { type: 'volume', ...scan, spacing: [1, 1, 1], origin: [0, 0, 0] },
  },
}
const zipped = await encodeForm(scene, { form: 'zip', name: 'a', axes: undefined })
const sceneFile = { name: 'a.zip', bytes: new Uint8Array(await zipped.arrayBuffer()) }

const files = [...readKnownFiles(), ...readDicomFiles(), sceneFile].map((file) => ({
  ...file,
  format: isGzip(file.bytes) ? 'gzip' : findFormat(file.bytes, file.name)?.name,
}))

describe.concurrent('a reader of damaged files stays within its memory and gives a result or a refusal', () => {
  for (const format of ['gzip', ...formats.map(({ name }): string => name)].filter(
    (name) => name !== 'envelope',
  ))
    it(format, async () => {
      const samples = files.filter((file) => file.format === format && file.bytes.length < 100_000)
      expect(samples.length, 'files of this format').toBeGreaterThan(0)
      const { tried, results, faults, grownBytes } = await decodeApart(samples, FUZZ_RUNS)
      expect(faults).toEqual([])
      expect(tried).toBe(Number(FUZZ_RUNS))
      expect(results).toBeGreaterThan(0)
      expect(grownBytes).toBeLessThan(mostBytes)
    })
})

/** A result of nearly the limit, as this program writes it in each form that has a reader. */
const side = 200
const sheet: MeshResult = {
  type: 'mesh',
  vertices: Float32Array.from({ length: 3_000_000 }, (_, i) => (i % 3 === 2 ? 1 : (i * 7919) % 1009) / 8),
  indices: Uint32Array.from({ length: 4_200_000 }, (_, i) => (i * 104_729) % 1_000_000),
}
const block: VolumeResult = {
  ...{ type: 'volume', shape: [side, side, side], dtype: 'int16' },
  data: Int16Array.from({ length: side ** 3 }, (_, i) => (i * 7919) % 4096),
}
const raster: ImageResult = {
  ...{ type: 'image', width: 4000, height: 2600, channels: 3, dtype: 'uint8' },
  data: Uint8Array.from({ length: 31_200_000 }, (_, i) => (i * 7919) >>> 5),
}
const large: readonly { readonly form: DataForm; readonly result: Result; readonly isPacked?: boolean }[] = [
  ...(['ply', 'obj', 'stl', 'glb', '3mf', 'envelope'] as const).map((form) => ({ form, result: sheet })),
  ...(['nrrd', 'nifti', 'npy'] as const).map((form) => ({ form, result: block })),
  { form: 'nifti', result: block, isPacked: true },
  { form: 'png', result: raster },
]

describe('a file whose result is nearly the limit', () => {
  it.each(large)('is read or refused as $form within the same memory', async ({ form, result, isPacked }) => {
    const saved = await encodeForm(result, { form, name: 'a', axes: undefined })
    const bytes = new Uint8Array(await saved.arrayBuffer())
    const name = `a${dataForms[form].ending}`
    const packed = { name: `${name}.gz`, bytes: new Uint8Array(gzipSync(bytes, { level: 1 })) }
    // The first one is a small file, after which the growth begins.
    const small = { name: 'points.npy', bytes: readKnown('points.npy') }
    const { grownBytes, faults, tried } = await decodeApart(
      [small, isPacked ? packed : { name, bytes }],
      'each',
    )
    expect({ faults, tried }).toEqual({ faults: [], tried: 2 })
    expect(grownBytes).toBeLessThan(mostBytes)
  })
})
