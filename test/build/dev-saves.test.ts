/** What saves do while `specimen dev` runs: alone, several at once, during a build, and without a change. */
import { once } from 'node:events'
import { existsSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createBuilder } from '../../build/commands/dev-session.ts'
import type { RunReport } from '../../build/report/run-report.ts'
import { followPage, readUntil } from './follow-page.ts'
import {
  createSources,
  expectNothingLeft,
  type Lines,
  openDev,
  readDefault,
  startDev,
} from './running-command.ts'
import { addFiles, ball, createFolder } from './temporary-plugins.ts'

/** A plugin whose radius has another default. */
const wide = (name: string, radius: number | string): string => ball(name).replace('= 1', `= ${radius}`)

const countRounds = ({ seen }: Lines): number => seen().filter((line) => /^\d plugins?, /.test(line)).length

test('prints nothing when a save changes nothing, and problems when they change', async () => {
  const two = ball('two').replace('= 1', ': Date')
  const session = await openDev({ 'plugins/one.ts': ball('one'), 'plugins/two.ts': two })
  const { folder } = session
  // A build that finds the same bytes with other marks notes the marks.
  const readCache = (): string => readFileSync(join(folder, 'out/.specimen-cache.json'), 'utf8')
  for (const name of ['one', 'two'] as const) {
    const noted = readCache()
    addFiles(folder, { [`plugins/${name}.ts`]: name === 'one' ? ball('one') : two })
    await expect.poll(readCache).not.toBe(noted)
  }
  expect(countRounds(session)).toBe(1)
  addFiles(folder, { 'plugins/two.ts': `\n${two}` }) // the same problem in another place
  await session.wait(/^2 plugins, 1 error/)
  expect(countRounds(session)).toBe(2)
})

test('builds once for files that are saved at once, and again for each save in a row', async () => {
  const session = await openDev({ 'plugins/one.ts': ball('one'), 'plugins/two.ts': ball('two') })
  const { folder, url } = session
  addFiles(folder, { 'plugins/one.ts': wide('one', 2), 'plugins/two.ts': wide('two', 2) })
  await session.wait(/^served/)
  expect(await Promise.all(['one', 'two'].map((name) => readDefault(url, name)))).toEqual([2, 2])
  expect(countRounds(session)).toBe(2)
  for (let radius = 3; radius < 40; radius += 3) {
    addFiles(folder, { 'plugins/one.ts': wide('one', radius) })
    await setTimeout(radius) // now before a build, now during one
  }
  await expect.poll(async () => await readDefault(url, 'one')).toBe(39)
})

test('follows a mistake and its repair, and a plugin that is renamed', async () => {
  const sources = { 'plugins/one.ts': ball('one'), 'plugins/two.ts': ball('two') }
  const { folder, wait, url } = await openDev(sources)
  writeFileSync(join(folder, 'plugins/one.ts'), `${ball('one')} }`)
  await wait(/^2 plugins, [1-9] error/)
  expect(await readDefault(url, 'one')).toBe(1)
  writeFileSync(join(folder, 'plugins/one.ts'), wide('one', 2))
  await wait(/^served/)
  expect(await readDefault(url, 'one')).toBe(2)
  renameSync(join(folder, 'plugins/one.ts'), join(folder, 'plugins/three.ts'))
  await wait(/^removed one: its plugin is gone$/)
  await wait(/^served/)
  writeFileSync(join(folder, 'plugins/three.ts'), wide('one', 3))
  // A busy machine may see the new name in a round of its own, which is served before this save.
  await expect.poll(async () => await readDefault(url, 'one')).toBe(3)
})

test('notices a save behind a link, in a package that is read, and of a package that appears', async () => {
  const size = (value: number): string => `export const SIZE = ${value}`
  const folder = createSources({
    'real/two.ts': ball('two'),
    'plugins/one.ts': wide('one', 'SIZE').replace('\n', "\nimport { SIZE } from 'sizes'\n"),
    'node_modules/sizes/package.json': '{ "name": "sizes", "type": "module", "exports": "./index.ts" }',
    'node_modules/sizes/index.ts': size(1),
  })
  symlinkSync(join(folder, 'real/two.ts'), join(folder, 'plugins/two.ts'))
  const { wait, url } = await openDev(folder)
  addFiles(folder, { 'real/two.ts': wide('two', 2) })
  await wait(/^served/)
  expect(await readDefault(url, 'two')).toBe(2)
  addFiles(folder, { 'node_modules/sizes/index.ts': size(2) })
  await wait(/^served/)
  expect(await readDefault(url, 'one')).toBe(2)
  renameSync(join(folder, 'node_modules/sizes'), join(folder, 'node_modules/away'))
  await wait(/^2 plugins, [1-9] error/)
  addFiles(folder, {
    'plugins/node_modules/sizes/package.json': '{ "type": "module", "exports": "./index.ts" }',
    'plugins/node_modules/sizes/index.ts': size(3),
  })
  await wait(/^served/)
  expect(await readDefault(url, 'one')).toBe(3)
})

