/**
 * A build after a build. Whatever was edited in between, the folder of bundles and the diagnostics must be
 * those of a build from scratch, and only the plugins that the edit concerns may be read again.
 */
import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, test } from 'vitest'
import { buildChanged as buildFolder } from '../../build/commands/build-changed.ts'
import { hashBytes } from '../../build/files/file-state.ts'
import { openCache, saveCache } from '../../build/output/cache.ts'
import { createReader } from '../../build/read/read-sources.ts'
import type { RunReport } from '../../build/report/run-report.ts'
import { edits, type Files, shape } from './edits.ts'
import { addFiles, ball, createFolder, nextMoment, sdkFile } from './temporary-plugins.ts'

interface Again {
  /** Names of the plugins that were read. */
  readonly read: readonly string[]
  readonly report: RunReport
}

const reader = createReader(sdkFile)

async function build(folder: string, out = 'out', source = 'plugins'): Promise<Again> {
  const names: string[] = []
  const report = await buildFolder({
    source: join(folder, source),
    out: join(folder, out),
    now: nextMoment,
    onProgress: () => undefined,
    read: (plugins) => {
      names.push(...plugins.map(({ name }) => name))
      return reader(plugins)
    },
  })
  return { read: names, report }
}

function listBundles(folder: string): { [path: string]: string } {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => !path.startsWith('.'),
  )
  const files = paths.filter((path) => statSync(join(folder, path)).isFile())
  return Object.fromEntries(files.sort().map((path) => [path, readFileSync(join(folder, path), 'latin1')]))
}

/** Builds after edits, and compares with a build of the same sources into an empty folder. */
async function buildAgain(folder: string): Promise<Again> {
  const again = await build(folder)
  const fresh = await build(folder, `fresh-${readdirSync(folder).length}`)
  expect(again.report.diagnostics).toEqual(fresh.report.diagnostics)
  if (again.report.diagnostics.every(({ severity }) => severity === 'warning')) {
    expect(listBundles(join(folder, 'out'))).toEqual(listBundles(fresh.report.out))
  }
  return again
}

async function createBuilt(files: Files): Promise<string> {
  const folder = createFolder({ 'plugins/other.ts': ball('other'), ...files })
  await build(folder)
  return folder
}

test('reads nothing when nothing has changed, and says the same', async () => {
  const folder = await createBuilt({
    'plugins/one.ts': ball('one').replace('(radius', '(/** @deprecate */ radius'),
  })
  const { read, report } = await buildAgain(folder)
  expect(read).toEqual([])
  expect(report.plugins.map(({ name, state }) => [name, state])).toEqual([
    ['one', 'same'],
    ['other', 'same'],
  ])
  expect(report.plugins[0]).toMatchObject({ functions: [{ name: 'one', returns: 'mesh' }], files: 3 })
  expect(report.diagnostics.map(({ code }) => code)).toEqual(['tag.unknown'])
})

test.each(edits)(
  'gives what a build from scratch gives after a change of %s',
  async (_what, before, after, concerned) => {
    const folder = await createBuilt(
      'plugins/one/index.ts' in before ? before : { 'plugins/one.ts': ball('one'), ...before },
    )
    addFiles(folder, after)
    expect((await buildAgain(folder)).read).toEqual(concerned)
    expect((await buildAgain(folder)).read).toEqual([])
  },
)

test('refuses a plugin that was built before when a constant it imports has become impossible', async () => {
  const folder = await createBuilt({
    'plugins/one.ts': shape('one', "import { SIZE } from './shared/size.ts'", 'size = SIZE'),
    'plugins/shared/size.ts': 'export const SIZE = 1',
  })
  addFiles(folder, { 'plugins/shared/size.ts': 'export const SIZE = Math.random()' })
  const { read, report } = await buildAgain(folder)
  expect(read).toEqual(['one'])
  expect(report.diagnostics.map(({ code }) => code)).toEqual(['default.dynamic'])
  expect(report.plugins[0]).toMatchObject({ name: 'one', state: 'refused' })
  expect((await buildAgain(folder)).report.diagnostics).toHaveLength(1)
})

test('refuses a plugin that was built before when another one has taken its name, and builds it when that one has gone', async () => {
  const folder = await createBuilt({ 'plugins/zoo.ts': ball('same') })
  addFiles(folder, { 'plugins/ape.ts': ball('same') })
  const taken = await buildAgain(folder)
  expect(taken.report.diagnostics).toMatchObject([
    { code: 'function.twice', found: 'The plugin "ape" exports same already.' },
  ])
  expect(taken.report.plugins.map(({ name, state }) => [name, state])).toEqual([
    ['ape', 'built'],
    ['other', 'same'],
    ['zoo', 'refused'],
  ])
  rmSync(join(folder, 'plugins/ape.ts'))
  const free = await buildAgain(folder)
  expect(free.report.diagnostics).toEqual([])
  expect(free.report.removed).toEqual(['ape'])
})

it('builds the second claimant of a name when the first has another name now', async () => {
  const folder = await createBuilt({ 'plugins/ape.ts': ball('same'), 'plugins/zoo.ts': ball('same') })
  addFiles(folder, { 'plugins/ape.ts': ball('own') })
  expect((await buildAgain(folder)).read).toEqual(['ape', 'zoo'])
})

