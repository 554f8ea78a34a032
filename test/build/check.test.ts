/**
 * `specimen check`: what it says about a folder of bundles and about published schemas, and that it writes
 * nothing.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addFiles, ball, createFolder, run, runCheck, type Seen, see } from './temporary-plugins.ts'

async function check(...argv: string[]): Promise<Seen> {
  return await see((streams) => runCheck(argv, streams))
}

async function createBuilt(files: {
  readonly [path: string]: string
}): Promise<{ folder: string; source: string; out: string }> {
  const folder = createFolder(files)
  const [source, out] = [join(folder, 'plugins'), join(folder, 'out')]
  expect(await run(source, '--out', out)).toMatchObject({ code: 0, stderr: '' })
  return { folder, source, out }
}

function listTimes(folder: string): string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  return paths.map((path) => `${path} ${statSync(join(folder, path)).mtimeMs}`)
}

test('has nothing to say when the bundles are what their sources give, and touches nothing', async () => {
  const { source, out } = await createBuilt({ 'plugins/one.ts': ball('one') })
  const before = listTimes(out)
  expect(await check(source, '--out', out)).toMatchObject({ code: 0, stderr: '' })
  expect(listTimes(out)).toEqual(before)
})

test('counts the plugins that are the same, and has no line for each', async () => {
  const names = ['one', 'two', 'three']
  const files = names.map((name) => [`plugins/${name}.ts`, ball(name)] as const)
  const { source, out } = await createBuilt(Object.fromEntries(files))
  for (const more of [[], ['--against', out]]) {
    const { code, stdout } = await check(source, '--out', out, ...more)
    expect({ code, lines: stdout.trim().split('\n') }).toEqual({
      code: 0,
      lines: [expect.stringMatching(/^3 of 3 plugins .*, 3 the same, 0 errors/)],
    })
  }
})

test('names what operators are to allow anew, which breaks no client', async () => {
  const plugin = (needs: string): string =>
    `${ball('one').replace('export', `/** Ball. ${needs} */\nexport`)}`
  const { folder, source, out } = await createBuilt({
    'plugins/one.ts': plugin('@needs fs'),
    'plugins/two.ts': ball('two'),
  })
  addFiles(folder, {
    'plugins/one.ts': plugin('@needs net, fs, child'),
    'plugins/more.ts': plugin('@needs net').replace('one', 'more'),
  })
  git(folder, 'init')
  const { code, stdout } = await check(source, '--against', out)
  expect(code).toBe(0)
  expect(stdout).toContain(
    "compatible: one: The bundle one needs child, net now: operators are to --allow 'one:child one:net'",
  )
  expect(stdout).toContain(
    "compatible: more: The bundle more needs net now: operators are to --allow 'more:net'",
  )
  expect(stdout.match(/needs .* now/g)).toHaveLength(2)
  expect((await check(source, '--against', out, '--format', 'github')).stdout).toContain(
    '::notice title=schema of one::The bundle one needs',
  )
  addFiles(folder, { 'plugins/one.ts': ball('one') })
  expect((await check(source, '--against', out)).stdout).not.toContain('The bundle one needs')
})

test('reads a revision that tracks node_modules as a link', async () => {
  const folder = createFolder({
    'project/plugins/one.ts': ball('one')
      .replace('= 1', '= size')
      .replace('\n', "\nimport { size } from 'sizes'\n"),
    'modules/sizes/package.json': '{ "name": "sizes", "type": "module", "exports": "./index.ts" }',
    'modules/sizes/index.ts': 'export const size = 1\n',
  })
  const project = join(folder, 'project')
  symlinkSync('../modules', join(project, 'node_modules'))
  git(project, 'init')
  commit(project, 'first')
  expect(await check(join(project, 'plugins'), '--against', 'first')).toMatchObject({ code: 0, stderr: '' })
})

test('leaves the signature of a bundle alone, as a build with nothing changed does', async () => {
  const { folder, source, out } = await createBuilt({ 'plugins/one.ts': ball('one') })
  addFiles(folder, { 'out/one/manifest.sig': 'signed' })
  expect(await check(source, '--out', out)).toMatchObject({ code: 0, stderr: '' })
  expect(await run(source, '--out', out)).toMatchObject({ code: 0, stderr: '' })
  expect(readFileSync(join(out, 'one', 'manifest.sig'), 'utf8')).toBe('signed')
  addFiles(folder, { 'plugins/one.ts': ball('one').replace('= 1', '= 2') })
  expect(await run(source, '--out', out)).toMatchObject({ code: 0, stderr: '' })
  expect(readdirSync(join(out, 'one'))).not.toContain('manifest.sig')
})

