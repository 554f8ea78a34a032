/**
 * `specimen new` and `specimen explain`: what is written builds and does what its test says; what is shown is
 * the schema.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { resultTypes } from '../../core/contract/domain/result/result.ts'
import { ball, createFolder, run, runExplain, runInit, runNew, see } from './temporary-plugins.ts'

const {
  devDependencies: { '@types/node': ownNodeTypes, typescript: ownTypescript },
  version: ownVersion,
} = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

const taken = ['mesh', 'volume', 'point_cloud', 'image', 'file'] as const
test.each([
  ...resultTypes.map((returns) => ({ flag: '--returns', type: returns, returns })),
  ...taken.map((type) => ({ flag: '--takes', type, returns: type === 'file' ? 'point_cloud' : type })),
])('writes a plugin with README and test that builds with $flag $type', async ({ flag, type, returns }) => {
  const folder = createFolder({})
  const [source, out] = [join(folder, 'plugins'), join(folder, 'out')]
  const made = await see((streams) =>
    runNew(['flat-thing', flag, type, '--in', source, '--out', out], streams),
  )
  expect(made).toMatchObject({ code: 0, stderr: '' })
  expect(readdirSync(join(source, 'flat-thing')).sort()).toEqual([
    'README.md',
    'flat-thing.test.mjs',
    'index.ts',
  ])
  const built = await run(source, '--out', out)
  expect(built).toMatchObject({ code: 0, stderr: '' })
  expect(built.stdout).toContain(`built flat-thing: flatThing → ${returns}`)
  const own = execFileSync(
    process.execPath,
    ['--test', '--test-reporter=tap', join(source, 'flat-thing/flat-thing.test.mjs')],
    {
      encoding: 'utf8',
    },
  )
  expect(own).toContain('# pass 1')
})

test.each([
  ['a folder', { 'plugins/one/mine.txt': 'mine' }],
  ['a file', { 'plugins/one.ts': ball('one') }],
])('overwrites nothing when %s of that name exists', async (_what, files) => {
  const folder = createFolder(files)
  const { code, stderr } = await see((streams) => runNew(['one', '--in', join(folder, 'plugins')], streams))
  expect(code).toBe(1)
  expect(stderr).toContain('exists; nothing was written')
  expect(existsSync(join(folder, 'plugins/one/index.ts'))).toBe(false)
})

test.each([
  [[], 'A name is missing'],
  [['../up'], 'cannot name a plugin'],
  [['reload'], 'cannot name a plugin'],
  [['.hidden'], 'cannot name a plugin'],
  [['one', '--returns', 'sound'], 'must be one of mesh'],
  [['one', '--takes', 'scene'], 'must be one of nothing, mesh'],
  [['one', 'two'], 'One at a time'],
])('refuses %j', async (argv, text) => {
  const { code, stderr } = await see((streams) => runNew([...argv, '--in', createFolder({})], streams))
  expect(code).toBe(2)
  expect(stderr).toContain(text)
})

test.each([
  ['new', 'makeNew'],
  ['3d.gear', 'make3dGear'],
  ['Wave_Front', 'waveFront'],
])('names the function of %s after it, as far as a function may be called so', async (name, functionName) => {
  const source = createFolder({})
  await see((streams) => runNew([name, '--in', source], streams))
  expect(readFileSync(join(source, name, 'index.ts'), 'utf8')).toContain(`export function ${functionName}(`)
})

test('explains each parameter in the order of the call, and shows the schema that a bundle has', async () => {
  const text = ball('one')
    .replace('{ Mesh }', '{ Integer, Mesh, ProgressReporter, Range }')
    .replace('export', '/** A ball. @param radius - in metres */\nexport')
    .replace(
      'radius = 1',
      "/** @unit mm */ radius: Range<0.1, 10>, p: ProgressReporter, /** @preview 2 */ n: Integer & Range<1, 8> = 3, mode?: 'low' | 'high'",
    )
  const folder = createFolder({ 'plugins/one.ts': text })
  const { code, stdout, stderr } = await see((streams) =>
    runExplain([join(folder, 'plugins/one.ts')], streams),
  )
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain(
    [
      '  radius    a number from 0.1 to 10 in mm; required',
      '            in metres',
      '  p         the progress reporter, filled in by the host',
      '  n         a whole number from 1 to 8; 3 when left out, 2 while others are dragged',
      '  mode      "low" or "high"; may be left out',
      '',
      '{',
    ].join('\n'),
  )
  await run(join(folder, 'plugins'), '--out', join(folder, 'out'))
  const manifest = JSON.parse(readFileSync(join(folder, 'out/one/manifest.json'), 'utf8'))
  expect(JSON.parse(stdout.slice(stdout.indexOf('\n{')))).toEqual(manifest.functions[0].schema)
})

test('shows what is refused, and the functions beside it', async () => {
  const folder = createFolder({ 'one.ts': ball('one'), 'two.ts': ball('two').replace('= 1', ': Date') })
  const { code, stdout, stderr } = await see((streams) => runExplain([folder], streams))
  expect(code).toBe(1)
  expect(stdout).toContain('one → mesh')
  expect(stderr).toContain('error type.class in two(radius)')
})

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Links what `npm install` would put into a repository. */
function install(folder: string): void {
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
  symlinkSync(root, join(folder, 'node_modules/specimen-host'))
  mkdirSync(join(folder, 'node_modules/@types'))
  for (const name of ['@types/node', 'undici-types'])
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  symlinkSync(join(root, 'dist/cli.js'), join(folder, 'node_modules/.bin/specimen'))
  symlinkSync(join(root, 'node_modules/typescript/bin/tsc'), join(folder, 'node_modules/.bin/tsc'))
}

