/**
 * `specimen build` as a person or a CI runs it: what is printed, what is on disk afterwards, which exit code.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { diagnosticTitles } from '../../build/model/diagnostic-codes.ts'
import { parseManifest } from '../../core/contract/domain/manifest.ts'
import { addFiles, ball, createFolder, run } from './temporary-plugins.ts'

const bad =
  "import type { Mesh } from 'specimen-host/plugin'\nexport function bad(x: Date): Mesh {\n  throw x\n}\n"

test('builds the others and exits with 1 when one plugin is refused', async () => {
  const folder = createFolder({
    'plugins/bad.ts': bad,
    'plugins/good.ts': ball('good'),
    'plugins/wide/index.ts': ball('wide'),
  })
  const out = join(folder, 'out')
  const { code, stdout, stderr } = await run(join(folder, 'plugins'), '--out', out)
  expect(code).toBe(1)
  expect(
    readdirSync(out)
      .filter((name) => !name.startsWith('.'))
      .sort(),
  ).toEqual(['good', 'wide'])
  expect(stdout).toContain('built good: good → mesh')
  expect(stdout).toContain(`2 of 3 plugins in ${out}, 1 error, 0 warnings`)
  expect(stderr).toContain('bad.ts:2:24 error type.class in bad(x)')
  expect(stderr).toContain('2 | export function bad(x: Date): Mesh {\n    |                        ^^^^\n')
})

test('says in one build what is wrong with tags, types and modules, each once', async () => {
  const wrong = (name: string, line: string): string =>
    `import type { Mesh } from 'specimen-host/plugin'
${line}
/** Ball. @unit */
export function ${name}(/** @max 5 */ x = 1): Mesh { throw new Error(String(k) + x) }
`
  const folder = createFolder({
    'plugins/tag.ts': wrong('tag', "import k from './missing.ts'"),
    'plugins/empty.ts': "import k from './missing.ts'\nexport const size = k\n",
    'plugins/known.ts': wrong('known', "import { k } from './missing.ts'").replace('x = 1', 'x = k'),
    'plugins/one.ts': wrong('twice', "import k from './missing.ts'"),
    'plugins/two.ts': wrong('twice', "import k from './missing.ts'"),
    'plugins/cut.ts': wrong('cut', "import k from './missing.ts'").replace('{ throw', '{ ('),
  })
  const { code, stderr } = await run(join(folder, 'plugins'), '--out', join(folder, 'out'))
  const said = [...stderr.matchAll(/(\w+)\.ts:(\d+):\d+ error (\S+)/g)].map((match) =>
    match.slice(1).join(' '),
  )
  expect(code).toBe(1)
  expect(said.filter((line) => line.startsWith('tag'))).toEqual([
    'tag 2 bundle.failed',
    'tag 3 tag.misplaced',
    'tag 4 tag.unknown',
  ])
  expect(said.filter((line) => line.startsWith('empty')).sort()).toEqual(
    ['empty 1 plugin.empty', 'empty 1 bundle.failed'].sort(),
  )
  // The reading has named the module already, where the default uses it.
  expect(said.filter((line) => /^known.*(?:default|bundle)/.test(line))).toEqual(['known 4 default.dynamic'])
  expect(said.filter((line) => line.startsWith('two'))).toContain('two 2 bundle.failed')
  expect(said.filter((line) => /^cut.*bundle/.test(line))).toEqual([])
})

test('keeps the bundle of an earlier build when its plugin is refused now', async () => {
  const folder = createFolder({ 'plugins/bad.ts': ball('bad') })
  const out = join(folder, 'out')
  await run(join(folder, 'plugins'), '--out', out)
  const before = readFileSync(join(out, 'bad/manifest.json'), 'utf8')
  addFiles(folder, { 'plugins/bad.ts': bad })
  const kept =
    `refused bad: ${join(out, 'bad')} is of an earlier build and stays; ` +
    'hosts that load it go on serving what it was made from\n'
  for (const _ of [1, 2]) {
    const { code, stdout } = await run(join(folder, 'plugins'), '--out', out)
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining(kept) })
  }
  expect(readFileSync(join(out, 'bad/manifest.json'), 'utf8')).toBe(before)
})

test('takes tests, declarations, hidden files and packages for no plugins', async () => {
  const folder = createFolder({
    'plugins/good.ts': ball('good'),
    'plugins/good.test.ts': 'export {}',
    'plugins/assets.d.ts': 'export {}',
    'plugins/.hidden.ts': 'export {}',
    'plugins/shared/noise.ts': 'export {}',
    'plugins/node_modules/index.ts': ball('pack'),
    'plugins/README.md': 'text',
  })
  const { code, stdout } = await run(join(folder, 'plugins'), '--out', join(folder, 'out'))
  expect(code).toBe(0)
  expect(stdout).toContain('1 of 1 plugin')
})

test('builds one file when a file is named, and removes no other bundle', async () => {
  const folder = createFolder({ 'plugins/one.ts': ball('one'), 'plugins/two.ts': ball('two') })
  const out = join(folder, 'out')
  await run(join(folder, 'plugins'), '--out', out)
  const { code, stdout } = await run(join(folder, 'plugins/one.ts'), '--out', out)
  expect(code).toBe(0)
  expect(stdout).toContain('same  one')
  expect(existsSync(join(out, 'two/manifest.json'))).toBe(true)
})

test('writes manifests that parse, end in one line end, and leaves no temporary folder', async () => {
  const folder = createFolder({ 'plugins/one.ts': ball('one') })
  const out = join(folder, 'out')
  await run(join(folder, 'plugins'), '--out', out)
  const text = readFileSync(join(out, 'one/manifest.json'), 'utf8')
  expect(text).toBe(`${JSON.stringify(parseManifest(JSON.parse(text)), null, 2)}\n`)
  expect(readdirSync(out).sort()).toEqual(['.specimen-build.json', '.specimen-cache.json', 'one'])
})

test('removes the bundle of a plugin that is gone, and none that another folder made', async () => {
  const folder = createFolder({
    'plugins/one.ts': ball('one'),
    'plugins/two.ts': ball('two'),
    'more/three.ts': ball('three'),
  })
  const out = join(folder, 'out')
  await run(join(folder, 'plugins'), '--out', out)
  await run(join(folder, 'more'), '--out', out)
  rmSync(join(folder, 'plugins/two.ts'))
  const { stdout } = await run(join(folder, 'plugins'), '--out', out)
  expect(stdout).toContain('removed two: its plugin is gone')
  expect(
    readdirSync(out)
      .filter((name) => !name.startsWith('.'))
      .sort(),
  ).toEqual(['one', 'three'])
})

test('leaves a folder alone when it is no bundle, the sources included', async () => {
  const folder = createFolder({ 'plugins/one/index.ts': ball('one') })
  const { code, stderr } = await run(join(folder, 'plugins'), '--out', join(folder, 'plugins'))
  expect(code).toBe(1)
  expect(stderr).toContain('output.foreign')
  expect(readFileSync(join(folder, 'plugins/one/index.ts'), 'utf8')).toBe(ball('one'))
})

test('refuses the second claimant when two plugins export one function name', async () => {
  const folder = createFolder({ 'plugins/b.ts': ball('same'), 'plugins/a.ts': ball('same') })
  const { code, stdout, stderr } = await run(join(folder, 'plugins'), '--out', join(folder, 'out'))
  expect(code).toBe(1)
  expect(stdout).toContain('built a: same → mesh')
  expect(stderr).toContain('b.ts:2:17 error function.twice in same\n  The plugin "a" exports same already.')
})

test('refuses a bundle name that is no id, and a second source for one name', async () => {
  const folder = createFolder({
    'plugins/has space.ts': ball('one'),
    'plugins/two.ts': ball('two'),
    'plugins/two/index.ts': ball('three'),
  })
  const { code, stderr } = await run(join(folder, 'plugins'), '--out', join(folder, 'out'))
  expect(code).toBe(1)
  expect(stderr).toContain('error plugin.name')
  expect(stderr).toContain('error plugin.twice')
})

test.each([
  ['a folder that does not exist', 'nowhere', 'does not exist.'],
  ['a folder without plugins', '.', 'holds no *.ts file'],
])('exits with 1 and says where it looked when given %s', async (_case, path, text) => {
  const folder = createFolder({ 'README.md': '' })
  const { code, stderr } = await run(join(folder, path), '--out', join(folder, 'out'))
  expect(code).toBe(1)
  expect(stderr).toContain('error plugin.none')
  expect(stderr).toContain(text)
})

test('teaches with --help, and exits with 2 when an argument is not understood', async () => {
  expect(await run('--help')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Every exported function'),
  })
  expect(await run('--formt', 'json')).toMatchObject({ code: 2, stderr: expect.stringContaining('--formt') })
  expect(await run('a', 'b')).toMatchObject({ code: 2, stderr: expect.stringContaining('a b') })
})

test('the list of codes in CODES.md is the table of the source', () => {
  const page = readFileSync(new URL('../../build/CODES.md', import.meta.url), 'utf8')
  const listed = [...page.matchAll(/^\| `([a-z.-]+)` +\| (.+?) +\|$/gm)].map(([, code, title]) => [
    code,
    title,
  ])
  expect(listed).toEqual(Object.entries(diagnosticTitles))
})
