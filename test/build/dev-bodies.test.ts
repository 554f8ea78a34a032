/** What `specimen dev` says beside its builds: errors of types inside functions, and what `--allow` opens. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { startBodyChecks } from '../../build/commands/body-checks.ts'
import { createOutlet } from '../../build/commands/dev-outlet.ts'
import { type Diagnostic, toWarning } from '../../build/model/diagnostics.ts'
import { findSdk } from '../../build/output/program.ts'
import { listBodyErrors } from '../../build/read/body-errors.ts'
import type { RunReport } from '../../build/report/run-report.ts'
import { awaitServing, checkBodies, openDev, readDefault, startDev } from './running-command.ts'
import { addFiles, ball, createFolder } from './temporary-plugins.ts'

test('shows errors of types inside functions and what they import, and serves what was saved', async () => {
  const wrong = ball('one').replace('[radius, 0, 0]', '[radius.size, 0, 0]').replace('= 1', '= 2')
  const folder = createFolder({
    'plugins/one.ts': ball('one'),
    'plugins/help/lib.ts': 'export const edge: number = 1\n',
    'tsconfig.json': '{ "compilerOptions": { "strict": true, "lib": ["es2023", "dom"], "types": [] } }',
  })
  const { seen, url } = await openDev(folder, { bodies: checkBodies })
  // The looks at bodies and the builds go on beside one another: their lines come in any order.
  const said = (): string => seen().join('\n')
  addFiles(folder, { 'plugins/one.ts': wrong })
  await expect.poll(async () => await readDefault(url, 'one')).toBe(2)
  await expect.poll(said).toMatch(/plugins\/one\.ts:3:\d+ warning typescript\.body/)
  await expect.poll(said).toMatch(/TS2339: Property 'size' does not exist on type 'number'\./)
  addFiles(folder, {
    'plugins/help/lib.ts': "export const edge: number = 'x'\nconsole.log(document.title)\n",
    'plugins/one.ts': `import { edge } from './help/lib.ts'\n${ball('one')}console.log(edge)\n`,
  })
  await expect.poll(said).toMatch(/help\/lib\.ts:1:14 warning typescript\.body/)
  expect(seen().filter((line) => line.includes('typescript.body'))).toHaveLength(2)
  const { entries } = (await (await fetch(`${url}/dev/feed?since=0`)).json()) as {
    entries: { kind: string; problems?: { code: string }[] }[]
  }
  const problems = entries.filter(({ kind }) => kind === 'problems').at(-1)?.problems
  expect(problems).toMatchObject([{ code: 'typescript.body', place: { line: 1, column: 14 } }])
})

test('opens to a bundle what --allow names, as it tells who has not named it', async () => {
  const files = { 'plugins/reader.ts': ball('reader').replace('export', '/** Ball. @needs fs */\nexport') }
  const listAllowed = async (url: string): Promise<unknown> =>
    await (await fetch(`${url}/api/plugins`)).json()
  const { url } = await openDev(files)
  expect(await listAllowed(url)).toMatchObject([{ allowed: [], allow: 'reader:fs' }])
  const opened = await awaitServing(startDev(files, ['--no-open', '--poll', '0.2', '--allow', 'reader:fs']))
  expect(await listAllowed(opened)).toMatchObject([{ allowed: ['fs'], allow: null }])
})

test('finds nothing inside functions of a file with a wrong syntax', () => {
  const wrong = "export const edge: number = 'x'\n"
  const folder = createFolder({ 'one.ts': wrong, 'two.ts': `${wrong}export function two( {` })
  const entries = ['one.ts', 'two.ts'].map((name) => join(folder, name))
  const { problems, files } = listBodyErrors(entries, findSdk())
  expect(problems.map(({ span }) => span?.file)).toEqual(entries.slice(0, 1))
  expect(files).toEqual(entries)
})

/** Looks at a file once, and returns the findings that come of it until there is one of this text. */
async function checkOnce(text: string, last: string): Promise<readonly string[][]> {
  const entry = join(createFolder({ 'one.ts': text }), 'one.ts')
  const said: string[][] = []
  const slow = fileURLToPath(new URL('./slow-bodies.mjs', import.meta.url))
  const onFound = ({ problems }: { problems: readonly Diagnostic[] }): void =>
    void said.push(problems.map(({ found }) => found))
  const checks = startBodyChecks(slow, onFound, () => undefined)
  onTestFinished(async () => await checks.close())
  checks.check([entry])
  await expect.poll(() => said.flat()).toContain(last)
  checks.check([])
  await expect.poll(() => said.at(-1)).toEqual([])
  return said
}

test('keeps back what it found inside functions of a text that was saved again meanwhile', async () => {
  expect(await checkOnce('wrong then mended', 'mended')).toEqual([['mended'], []])
})

test('tells the second finding of a file that never settles, and none when no plugin is left', async () => {
  expect(await checkOnce('1 then 2 then 3', '2 then 3')).toEqual([['2 then 3'], []])
})

/** The report of a build that has found this. */
const toReport = (...diagnostics: readonly Diagnostic[]): RunReport => ({
  command: 'build',
  source: '',
  out: '',
  against: null,
  plugins: [],
  removed: [],
  diagnostics,
  untried: [],
  calls: null,
  compatible: [],
  seconds: 0,
})

test('shows on the page no former finding, and former lines of source with their own finding', () => {
  const folder = createFolder({ 'one.ts': 'one', 'two.ts': 'two', 'three.ts': 'three' })
  const warn = (name: string): Diagnostic => {
    const span = { file: join(folder, `${name}.ts`), line: 1, column: 1, endLine: 1, endColumn: 2 }
    return toWarning('typescript.body', { span, path: null, found: name, remedy: 'Mend it.' })
  }
  const stream = { write: () => undefined }
  const outlet = createOutlet(folder, { stdout: stream, stderr: stream })
  const files = ['one', 'two', 'three'].map((name) => join(folder, `${name}.ts`))
  const [one = '', two = ''] = files
  const readTold = (): unknown[] =>
    String(outlet.events.read())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  outlet.onReport(toReport(warn('three')))
  outlet.onBodies({ problems: [warn('one'), warn('two')], files, sinceMs: Date.now() + 1000 })
  expect(readTold()).toMatchObject([
    { problems: [{ found: 'three' }] },
    { problems: [{ found: 'three' }, { found: 'one' }, { found: 'two' }] },
  ])
  outlet.onBodies({ problems: [warn('one'), warn('two')], files, sinceMs: 0 })
  writeFileSync(one, 'mended')
  outlet.onReport(toReport(warn('three')))
  expect(readTold()).toMatchObject([{ problems: [{ found: 'three' }] }])
  outlet.onBodies({ problems: [warn('two')], files, sinceMs: Date.now() + 1000 })
  rmSync(two)
  writeFileSync(join(folder, 'three.ts'), 'other')
  outlet.onBodies({ problems: [], files, sinceMs: Date.now() + 1000 })
  expect(readTold()).toMatchObject([
    { problems: [{ found: 'three' }, { found: 'two' }] },
    { problems: [{ found: 'three', source: ['  1 | three', '    | ^'] }] },
  ])
})
