/** `specimen thumbnail`, as the built command line runs it. */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { decode } from 'fast-png'
import { expect, test } from 'vitest'
import { createFolder, type Seen, withoutWaits } from './temporary-plugins.ts'

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))

async function thumbnail(folder: string, ...args: string[]): Promise<Seen> {
  const env = { ...process.env, PICTURE_KEY: 'secret' }
  const run = promisify(execFile)(process.execPath, [cli, 'thumbnail', ...args], { cwd: folder, env })
  const { code = 0, stdout, stderr } = await run.catch((error) => error)
  return { code, stdout: String(stdout), stderr: withoutWaits(String(stderr)) }
}

const header = "import type { Mesh, PointCloud } from 'specimen-host/plugin'\n"
const dots = '{ return { points: new Float32Array([0, 0, 0, 1, 1, 1]) } }'

test('draws what needs permissions and variables, where they are given', async () => {
  const folder = createFolder({
    'plugins/keyed.ts': `${header}/** @needs net */
export function keyed(): PointCloud {
  if (process.env.PICTURE_KEY !== 'secret') throw new Error('no key')
  ${dots.slice(2)}
`,
  })
  expect((await thumbnail(folder)).stdout).toContain('failed keyed: ')
  const { stdout } = await thumbnail(folder, '--allow', 'keyed:net', '--env', 'keyed:PICTURE_KEY')
  expect(stdout).toContain('drew keyed: plugins/keyed.png')
})

test('draws what is not drawn yet, says what to add and what it leaves out, and keeps what others made', async () => {
  const folder = createFolder({
    'plugins/dots/index.ts': `${header}
/** Named. @thumbnail pictures/named.png */
export function named(): PointCloud ${dots}
/** Not named. */
export function plain(x = 1): PointCloud ${dots}
/** @thumbnail photo.jpg */
export function photo(): PointCloud ${dots}
/** @thumbnail ../outside.png */
export function outside(): PointCloud ${dots}
/** @thumbnail data:image/png;base64,iVBORw0KGgo= */
export function inline(): PointCloud ${dots}
export function needs(x: number, y: number, z = 1): PointCloud ${dots}
export function mine(): PointCloud ${dots}
/** @notSpecimen */
export function hidden(): PointCloud ${dots}
`,
    'plugins/dots/mine.png': 'drawn by hand',
    'plugins/bad.ts': `${header}export function broken(): Mesh { throw new Error('no luck') }
export function endless(): Mesh { for (;;) {} }
`,
    'plugins/refused.ts': `${header}export function refused(x: Date): Mesh { throw x }\n`,
  })
  const first = await thumbnail(folder, '--run-timeout', '3')
  expect(first.stdout.split('\n')).toEqual([
    'failed broken: no luck. (function broken of bundle bad)',
    expect.stringContaining('failed endless: It was stopped after 3 s'),
    'drew named: plugins/dots/pictures/named.png',
    'drew plain: plugins/dots/plain.png; ' +
      'add to the comment of plain in plugins/dots/index.ts: @thumbnail plain.png',
    'left out photo: its comment names photo.jpg, ' +
      'and this command makes PNG: name a file that ends with .png',
    "left out outside: its comment names ../outside.png, which leaves the plugin's folder: " +
      'name a file inside it',
    'left out inline: its comment holds its picture',
    'left out needs: x, y have no default; give one, or make the picture yourself',
    'kept mine: plugins/dots/mine.png was not made by this command; --force replaces it',
    '',
  ])
  expect(first.stderr).toContain('error type.class in refused(x)')
  expect(first.code).toBe(1)
  expect(existsSync(join(folder, 'dist'))).toBe(false)
  expect(existsSync(join(folder, 'plugins/outside.png'))).toBe(false)
  expect(readFileSync(join(folder, 'plugins/dots/mine.png'), 'utf8')).toBe('drawn by hand')
  const picture = readFileSync(join(folder, 'plugins/dots/plain.png'))
  expect(decode(picture)).toMatchObject({ width: 256, height: 256 })

  const source = join(folder, 'plugins/dots/index.ts')
  writeFileSync(source, readFileSync(source, 'utf8').replace('1, 1, 1', '1, 1, 2'))
  writeFileSync(join(folder, 'plugins/dots/pictures/named.png'), picture)
  const second = await thumbnail(folder, 'plugins/dots/index.ts', '--force')
  expect(second).toMatchObject({ code: 0, stderr: '' })
  expect(second.stdout).toContain('drew named: ')
  expect(second.stdout).toContain('drew mine: ')
  const third = await thumbnail(folder, 'plugins/dots/index.ts')
  expect(third.stdout.match(/^(same|drew|kept) \w+/gm)).toEqual(['same named', 'same plain', 'same mine'])
})

test('draws by the view of an author, also specimens of a folder over the pictures that they have', async () => {
  const triangle = 'v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\n'
  const specimen = { type: 'mesh', data_file: 'a.obj', thumbnail_file: 'a.png' }
  const flat =
    '{ return { vertices: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 0, 1), indices: Uint32Array.of(0, 1, 2) } }'
  const folder = createFolder({
    'plugins/flat.ts': `${header}
/** @view solid=blue @thumbnail blue.png */
export function blue(): Mesh ${flat}
/** @view solid=plum @thumbnail plum.png */
export function plum(): Mesh ${flat}
`,
    'specimens/own/specimen.json': JSON.stringify({ ...specimen, view: 'solid=blue' }),
    'specimens/own/a.obj': triangle,
    'specimens/hand/specimen.json': JSON.stringify(specimen),
    'specimens/hand/a.obj': triangle,
    'specimens/hand/a.png': 'drawn by hand',
    'specimens/own/a.png': 'replaced',
    'specimens/broken/a.png': 'replaced',
    'specimens/broken/specimen.json': JSON.stringify(specimen),
    'specimens/broken/a.obj': 'no triangles',
  })
  const seen = await thumbnail(folder, '--specimens', 'specimens', '--force')
  expect(seen.code).toBe(1)
  expect(seen.stdout.match(/^(drew|kept|failed) \w+/gm)).toEqual([
    'drew blue',
    'drew plum',
    'failed broken',
    'drew hand',
    'drew own',
  ])
  const read = (path: string) => readFileSync(join(folder, path))
  expect(read('specimens/own/a.png')).toEqual(read('plugins/blue.png'))
  expect(read('plugins/plum.png')).not.toEqual(read('plugins/blue.png'))
})