test('lists what is missing, changed and left over, each with a short difference and the command to run', async () => {
  const { folder, source, out } = await createBuilt({
    'plugins/gone.ts': ball('gone'),
    'plugins/lost.ts': ball('lost'),
    'plugins/one.ts': ball('one'),
  })
  rmSync(join(source, 'gone.ts'))
  rmSync(join(out, 'lost'), { recursive: true })
  addFiles(folder, { 'plugins/one.ts': ball('one').replace('= 1', '= 2'), 'out/one/stray.txt': '' })
  const before = listTimes(out)
  const { code, stderr, stdout } = await check(source, '--out', out)
  expect(code).toBe(1)
  expect(stdout.match(/^(same|changed) +\w+/gm)).toEqual(['changed lost', 'changed one'])
  expect(stderr.match(/error output\.\w+/g)).toEqual([
    'error output.orphan',
    'error output.missing',
    'error output.changed',
    'error output.changed',
    'error output.changed',
    'error output.orphan',
  ])
  expect(stderr).toContain(`${join(out, 'lost')} does not exist.`)
  expect(stderr).toContain('    -             "default": 1\n    +             "default": 2\n')
  expect(stderr).toContain('index.mjs.map is not what its source gives.\n') // and no lines of numbers
  expect(stderr).toContain('    - function one(radius = 1) {\n    + function one(radius = 2) {\n')
  expect(stderr).toContain(`Run: npx --no -- specimen build ${source} --out ${out}\n`)
  expect(listTimes(out)).toEqual(before)
})

test('believes no cache when a bundle and its cache agree and the source does not', async () => {
  const { source, out } = await createBuilt({ 'plugins/one.ts': ball('one') })
  writeFileSync(join(out, 'one/index.mjs'), '// edited')
  expect(await check(source, '--out', out)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('- // edited'),
  })
})

test('says what is wrong with the sources as well', async () => {
  const { source, out } = await createBuilt({ 'plugins/one.ts': ball('one') })
  writeFileSync(join(source, 'one.ts'), ball('one').replace('= 1', ': Date'))
  const { code, stderr } = await check(source, '--out', out)
  expect(code).toBe(1)
  expect(stderr).toContain('error type.class')
})

test('calls a bundle changed when a folder, a link or another file is where it or a file of it should be', async () => {
  const { source, out } = await createBuilt({
    'plugins/file.ts': ball('file'),
    'plugins/inner.ts': ball('inner'),
    'plugins/link.ts': ball('link'),
    'plugins/strange.ts': ball('strange'),
  })
  for (const path of ['file', 'inner/index.mjs', 'link/index.mjs', 'strange/manifest.json'])
    rmSync(join(out, path), { recursive: true })
  writeFileSync(join(out, 'file'), '')
  mkdirSync(join(out, 'inner/index.mjs'))
  symlinkSync('.', join(out, 'link/index.mjs'))
  const { code, stdout, stderr } = await check(source, '--out', out)
  expect(code).toBe(1)
  expect(stdout).toContain(' 0 the same')
  expect(stderr).toContain(`${join(out, 'file')} exists and is no bundle`)
  expect(stderr).toContain(`${join(out, 'inner/index.mjs')} is no file.`)
  expect(stderr).toContain(`${join(out, 'link/index.mjs')} is no file.`)
  expect(stderr).toContain(`${join(out, 'strange')} exists and is no bundle`)
})

test('calls a plugin changed when it has lost a published function, and says what it was compared with', async () => {
  const two = `${ball('one')}${ball('two').slice(ball('two').indexOf('export'))}`
  const { source, out } = await createBuilt({ 'plugins/pair.ts': two, 'plugins/other.ts': ball('other') })
  writeFileSync(join(source, 'pair.ts'), ball('one'))
  const { stdout, stderr } = await check(source, '--against', out)
  expect(stderr).toContain('error schema.breaking in two\n  The function is gone')
  expect(stdout).toMatch(/^changed pair: .*\n2 of 2 plugins compared with .*, 1 the same, 1 error/)
})

test('tells breaking changes from compatible ones when it is compared with a folder of bundles', async () => {
  const { folder, source, out } = await createBuilt({
    'plugins/one.ts': ball('one').replace('radius = 1', "mode: 'low' | 'high' = 'low', radius = 1"),
    'plugins/two.ts': ball('two'),
  })
  addFiles(folder, {
    'plugins/one.ts': ball('one').replace('radius = 1', "mode: 'low' | 'mid' = 'low', radius = 1, more = 1"),
    'plugins/two.ts': ball('two').replace('radius = 1', 'radius?: number'),
  })
  const { code, stdout, stderr } = await check(source, '--against', out)
  expect(code).toBe(1)
  expect(stderr.match(/error .*\n.*/g)).toEqual([
    `error schema.breaking in one(mode)\n  mode no longer takes "high", compared with ${out}.`,
    `error schema.breaking in two(radius)\n  radius has the default none, had 1, compared with ${out}.`,
  ])
  expect(stderr).toContain(
    "2 | export function one(mode: 'low' | 'mid' = 'low', radius = 1, more = 1): Mesh {\n    |                     ^^^^\n",
  )
  expect(stdout).toMatch(/^changed one: .*\nchanged two: /m)
  expect(stdout).toContain('compatible: one more: is new, and may be left out')
  expect(stderr).toContain('a breaking change needs a package.json with a version above the plugins')
})

