/** Commands that cannot finish what they write leave what was there, and nothing else. */
import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, statSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createFolder, type Seen, withoutWaits } from './temporary-plugins.ts'

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))
const header = "import type { PointCloud } from 'specimen-host/plugin'\n"
const cloud = '{ points: new Float32Array([0, 0, 0, 1, 1, 1]) }'
const one = `${header}export function one(): PointCloud { return ${cloud} }
`
/** A function that cannot run in a page, so that its results are computed now. */
const kept = (body: string): string => `import { createHash } from 'node:crypto'
${header}export async function kept(): Promise<PointCloud> { createHash('md5'); ${body} }
`

/** Runs the command line; `limit` is the most that a file may have, in blocks of 512 bytes. */
async function run(folder: string, args: readonly string[], limit?: number): Promise<Seen> {
  mkdirSync(join(folder, 'tmp'), { recursive: true })
  const env = { ...process.env, TMPDIR: join(folder, 'tmp') }
  const program = limit === undefined ? '' : `ulimit -f ${limit}; `
  const words = ['-c', `${program}exec "$@"`, 'sh', process.execPath, cli, ...args]
  const done = promisify(execFile)('sh', words, { cwd: folder, env })
  const { code = 0, stdout, stderr } = await done.catch((error) => error)
  return { code, stdout: String(stdout), stderr: withoutWaits(String(stderr)) }
}

/** Returns every file below a folder with its content, and every folder. */
function readTree(folder: string): { readonly [path: string]: string } {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  const read = (path: string): string =>
    statSync(join(folder, path)).isFile() ? readFileSync(join(folder, path), 'latin1') : ''
  return Object.fromEntries(paths.map((path) => [path, read(path)]))
}

/** A command, what it needs before, and the limit at which its own output is too large. */
interface Writing {
  readonly args: readonly string[]
  readonly before?: readonly (readonly string[])[]
  readonly limit: number
  readonly code: number
}

const large = `${header}/** ${'A long description. '.repeat(600)} */
export function one(): PointCloud { return ${cloud} }
`
const writings: readonly Writing[] = [
  { args: ['export', 'site'], before: [['export', 'site']], limit: 200, code: 2 },
  { args: ['export', 'site'], limit: 200, code: 2 },
  { args: ['export', 'deep/er/site'], limit: 200, code: 2 },
  {
    args: ['export', '--single', 'one.html'],
    before: [['export', '--single', 'one.html']],
    limit: 1000,
    code: 2,
  },
  { args: ['export', '--single', 'deep/one.html'], limit: 1000, code: 2 },
  { args: ['build'], before: [['build']], limit: 16, code: 2 },
  { args: ['build', '--out', 'deep/bundles'], limit: 16, code: 2 },
  { args: ['thumbnail'], before: [['thumbnail']], limit: 0, code: 2 },
  { args: ['init', '.'], limit: 0, code: 2 },
  { args: ['init', 'repository'], limit: 1, code: 2 },
  { args: ['new', 'disc', '--returns', 'mesh'], limit: 0, code: 2 },
  { args: ['sign', '--new-key', 'key.pem'], limit: 0, code: 2 },
  { args: ['token', '--name', 'ada', '--file', 'tokens.txt'], limit: 0, code: 2 },
]

describe.skipIf(process.platform === 'win32')('a command at the limit of file sizes', () => {
  for (const { args, before = [], limit, code } of writings) {
    const title = before.length > 0 ? ', which was written before' : ''
    it(`leaves all as it was: ${args.join(' ')}${title}`, async () => {
      const folder = createFolder({ 'plugins/one.ts': one })
      for (const earlier of before) expect((await run(folder, earlier)).stderr).toBe('')
      writeFileSync(join(folder, 'plugins/one.ts'), large)
      mkdirSync(join(folder, 'tmp'), { recursive: true })
      const tree = readTree(folder)
      const { code: ended, stderr } = await run(folder, args, limit)
      expect(stderr).toMatch(
        /EFBIG: file too large; raise the limit of file sizes of this process \(ulimit -f\)/,
      )
      expect(ended).toBe(code)
      expect(readTree(folder)).toEqual(tree)
    })
  }

  it('leaves the page of a diff as it was', async () => {
    const folder = createFolder({ 'plugins/one.ts': one, 'diff.html': 'old' })
    const git = (...args: string[]) => spawnSync('git', args, { cwd: folder })
    git('init', '-q')
    git('add', 'plugins')
    git('-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-qm', 'one')
    const more = `${one}export function two(): PointCloud { return ${cloud} }\n`
    writeFileSync(join(folder, 'plugins/one.ts'), more)
    const { stderr } = await run(folder, ['diff', 'HEAD', '--out', 'diff.html'], 8)
    expect(stderr).toContain('diff.html is as it was, because it could not be written: EFBIG')
    expect(readdirSync(folder).sort()).toEqual(['.git', 'diff.html', 'plugins', 'tmp'])
    expect(readFileSync(join(folder, 'diff.html'), 'utf8')).toBe('old')
  })
})