test('says once what the host cannot load, to the page too, and serves the specimens beside it', async () => {
  const { folder, wait, seen, url } = await openDev({
    'plugins/one.ts': ball('one'),
    'scans/dot/specimen.json': '{ "type": "mesh", "function_name": "dot" }',
    'scans/scan/specimen.json': '{ "type": "mesh", "data_file": "scan.stl" }',
    'scans/scan/scan.stl': 'solid scan',
  })
  expect(await readUntil(followPage(url), 'faults')).toContainEqual({
    kind: 'faults',
    faults: [expect.stringMatching(/^dot: function_name must be/)],
  })
  expect((await fetch(`${url}/api/specimens/scan`)).status).toBe(200)
  for (const radius of [2, 3]) {
    addFiles(folder, { 'plugins/one.ts': wide('one', radius) })
    await wait(/^served/)
  }
  expect(seen().filter((line) => /^dot: function_name must be/.test(line))).toHaveLength(1)
})

test.each([
  ['while it builds', null],
  ['while the host starts', /^1 plugin, 0 errors/],
])('leaves nothing running after Ctrl+C %s', async (_when, sign) => {
  const { folder, wait, child, seen } = startDev({ 'plugins/one.ts': ball('one') })
  if (sign) await wait(sign)
  else await expect.poll(() => existsSync(join(folder, 'out'))).toBe(true)
  const ended = once(child, 'exit')
  process.kill(-Number(child.pid), 'SIGINT') // as a terminal does, to the whole group
  expect(await ended).toEqual([0, null])
  await expectNothingLeft(folder)
  expect(seen().filter((line) => /Error|host/.test(line))).toEqual([])
})

test('keeps problems to itself of a file that is being saved while it is read', async () => {
  const folder = createFolder({ 'plugins/one.ts': '', 'plugins/two.ts': ball('two') })
  const reports: RunReport[] = []
  const faults: string[] = []
  const builder = createBuilder({
    source: join(folder, 'plugins'),
    out: join(folder, 'out'),
    now: Date.now,
    startProgress: () => ({ show: () => undefined, clear: () => undefined }),
    onReport: (report) => void reports.push(report),
    onServed: () => undefined,
    // An editor has emptied the file, the build has read it, and now the editor writes.
    onInputs: () => addFiles(folder, { 'plugins/one.ts': ball('one') }),
    onProblem: (text) => void faults.push(text),
    onFaults: () => undefined,
    host: () => null,
  })
  await builder.build()
  expect(faults).toEqual([])
  expect(reports.map(({ diagnostics }) => diagnostics)).toEqual([[]])
})

test('names a bundle that it wrote while the file was being saved, where a warning came with it', async () => {
  const folder = createFolder({ 'plugins/one.ts': ball('one') })
  const saved = wide('one', 2)
  const reports: RunReport[] = []
  let saves: readonly string[] = []
  const builder = createBuilder({
    source: join(folder, 'plugins'),
    out: join(folder, 'out'),
    now: Date.now,
    startProgress: () => ({ show: () => undefined, clear: () => undefined }),
    onReport: (report) => void reports.push(report),
    onServed: () => undefined,
    // The editor touches the file once more after the build has read it.
    onInputs: () => {
      for (const text of saves) addFiles(folder, { 'plugins/one.ts': text })
      saves = []
    },
    onProblem: () => undefined,
    onFaults: () => undefined,
    host: () => null,
  })
  await builder.build()
  addFiles(folder, { 'plugins/one.ts': saved, 'plugins/other.js': '' })
  saves = [saved]
  await builder.build()
  expect(reports).toHaveLength(2)
  expect(reports[1]?.diagnostics).toHaveLength(1)
  expect(reports[1]?.plugins).toMatchObject([{ name: 'one', state: 'built' }])
})
