/** `specimen diff`, as the built command line runs it. */
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it, test } from 'vitest'
import { runDiff } from '../../build/commands/diff.ts'
import type { DefaultCalls } from '../../build/commands/thumbnail.ts'
import { SpecimenError } from '../../core/contract/domain/errors.ts'
import { addFiles, createFolder, type Seen, see, withoutWaits } from './temporary-plugins.ts'

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))

async function diff(folder: string, ...args: string[]): Promise<Seen> {
  const run = promisify(execFile)(process.execPath, [cli, 'diff', ...args], { cwd: folder })
  const { code = 0, stdout, stderr } = await run.catch((error) => error)
  return { code, stdout: String(stdout), stderr: withoutWaits(String(stderr)) }
}

const header = "import type { PointCloud } from 'specimen-host/plugin'\n"
const write = (comment: string, name: string, body: string): string =>
  `${header}/** ${comment} */\nexport function ${name}(far = 1): PointCloud { ${body} }\n`
const dots = 'return { points: Float32Array.of(0, 0, 0, far, 1, 1) }'

function createRepository(files: { readonly [path: string]: string }): string {
  const folder = createFolder(files)
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' })
  git('init', '-b', 'trunk')
  git('add', '-A')
  git('-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-m', 'first')
  return folder
}

const listTemporary = () => readdirSync(tmpdir()).filter((name) => /^specimen-(diff|against)-/.test(name))

test('tells and draws what each function whose bundle differs makes, before and after', async () => {
  const folder = createRepository({
    'plugins/same.ts': write('Same.', 'same', dots),
    'plugins/faster.ts': write('Faster.', 'faster', `for (let i = 0; i < 9; i++) Math.random(); ${dots}`),
    'plugins/moved.ts': write('Moved.', 'moved', dots),
    'plugins/gone.ts': write('Gone.', 'gone', dots),
    'plugins/mended.ts': write('Mended.', 'mended', "throw new Error('no <b>')"),
  })
  rmSync(join(folder, 'plugins/gone.ts'))
  addFiles(folder, {
    'plugins/faster.ts': write('Faster.', 'faster', dots),
    'plugins/moved.ts': write('@preset far {"far":2}', 'moved', dots.replace('1, 1)', 'far > 1 ? 2 : 1, 1)')),
    'plugins/mended.ts': write('Mended.', 'mended', dots),
    'plugins/fresh.ts': write('Fresh.', 'fresh', dots),
  })
  const seen = await diff(folder, 'trunk')
  expect(seen.stderr).toBe('')
  expect(seen.stdout.replaceAll(/[\d.]+ (?=ms|→|MB)/g, 'N ').split('\n')).toEqual([
    'changed faster: same results; N → N ms, 1 kB → 1 kB, N MB → N MB of memory',
    'new fresh: N ms, 1 kB, N MB of memory',
    'removed gone',
    'changed mended: failed before: no <b>. (function mended of bundle mended)',
    'changed moved: other results (far); N → N ms, 1 kB → 1 kB, N MB → N MB of memory',
    '  far: bounds.high 2, 1, N → 2, 2, 1; density N → 0.5',
    'pictures: specimen-diff.html',
    '',
  ])
  expect(seen.code).toBe(0)
  const page = readFileSync(join(folder, 'specimen-diff.html'), 'utf8')
  expect(page.match(/<h2>\w+/g)).toEqual(
    ['faster', 'fresh', 'gone', 'mended', 'moved'].map((n) => `<h2>${n}`),
  )
  expect(page.match(/src="data:image\/png;base64,/g)).toHaveLength(11)
  expect(page).toContain('no &lt;b&gt;')
  expect(page).toContain(
    '<th scope="row">bounds.high</th><td>2, 1, 1</td><td>2, 2, 1</td></tr>\n' +
      '<tr class="fact"><th scope="row">density</th><td>1</td><td>0.5</td></tr>',
  )
  expect(page).toMatch(/<small>changed, [\d.]+ MB → [\d.]+ MB of memory<\/small>/)
  expect(page).not.toMatch(/<script|(src|href)="(?!data:)/)
  expect(execFileSync('git', ['status', '--short'], { cwd: folder, encoding: 'utf8' })).not.toContain(
    'against',
  )
})

it('fails for a function of the working tree that fails, and for a plugin that is refused', async () => {
  const folder = createRepository({ 'plugins/one.ts': write('One.', 'one', dots) })
  addFiles(folder, {
    'plugins/one.ts': write('One.', 'one', "throw new Error('not today')"),
    'plugins/two.ts': write('Two.', 'two', dots).replace('far = 1', 'far: Date'),
  })
  const seen = await diff(folder, 'HEAD', '--out', 'page.html')
  expect(seen.stdout).toContain('failed one (defaults): not today. (function one of bundle one)')
  expect(seen.stderr).toContain('error type.class in two(far)')
  expect(seen.code).toBe(1)
  expect(existsSync(join(folder, 'page.html'))).toBe(true)
})

test('ends the processes of one side when those of the other cannot be started', async () => {
  const folder = createRepository({ 'plugins/one.ts': write('One.', 'one', dots) })
  addFiles(folder, { 'plugins/one.ts': write('One, again.', 'one', dots) })
  let [opened, closed] = [0, 0]
  const openCalls = async (): Promise<DefaultCalls> => {
    if (opened++ === 1) throw new SpecimenError('host.busy', 'No process starts.')
    const unused = async () => await Promise.reject(new Error('not called'))
    const close = async () => void closed++
    return { compute: unused, readPeak: () => 0, specimens: [], problems: [], close }
  }
  const request = {
    revision: 'trunk',
    source: join(folder, 'plugins'),
    out: join(folder, 'a.html'),
    openCalls,
  }
  await expect(see((streams) => runDiff(request, streams, () => 0))).rejects.toThrow('No process')
  expect([opened, closed]).toEqual([2, 1])
})

it('says what is wrong with a revision or a folder, and leaves nothing behind', async () => {
  const before = listTemporary()
  const folder = createRepository({ 'plugins/one.ts': write('One.', 'one', dots) })
  const plain = createFolder({ 'plugins/one.ts': write('One.', 'one', dots) })
  const told = async (...args: string[]) => (await diff(folder, ...args)).stderr
  expect(await told()).toContain('A Git revision is missing')
  expect(await told('nowhere')).toContain('nowhere is no revision of ')
  expect(await told('--output=x')).toContain('--output')
  expect((await diff(plain, 'HEAD')).stderr).toContain('is in no Git repository')
  expect((await diff(folder, 'HEAD')).stdout).toBe('no function has changed: specimen-diff.html\n')
  expect(listTemporary()).toEqual(before)
})