function git(folder: string, ...args: string[]): void {
  const identity = ['-c', 'user.name=test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false']
  execFileSync('git', ['-C', folder, ...identity, ...args], { stdio: 'ignore' })
}

function commit(folder: string, tag: string): void {
  git(folder, 'add', '--all')
  git(folder, 'commit', '--message', tag)
  git(folder, 'tag', tag)
}

test('reads the sources of a Git revision, and accepts what a new major version announces', async () => {
  const folder = createFolder({
    'package.json': '{ "version": "1.2.3" }',
    'plugins/one.ts': ball('one')
      .replace('radius = 1', 'radius = SIZE')
      .replace('\n', "\nimport { SIZE } from '../size.ts'\n"),
    'size.ts': 'export const SIZE = 1',
  })
  const source = join(folder, 'plugins')
  git(folder, 'init')
  commit(folder, 'first')
  expect(await check(source, '--against', 'first')).toMatchObject({ code: 0, stderr: '' })

  addFiles(folder, { 'size.ts': 'export const SIZE = 2' })
  const refused = await check(source, '--against', 'first')
  expect(refused.code).toBe(1)
  expect(refused.stderr).toContain('radius has the default 2, had 1, compared with first.')
  expect(refused.stderr).toContain(
    `raise the version in ${join(folder, 'package.json')} to a new major (it is still 1.2.3, as published).`,
  )

  addFiles(folder, { 'package.json': '{ "version": "1.3.0" }' })
  expect(await check(source, '--against', 'first')).toMatchObject({ code: 1 })
  addFiles(folder, { 'package.json': '{ "version": "2.0.0" }' })
  const announced = await check(source, '--against', 'first')
  expect(announced.code).toBe(0)
  expect(announced.stderr).toContain('warning schema.breaking in one(radius)')
  expect(announced.stderr).toContain('The version 2.0.0 announces it (published: 1.2.3).')
  expect(execFileSync('git', ['-C', folder, 'status', '--porcelain'], { encoding: 'utf8' })).toBe(
    ' M package.json\n M size.ts\n',
  )
})

test('reads the bundles of a Git revision when it holds some', async () => {
  const { folder, source, out } = await createBuilt({ 'plugins/one.ts': ball('one') })
  git(folder, 'init')
  rmSync(source, { recursive: true })
  commit(folder, 'first')
  addFiles(folder, { 'plugins/one.ts': ball('two') })
  rmSync(out, { recursive: true })
  const { code, stderr } = await check(source, '--out', out, '--against', 'first')
  expect(code).toBe(1)
  expect(stderr).toContain('error schema.breaking in one\n  The function is gone, compared with first.')
})

test('does not call the functions of a refused plugin gone', async () => {
  const { source, out } = await createBuilt({ 'plugins/one.ts': ball('one') })
  writeFileSync(join(source, 'one.ts'), ball('one').replace('= 1', ': Date'))
  const { code, stderr } = await check(source, '--against', out)
  expect(code).toBe(1)
  expect(stderr.match(/error \S+/g)).toEqual(['error type.class'])
})

test.each([
  ['no folder and no repository', 'nowhere', 'is in no Git repository'],
  ['a folder without bundles', '.', 'holds no bundles'],
])('says what it wants when --against names %s', async (_what, against, text) => {
  const folder = createFolder({ 'plugins/one.ts': ball('one') })
  const place = against === '.' ? folder : against
  const { code, stderr } = await check(join(folder, 'plugins'), '--against', place)
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(text) })
})

test('says what it wants when --against names no revision', async () => {
  const folder = createFolder({ 'plugins/one.ts': ball('one') })
  git(folder, 'init')
  commit(folder, 'first')
  const { code, stderr } = await check(join(folder, 'plugins'), '--against', 'second')
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining('is no revision of'),
  })
  expect(await check(join(folder, 'plugins'), '--against', '--help')).toMatchObject({ code: 2 })
})

test('shows a short difference alone when much has changed', async () => {
  const { source, out } = await createBuilt({ 'plugins/one.ts': ball('one') })
  writeFileSync(join(out, 'one/index.mjs'), Array.from({ length: 5000 }, (_, i) => `line ${i}`).join('\n'))
  const { stderr } = await check(source, '--out', out)
  expect(stderr).toMatch(/- line 0\n[\s\S]*… \d+ more lines/)
  expect(stderr.split('\n').length).toBeLessThan(30)
  expect(readFileSync(join(out, 'one/index.mjs'), 'utf8')).toContain('line 4999')
})
