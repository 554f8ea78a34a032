/**
 * `specimen check --run`, as the built command line runs it: functions that do not keep what they promise.
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { adviseFailure } from '../../build/commands/advise-failure.ts'
import { program } from './running-command.ts'
import { createFolder, run, type Seen, withoutWaits } from './temporary-plugins.ts'

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

const sound = {
  'plugins/good.ts': `${head}${plugins.good}\n`,
  'plugins/named.ts': `${head}${plugins.named}\n`,
  'plugins/required.ts': `${head}${plugins.required}\n`,
  'plugins/asking.ts': `${head}${plugins.asking}\n`,
}

test('says how many functions ran, and of each other one why it did not', async () => {
  const place = createFolder(sound)
  await run(join(place, 'plugins'), '--out', join(place, 'out'))
  const argv = [program, 'check', 'plugins', '--out', 'out', '--run']
  const { stdout } = await promisify(execFile)(process.execPath, argv, { cwd: place })
  expect(stdout).toContain('ran 2 functions, twice with the same values\n')
  expect(stdout).toContain('not run: required: x has no default, and there is no preset.\n')
  expect(stdout).toContain('not run: asking: the bundle asking asks for net (@needs)')
  const json = await promisify(execFile)(process.execPath, [...argv, '--format', 'json'], { cwd: place })
  expect(JSON.parse(json.stdout).calls).toMatchObject({
    ran: ['good', 'named'],
    left: [{ name: 'asking' }, { name: 'required' }],
  })
})

const failing = {
  'plugins/own.ts': `${head}import { part } from './parts/lib.ts'
export function own(x = 1): Mesh {
  ${mesh('part(x)')}
}
export async function asks(x = 1): Promise<Mesh> {
  await fetch('/data.bin')
  ${mesh('x')}
}
`,
  'plugins/parts/lib.ts': `const rows: Record<string, number[]> = {}
export const part = (x: number): number => rows[x]!.length
`,
  'plugins/reads.ts': `import { readFileSync } from 'node:fs'
${head}/** @needs fs */
export function reads(x = 1): Mesh { ${mesh("readFileSync('/nowhere/x.bin').length")} }
`,
  'plugins/asking.ts': `${head}${plugins.asking}\n`,
}

test('points at the line that threw, and advises by what the bundle holds and may do', async () => {
  const place = createFolder(failing)
  await run(join(place, 'plugins'), '--out', join(place, 'out'))
  const granted = ['reads:fs', 'nobody:net', 'own:net'].flatMap((each) => ['--allow', each])
  const argv = [program, 'check', 'plugins', '--out', 'out', '--run', ...granted, '--format', 'json']
  const ended = promisify(execFile)(process.execPath, argv, { cwd: place })
  const { stdout, stderr } = await ended.catch((error) => error)
  const { diagnostics } = JSON.parse(stdout)
  const find = (path: string): unknown => diagnostics.find((each: { path: string }) => each.path === path)
  expect(find('own')).toMatchObject({
    file: 'plugins/parts/lib.ts',
    line: 2,
    remedy: 'A name or value is missing there: look at where it should come from.',
  })
  expect(find('asks')).toMatchObject({
    file: 'plugins/own.ts',
    line: 8,
    found: expect.not.stringContaining('Import the file'),
    remedy: 'Import the file, so that it is bundled, or name a whole address.',
  })
  expect(find('reads')).toMatchObject({ remedy: expect.stringContaining('It may read files') })
  expect(find('asking')).toMatchObject({
    remedy: expect.stringContaining(
      '--allow reads:fs --allow nobody:net --allow own:net --allow asking:net.',
    ),
  })
  expect(stderr).toContain('--allow names "nobody", and there is no bundle of that name here.')
  expect(stderr).toContain('--allow gives "own" net, for which it does not ask')
})

test('says in words that no function was run', async () => {
  const place = createFolder({ 'plugins/required.ts': sound['plugins/required.ts'] })
  await run(join(place, 'plugins'), '--out', join(place, 'out'))
  const argv = [program, 'check', 'plugins', '--out', 'out', '--run']
  const { stdout } = await promisify(execFile)(process.execPath, argv, { cwd: place })
  expect(stdout).toContain('ran no function: none could be run as it is\nnot run: required: x has no default')
})

test('tells a stale build before it runs functions, and once', async () => {
  const place = createFolder(sound)
  const argv = [program, 'check', 'plugins', '--out', 'out', '--run']
  const ended = promisify(execFile)(process.execPath, argv, { cwd: place })
  const stderr: string = await ended.then(
    (seen) => seen.stderr,
    (error) => error.stderr,
  )
  const told = [...stderr.matchAll(/(?:error|warning) ((?:output|run)\.\w+)/g)].map(([, code]) => code)
  // One of each plugin, whose bundle is missing, before all that running them finds.
  const missing = Object.keys(sound).map(() => 'output.missing')
  expect(told).toEqual([...missing, 'run.skipped', 'run.skipped'])
})

test('runs nothing without being asked', async () => {
  expect(await check()).toMatchObject({ code: 0, stderr: '' })
})

const lost = {
  'node_modules/lost/package.json': '{ "name": "lost" }',
  'node_modules/lost/index.js':
    "exports.find = () => require('fs').readFileSync(['', 'nowhere', 'x.bin'].join('/'))",
  'plugins/lost.ts': `import { find } from 'lost'\n${head}export function lost(x = 1): Mesh { ${mesh('find().length')} }\n`,
  'plugins/own.ts': `${head}export function own(x = 1): Mesh { ${mesh('x')} }\n`,
}

test('a build tries what holds code of packages, warns of what fails, and names what it did not try', async () => {
  const place = createFolder(lost)
  const build = async (...args: string[]): Promise<{ stdout: string; stderr: string }> =>
    await promisify(execFile)(process.execPath, [program, 'build', 'plugins', '--out', 'out', ...args], {
      cwd: place,
    })
  const first = await build()
  expect(first.stderr).toContain('warning run.failed in lost')
  expect(first.stderr).toContain('lost fails with its defaults')
  expect(first.stdout).toContain('not tried: own (npx --no -- specimen check --run calls every function)')
  const again = await build()
  expect(again.stderr).toBe(first.stderr)
  expect(again.stdout).not.toContain('not tried')
})

test('a build calls nothing with --no-run', async () => {
  const place = createFolder(lost)
  const argv = [program, 'build', 'plugins', '--out', 'out', '--no-run']
  const { stdout, stderr } = await promisify(execFile)(process.execPath, argv, { cwd: place })
  expect(withoutWaits(stderr)).toBe('')
  expect(stdout).toContain('not tried: lost, own')
})

test.each([
  ["ENOENT: no such file or directory, open '/x/data.bin'", 'Import the file'],
  ["Access to this API has been restricted. Use --allow-fs-read, 'ERR_ACCESS_DENIED'", '@needs'],
  ["Cannot find module './a.js'", 'by a constant path'],
  ['fetch failed', 'give the package its bytes'],
  ['WebAssembly.instantiate(): expected magic word', 'await init()'],
  ['document is not defined', 'for pages'],
  ['(0 , import_x.default) is not a function', 'what the module gives'],
  ['total is not defined', 'as an ES module'],
  ['It was stopped after 10 s, the longest time a run may take.', '--run-timeout'],
  ['It ran out of memory: 100 MiB', 'less memory'],
  ['no luck', 'Mend it'],
])('has a remedy for the kind of failure: %s', (message, remedy) => {
  expect(adviseFailure(message)).toContain(remedy)
})

test.each([
  [
    'fetch failed: no route',
    ['net'],
    'It may use the network: look at the address, and at what answers there.',
  ],
  ['fetch failed: no route', [], 'Import what is always the same'],
  ['document is not defined', [], 'Hosts run functions in Node: do without what browsers alone have.'],
] as const)('speaks of no package where none is: %s, allowed %j', (message, granted, remedy) => {
  const advice = adviseFailure(message, { isOfPackage: false, granted })
  expect(advice).toContain(remedy)
  expect(advice).not.toContain('package')
})