it('reads again only the plugin that an ambient file of its own comes to or goes from', async () => {
  const folder = await createBuilt({ 'plugins/one.ts': ball('one') })
  const ambient = "import './shared/globals.ts'"
  addFiles(folder, {
    'plugins/shared/globals.ts': "declare global { type Mode = 'low' }\nexport {}",
    'plugins/one.ts': shape('one', ambient, 'mode?: Mode'),
  })
  expect((await buildAgain(folder)).read).toEqual(['one'])
  addFiles(folder, { 'plugins/one.ts': ball('one') })
  expect((await buildAgain(folder)).read).toEqual(['one'])
})

const damages: [string, (out: string) => void][] = [
  ['a bundle is gone', (out) => rmSync(join(out, 'one'), { recursive: true })],
  ['a file of it is gone', (out) => rmSync(join(out, 'one/index.mjs'))],
  ['a file of it was edited', (out) => writeFileSync(join(out, 'one/index.mjs'), '// edited')],
  ['a file was put into it', (out) => addFiles(out, { 'one/stray.txt': 'stray' })],
  ['a folder was put into it', (out) => addFiles(out, { 'one/deep/stray.txt': 'stray' })],
]
test.each(damages)('builds a plugin again when %s', async (_what, damage) => {
  const folder = await createBuilt({ 'plugins/one.ts': ball('one') })
  damage(join(folder, 'out'))
  expect((await buildAgain(folder)).read).toEqual(['one'])
})

const spoilt: [string, (text: string) => string][] = [
  ['empty', () => ''],
  ['cut off', (text) => text.slice(0, -20)],
  ['no JSON', () => 'nonsense\nnonsense'],
  ['changed in one letter', (text) => text.replace('"other"', '"othre"')],
  [
    'of another program',
    (text) => resign(text.replace('/build/output/program.ts', '/build/output/other.ts')),
  ],
  ['of another Node', (text) => resign(text.replace(`"node":"${process.version}"`, '"node":"v1.0.0"'))],
  ['of another form', (text) => text.replace(/^\d+/, '1')],
]
test.each(spoilt)('builds from scratch when the cache is %s', async (_what, change) => {
  const folder = await createBuilt({ 'plugins/one.ts': ball('one') })
  const file = join(folder, 'out/.specimen-cache.json')
  writeFileSync(file, change(readFileSync(file, 'utf8')))
  expect((await buildAgain(folder)).read).toEqual(['one', 'other'])
  expect((await buildAgain(folder)).read).toEqual([])
})

function resign(text: string): string {
  const [head = '', body = ''] = text.split('\n')
  return `${head.replace(/ .*/, ` ${hashBytes(body)}`)}\n${body}`
}

test('takes a cache only from the program that wrote it, whose files may have been touched', () => {
  const folder = createFolder({ 'program.js': 'one', 'more.js': 'more' })
  const file = join(folder, 'program.js')
  const out = join(folder, 'out')
  const cache = join(out, '.specimen-cache.json')
  const place = { file: cache, source: folder, out, program: [file], trustsMarks: true }
  const build = { results: [], unwritten: new Set<string>(), startedMs: nextMoment(), known: new Map() }
  saveCache(place, build)
  expect(openCache(place)?.isOutdated()).toBe(false)
  expect(openCache({ ...place, program: [] })).toBe(null)
  expect(openCache({ ...place, program: [file, join(folder, 'more.js')] })).toBe(null)
  utimesSync(file, 1, 1)
  expect(openCache(place)?.isOutdated()).toBe(true)
  writeFileSync(file, 'two')
  expect(openCache(place)).toBe(null)
  saveCache(place, { ...build, startedMs: statSync(file).ctimeMs })
  expect(openCache(place)).toBe(null)
})

test('reads nothing when files were touched and hold what they held', async () => {
  const folder = await createBuilt({ 'plugins/one.ts': ball('one') })
  utimesSync(join(folder, 'plugins/one.ts'), 1, 1)
  utimesSync(join(folder, 'out/one/index.mjs'), 1, 1)
  expect((await build(folder)).read).toEqual([])
  const after = readFileSync(join(folder, 'out/.specimen-cache.json'), 'utf8')
  expect((await build(folder)).read).toEqual([])
  expect(readFileSync(join(folder, 'out/.specimen-cache.json'), 'utf8')).toBe(after)
})

test('remembers no result when a source changed while it was built', async () => {
  const folder = createFolder({ 'plugins/one.ts': ball('one') })
  const options = { source: join(folder, 'plugins'), out: join(folder, 'out'), onProgress: () => undefined }
  await buildFolder({ ...options, now: () => statSync(join(folder, 'plugins/one.ts')).ctimeMs })
  expect((await build(folder)).read).toEqual(['one'])
  expect((await build(folder)).read).toEqual([])
})

test('keeps the cache of a folder when one of its files is built alone', async () => {
  const folder = await createBuilt({ 'plugins/one.ts': ball('one') })
  await build(folder, 'out', 'plugins/one.ts')
  expect((await build(folder)).read).toEqual([])
})

test('says a second time that the place of a bundle is taken', async () => {
  const folder = createFolder({ 'plugins/one.ts': ball('one'), 'out/one/mine.txt': 'mine' })
  for (const _ of [1, 2]) {
    const { report } = await build(folder)
    expect(report.diagnostics.map(({ code }) => code)).toEqual(['output.foreign'])
  }
})
