/**
 * `specimen check --run`, as the built command line runs it: functions that do not keep what they promise.
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { program } from './running-command.ts'
import { createFolder, run, type Seen } from './temporary-plugins.ts'

const head = "import type { Mesh } from 'specimen-host/plugin'\nlet count = 0\n"
const mesh = (x: string): string =>
  `return { vertices: Float32Array.of(${x}, 0, 0), indices: new Uint32Array() }`
const plugins = {
  good: `/** @preset Large {"x":9} */\nexport function good(x = 1): Mesh { ${mesh('x')} }`,
  thrown: `export function thrown(x = 1): Mesh { throw new Error('no luck today') }`,
  preset: `/** @preset Zero {"x":0} */
export function preset(x = 1): Mesh { if (x === 0) throw new Error('no zero'); ${mesh('x')} }`,
  missing: `import { readFileSync } from 'node:fs'
export function missing(x = 1): Mesh { ${mesh("readFileSync('/nowhere/a.bin').length")} }`,
  other: `export function other(x = 1): Mesh { return { points: new Float32Array(3) } as unknown as Mesh }`,
  chance: `export function chance(x = 1): Mesh { ${mesh('Math.random()')} }`,
  clock: `export function clock(x = 1): Mesh { ${mesh('performance.now()')} }`,
  kept: `export function kept(x = 1): Mesh { ${mesh('++count')} }`,
  endless: `export function endless(x = 1): Mesh { while (true) count++ }`,
  asking: `/** @needs net */\nexport function asking(x = 1): Mesh { ${mesh('x')} }`,
  required: `export function required(x: number): Mesh { ${mesh('x')} }`,
  named: `/** @preset One {"x":1} */\nexport function named(x: number): Mesh { ${mesh('x')} }`,
}
let folder: string

async function check(...args: string[]): Promise<Seen> {
  const argv = [program, 'check', 'plugins', '--out', 'out', ...args]
  const {
    code = 0,
    stdout,
    stderr,
  } = await promisify(execFile)(process.execPath, argv, { cwd: folder }).catch((error) => error)
  return { code, stdout: String(stdout), stderr: String(stderr) }
}

beforeAll(async () => {
  const files = Object.entries(plugins).map(([name, text]) => [`plugins/${name}.ts`, `${head}${text}\n`])
  folder = createFolder(Object.fromEntries(files))
  expect(await run(join(folder, 'plugins'), '--out', join(folder, 'out'))).toMatchObject({ code: 0 })
})

test('finds what fails, changes from run to run, or cannot be run, each at its function', async () => {
  const { code, stdout } = await check('--run', '--run-timeout', '2', '--format', 'json')
  expect(code).toBe(1)
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { code: string; severity: string; message?: string; found?: string; path: string | null }[]
  }
  const listed = diagnostics.map(({ code: each, severity, path }) => `${severity} ${each} ${path}`).sort()
  expect(listed).toEqual([
    'error run.changed chance',
    'error run.changed clock',
    'error run.changed kept',
    'error run.failed endless',
    'error run.failed missing',
    'error run.failed other',
    'error run.failed preset',
    'error run.failed thrown',
    'warning run.skipped asking',
    'warning run.skipped required',
  ])
  const text = JSON.stringify(diagnostics)
  for (const part of ['no luck today', 'the preset \\"Zero\\"', 'vertices', 'no default', 'asking:net'])
    expect(text).toContain(part)
})

test('has the findings in SARIF with their places', async () => {
  const { stdout } = await check('--run', '--run-timeout', '2', '--format', 'sarif')
  const { results } = JSON.parse(stdout).runs[0]
  const thrown = results.find((each: { message: { text: string } }) => each.message.text.includes('no luck'))
  expect(thrown).toMatchObject({
    ruleId: 'run.failed',
    level: 'error',
    locations: [
      { physicalLocation: { artifactLocation: { uri: 'plugins/thrown.ts' }, region: { startLine: 3 } } },
    ],
  })
})

test('runs nothing without being asked', async () => {
  expect(await check()).toMatchObject({ code: 0, stderr: '' })
})