test('writes a repository whose scripts all pass, with a first plugin that reports, and overwrites nothing', async () => {
  const folder = createFolder({ '.gitignore': 'mine' })
  const made = await see((streams) => runInit([folder], streams))
  expect(made).toMatchObject({ code: 0, stderr: '' })
  const workflows = ['pages', 'plugins'].map((name) => `.github/workflows/${name}.yml`)
  const files = [...workflows, 'package.json', 'plugins/disc/index.ts', 'tsconfig.json']
  for (const file of files) expect(made.stdout).toContain(`wrote ${join(folder, file)}\n`)
  expect(made.stdout).toContain(`kept ${join(folder, '.gitignore')}, which was there\n`)
  expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('mine')
  expect(made.stdout).toMatch(/Next:\n {2}cd .*\n {2}npm install\n {2}npm run dev\n$/)
  const before = readFileSync(join(folder, 'plugins/disc/index.ts'), 'utf8')
  expect(before).toContain('progress?: ProgressReporter')
  expect(before).toContain('progress?.report(')

  install(folder)
  const { scripts, devDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const packed = `specimen-host-${ownVersion}.tgz` // as npm pack leaves it in this checkout
  expect(devDependencies).toEqual({
    'specimen-host': existsSync(join(root, packed))
      ? `file:vendor/${packed}`
      : `file:${relative(folder, root)}`,
    '@types/node': ownNodeTypes,
    typescript: ownTypescript,
  })
  expect(Object.keys(scripts)).toEqual(['dev', 'build', 'check', 'diff', 'export', 'test', 'types'])
  const runScript = (name: string): string =>
    execFileSync('npm', ['run', '--silent', name], { cwd: folder, encoding: 'utf8' })
  expect(runScript('build')).toContain('built disc: disc → mesh')
  expect(runScript('check')).toContain('1 of 1 plugin in dist/plugins, 1 the same, 0 errors')
  expect(runScript('test')).toMatch(/pass 1$/m)
  expect(runScript('types')).toBe('')

  const again = await see((streams) => runInit([folder], streams))
  expect(again.stdout).not.toContain('wrote')
  expect(again.stdout).not.toContain('npm install')
  expect(readFileSync(join(folder, 'plugins/disc/index.ts'), 'utf8')).toBe(before)
})

test('names the packages to install when a package.json was there', async () => {
  const folder = createFolder({ 'package.json': '{}' })
  const { stdout } = await see((streams) => runInit([folder], streams))
  expect(stdout).toMatch(/\n {2}npm install -D specimen-host@file:\S+ typescript @types\/node\n/)
})

test.each([
  ['a packed file', 'file:../packed/specimen-host.tgz', 'file:vendor/specimen-host.tgz'],
  ['a registry', 'https://registry.example.org/specimen-host/-/specimen-host-0.1.0.tgz', `^${ownVersion}`],
  ['a packed file that is gone', 'file:../gone/specimen-host.tgz', `^${ownVersion}`],
])('writes a package.json that others can install when it came from %s', async (_what, resolved, wanted) => {
  const folder = createFolder({
    'packed/specimen-host.tgz': 'packed',
    'first/node_modules/.package-lock.json': JSON.stringify({
      packages: { 'node_modules/specimen-host': { version: ownVersion, resolved } },
    }),
  })
  const modules = join(folder, 'first/node_modules')
  for (const name of readdirSync(join(root, 'node_modules')))
    if (!name.startsWith('.')) symlinkSync(join(root, 'node_modules', name), join(modules, name))
  mkdirSync(join(modules, 'specimen-host/dist'), { recursive: true })
  for (const name of readdirSync(join(root, 'dist')).filter((each) => each.endsWith('.js')))
    copyFileSync(join(root, 'dist', name), join(modules, 'specimen-host/dist', name))
  copyFileSync(join(root, 'package.json'), join(modules, 'specimen-host/package.json'))
  const init = (): string =>
    execFileSync(process.execPath, [join(modules, 'specimen-host/dist/cli.js'), 'init', 'mine'], {
      cwd: folder,
      encoding: 'utf8',
    })
  const said = init()
  const { devDependencies } = JSON.parse(readFileSync(join(folder, 'mine/package.json'), 'utf8'))
  expect(devDependencies['specimen-host']).toBe(wanted)
  if (!wanted.startsWith('file:')) return expect(existsSync(join(folder, 'mine/vendor'))).toBe(false)
  expect(said).toContain('wrote mine/vendor/specimen-host.tgz: commit it')
  expect(readFileSync(join(folder, 'mine/vendor/specimen-host.tgz'), 'utf8')).toBe('packed')
  expect(init()).not.toContain('wrote')
})

test('says that a package.json is missing when a plugin is written where there is none', async () => {
  const folder = createFolder({})
  const alone = await see((streams) => runNew(['one', '--in', join(folder, 'plugins')], streams))
  expect(alone.stdout).toContain('npx --no -- specimen init writes one')
  const whole = createFolder({ 'package.json': '{}' })
  const beside = await see((streams) => runNew(['one', '--in', join(whole, 'plugins')], streams))
  expect(beside.stdout).not.toContain('specimen init')
})