/** Exports twice to a disk of its own, which has room for one of them; its exit code is that of the second. */
const onFullDisk = `
mkdir -p disk && mount -t tmpfs -o size=100m tmpfs disk || exit 77
list() { find disk -type f -exec sha256sum {} + | sort; }
"$@" >/dev/null || exit 78
list >before
mount -o "remount,size=$(($(du -sk disk | cut -f1) + 300))k" disk || exit 77
"$@"
code=$?
list >after
test -s before && cmp before after || exit 79
exit $code
`
/** A disk can be mounted without rights in a namespace of its own, where the system allows that. */
const mayMount = spawnSync('unshare', ['-Urm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0

describe.runIf(mayMount)('an export to a disk that is full', () => {
  for (const place of [['disk/site'], ['--single', 'disk/one.html']])
    it(`leaves the earlier one: ${place.join(' ')}`, async () => {
      const folder = createFolder({ 'plugins/one.ts': one })
      const words = ['-Urm', 'sh', '-c', onFullDisk, 'sh', process.execPath, cli, 'export', ...place]
      const { code, stderr } = await promisify(execFile)('unshare', words, { cwd: folder }).catch((e) => e)
      expect(String(stderr)).toContain('ENOSPC: no space left on device; make room there')
      expect(code).toBe(2)
    })
})

describe('an export', () => {
  it('of which a function fails that the earlier one shows leaves the earlier one', async () => {
    const folder = createFolder({ 'plugins/one.ts': one, 'plugins/kept.ts': kept(`return ${cloud}`) })
    for (const place of [['site'], ['--single', 'one.html']]) {
      writeFileSync(join(folder, 'plugins/kept.ts'), kept(`return ${cloud}`))
      expect((await run(folder, ['export', ...place])).code).toBe(0)
      writeFileSync(join(folder, 'plugins/kept.ts'), kept("throw new Error('no luck')"))
      const tree = readTree(folder)
      const { code, stderr } = await run(folder, ['export', ...place])
      expect(code).toBe(1)
      expect(stderr).toContain(`${place.at(-1)} is as it was: it shows kept, and the new one would not.`)
      expect(readTree(folder)).toEqual(tree)
    }
  })

  it('replaces an earlier one that a failing function was never in', async () => {
    const folder = createFolder({
      'plugins/one.ts': one,
      'plugins/kept.ts': kept("throw new Error('no luck')"),
    })
    expect((await run(folder, ['export', 'site'])).code).toBe(0)
    writeFileSync(join(folder, 'plugins/one.ts'), large)
    expect((await run(folder, ['export', 'site', '--strict'])).code).toBe(1)
    expect(readFileSync(join(folder, 'site/index.html'), 'utf8')).toContain('A long description.')
  })

  const refusals = [
    [
      ['site.txt'],
      'site.txt is a file, and a folder is to be written there. Name another folder, or remove it.',
    ],
    [
      ['--single', 'plugins'],
      'plugins is a folder, and a file is to be written there. Name a file in it, or another file.',
    ],
    [['--single', 'site.txt'], 'site.txt is no page of an earlier export: nothing was written.'],
    [
      ['plugins'],
      'plugins has files, and no page of an earlier export: nothing was written. ' +
        'Plugins are named by --in: npx --no -- specimen export --in plugins.',
    ],
    [
      ['plugins/one.ts'],
      'plugins/one.ts is a file, and a folder is to be written there. ' +
        'Plugins are named by --in: npx --no -- specimen export --in plugins/one.ts.',
    ],
  ] as const
  for (const [args, sentence] of refusals) {
    it(`refuses to write over something else: ${args.join(' ')}`, async () => {
      const folder = createFolder({ 'plugins/one.ts': one, 'site.txt': 'years of work' })
      const { code, stderr } = await run(folder, ['export', ...args])
      expect(stderr).toContain(sentence)
      expect(code).toBe(2)
      expect(readFileSync(join(folder, 'site.txt'), 'utf8')).toBe('years of work')
    })
  }

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('that %s ends leaves the earlier one, and no folder of its own', async (signal, code) => {
    const folder = createFolder({ 'plugins/one.ts': one })
    expect((await run(folder, ['export', 'site'])).code).toBe(0)
    writeFileSync(join(folder, 'plugins/kept.ts'), kept('for (;;) await new Promise(setImmediate)'))
    const tree = readTree(join(folder, 'site'))
    const watcher = watch(join(folder, 'tmp'))
    onTestFinished(() => watcher.close())
    const env = { ...process.env, TMPDIR: join(folder, 'tmp') }
    const command = spawn(process.execPath, [cli, 'export', 'site'], { cwd: folder, env })
    onTestFinished(() => void command.kill('SIGKILL'))
    const ended = once(command, 'exit')
    for (let name = ''; !name.startsWith('specimen-host-'); ) [, name] = await once(watcher, 'change')
    command.kill(signal)
    expect(await ended).toEqual([code, null])
    expect(readTree(join(folder, 'site'))).toEqual(tree)
    const rests = readdirSync(join(folder, 'tmp')).filter((name) => !name.startsWith('specimen-host-'))
    expect(rests).toEqual([]) // the next host removes the private folder of one that has ended so
    expect(readdirSync(folder).sort()).toEqual(['plugins', 'site', 'tmp'])
  })
})
