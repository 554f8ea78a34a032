/** `specimen dev`: once as a person runs it, the built command, and its own host over files that are saved. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { findPort } from '../support/find-port.ts'
import {
  awaitServing,
  createSources,
  endWithTest,
  expectNothingLeft,
  openDev,
  program,
  readDefault,
  startIn,
} from './running-command.ts'
import { addFiles, ball, createFolder, run, runDev, see } from './temporary-plugins.ts'

/** A plugin whose default stands in the file `size.ts` of a folder beside `plugins/`. */
const sized = (folder: string): string =>
  ball('one').replace('= 1', '= SIZE').replace('\n', `\nimport { SIZE } from '../${folder}/size.ts'\n`)

test('serves what was saved: an edit, a new plugin, a constant elsewhere, a removal; shows problems, and leaves nothing running', async () => {
  const folder = createSources({ 'plugins/one.ts': sized('other'), 'other/size.ts': 'export const SIZE = 1' })
  const session = startIn(folder, 'dev', '--port', '0')
  const { wait, child, seen } = session
  const url = await awaitServing(session)
  expect(await readDefault(url, 'one')).toBe(1)
  expect(seen().filter((line) => line.includes('specimens'))).toEqual([]) // the usual folder, which is not there

  addFiles(folder, { 'plugins/two.ts': ball('two') })
  await wait(/^served /)
  expect(await readDefault(url, 'two')).toBe(1)

  addFiles(folder, { 'other/size.ts': 'export const SIZE = 2' })
  await wait(/^served /)
  expect(await readDefault(url, 'one')).toBe(2)

  addFiles(folder, { 'plugins/two.ts': ball('two').replace('= 1', ': Date') })
  await wait(/error type\.class in two\(radius\)/)
  await wait(/2 plugins, 1 error/)
  expect(await readDefault(url, 'two')).toBe(1)

  rmSync(join(folder, 'plugins/two.ts'))
  await wait(/^served /)
  expect(await readDefault(url, 'two')).toBe(404)

  const before = seen().length
  process.kill(-Number(child.pid), 'SIGINT') // as a terminal does, to the whole group
  expect(await once(child, 'exit')).toEqual([0, null])
  await expect(fetch(url)).rejects.toThrow()
  await expectNothingLeft(folder)
  expect(
    seen()
      .slice(before)
      .filter((line) => /Error|host/.test(line)),
  ).toEqual([])
})

test('builds once for a save when its own output goes into the folder of plugins, or above it', async () => {
  const folder = createSources({
    'plugins/one.ts': ball('one'),
    'plugins/two.ts': ball('two').replace('= 1', ': Date'),
  })
  const onOutput = (text: string): void => appendFileSync(join(folder, 'plugins/dev.log'), text)
  const { wait, seen } = await openDev(folder, { onOutput })
  const count = (pattern: RegExp): number => seen().filter((line) => pattern.test(line)).length
  for (const edit of [1, 2, 3]) {
    writeFileSync(join(folder, 'plugins/notes.txt'), `${edit}`)
    writeFileSync(join(folder, 'stray.txt'), `${edit}`)
    addFiles(folder, { 'plugins/one.ts': ball('one').replace('= 1', `= 1${edit}`) })
    await wait(/^served/)
  }
  expect(readFileSync(join(folder, 'plugins/dev.log'), 'utf8').match(/^served/gm)).toHaveLength(3)
  expect(count(/^2 plugins, 1 error/)).toBe(4)
  expect(count(/type\.class/)).toBe(4)
})

const ways = [
  ['told by the system', undefined],
  ['looking again and again', 0.2],
] as const
test.each(ways)('notices every way in which files come, go and are replaced, when %s', async (_how, poll) => {
  const files = { 'plugins/one.ts': sized('data'), 'data/size.ts': 'export const SIZE = 1' }
  const { folder, wait, url } = await openDev(files, { poll })

  addFiles(folder, { 'data/new.ts': 'export const SIZE = 2' }) // as editors save: written beside, and renamed
  renameSync(join(folder, 'data/new.ts'), join(folder, 'data/size.ts'))
  await wait(/^served /)
  expect(await readDefault(url, 'one')).toBe(2)

  renameSync(join(folder, 'data'), join(folder, 'away')) // the folder goes
  await wait(/1 plugin, \d errors?/)
  addFiles(folder, { 'data/size.ts': 'export const SIZE = 3' }) // and another comes in its place
  await wait(/^served /)
  expect(await readDefault(url, 'one')).toBe(3)

  mkdirSync(join(folder, 'plugins/two'))
  addFiles(folder, { 'plugins/two/index.ts': ball('two') })
  await wait(/^served /)
  expect(await readDefault(url, 'two')).toBe(1)
  rmSync(join(folder, 'plugins/two'), { recursive: true })
  await wait(/^served /)
  expect(await readDefault(url, 'two')).toBe(404)

  addFiles(folder, {
    'plugins/three.ts': `import bytes from './three.bin'\n${ball('three').replace('[radius', '[bytes.length')}`,
  })
  await wait(/^2 plugins, 1 error/)
  addFiles(folder, { 'plugins/three.bin': 'xyz' }) // what was looked for appears
  await wait(/^served /)
  expect(await readDefault(url, 'three')).toBe(1)
})

test('notices a save of a file that a plugin from an earlier build depends on', async () => {
  const folder = createSources({ 'plugins/one.ts': sized('other'), 'other/size.ts': 'export const SIZE = 1' })
  const [source, out] = [join(folder, 'plugins'), join(folder, 'out')]
  expect(await run(source, '--out', out)).toMatchObject({ code: 0 })
  const { wait, url } = await openDev(folder)
  addFiles(folder, { 'other/size.ts': 'export const SIZE = 2' })
  await wait(/^served /)
  expect(await readDefault(url, 'one')).toBe(2)
})

test.each(['0', 'often', '1e9'])('refuses --poll %s', async (seconds) => {
  const folder = createFolder({ 'plugins/one.ts': ball('one') })
  const { code, stderr } = await see((streams) =>
    runDev([join(folder, 'plugins'), '--poll', seconds], streams),
  )
  expect(code).toBe(2)
  expect(stderr).toBe(`specimen: --poll must be a number from 0.001 to 3600 (got "${seconds}").\n`)
})

test('refuses a folder of specimens that is named and not there', async () => {
  const folder = createFolder({ 'plugins/one.ts': ball('one') })
  const absent = join(folder, 'scans')
  const { code, stderr } = await see((streams) =>
    runDev([join(folder, 'plugins'), '--specimens', absent, '--port', '0'], streams),
  )
  expect(code).toBe(2)
  const said = `--specimens must name a folder, and ${absent} is none. Make it, or leave the option out.`
  expect(stderr).toBe(`specimen: ${said}\n`)
})

test('takes a URL as --host with a hint, and says in one line that nobody answers there', async () => {
  const folder = createFolder({ 'plugins/one.ts': ball('one') })
  const url = `http://127.0.0.1:${await findPort()}`
  const argv = ['dev', join(folder, 'plugins'), '--out', join(folder, 'out'), '--host', url]
  const child = spawn(process.execPath, [program, ...argv], { stdio: ['ignore', 'ignore', 'pipe'] })
  endWithTest(child)
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect(code).toBe(2)
  expect(said.split('\n')).toEqual([
    `specimen: --host is the address to listen on, as for serve; write --to ${url}`,
    `specimen: No host answers at ${url}. Start it, or let this command start one (no --to).`,
    '',
  ])
})
