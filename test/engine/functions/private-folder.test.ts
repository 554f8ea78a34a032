/**
 * The private folder of a host: whose it is, who may remove it, and what becomes of those of hosts that are
 * no more.
 */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createPrivateFolder, type PrivateFolder } from '../../../core/engine/functions/private-folder.ts'
import { createTestLog } from '../../interface/runner-harness.ts'

const hour = 3600
let parent: string
let open: PrivateFolder[]
const create = async (now = Date.now()): Promise<PrivateFolder> => {
  const folder = await createPrivateFolder({ now: () => now, log: createTestLog(), parent })
  open.push(folder)
  await folder.tidy()
  return folder
}
const readOwner = (folder: string) => JSON.parse(readFileSync(join(folder, 'owner.json'), 'utf8'))

/**
 * Leaves a folder with a read-only copy in it, of the owner that `change` makes of this process; `now` is its
 * last heartbeat.
 */
const leave = async (name: string, change: object | null, beatAt = Date.now() / 1000): Promise<string> => {
  const { path } = await create()
  const folder = join(parent, `specimen-host-${name}`)
  mkdirSync(join(folder, 'copy'), { recursive: true })
  writeFileSync(join(folder, 'copy', 'index.mjs'), '', { mode: 0o400 })
  chmodSync(join(folder, 'copy'), 0o500)
  if (change !== null)
    writeFileSync(join(folder, 'owner.json'), JSON.stringify({ ...readOwner(path), ...change }))
  utimesSync(change === null ? folder : join(folder, 'owner.json'), beatAt, beatAt)
  return folder
}

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'private-folder-'))
  open = []
})
afterEach(async () => {
  await Promise.all(open.map((folder) => folder.close()))
  rmSync(parent, { recursive: true })
})

it('is removed at its end, with the read-only copies in it', async () => {
  const folder = await create()
  mkdirSync(join(folder.path, 'copy'))
  writeFileSync(join(folder.path, 'copy', 'index.mjs'), '', { mode: 0o400 })
  chmodSync(join(folder.path, 'copy'), 0o500)
  await folder.close()
  expect(readdirSync(parent)).toEqual([])
})

it('is left alone by the next host while its own lives', async () => {
  const first = await create()
  await create()
  expect(existsSync(first.path)).toBe(true)
})

it.each([
  ['its process is gone', { pid: 2 ** 22 + 1 }],
  ['its process id is another process by now', { start: '1' }],
])('is removed by the next host when %s', async (_when, change) => {
  const folder = await leave('left', change)
  await create()
  expect(existsSync(folder)).toBe(false)
})

it.each([
  ['another container', { table: 'another', pid: 1 }],
  ['nobody yet, because it is being made', null],
])(
  'is left alone when it belongs to %s, until its heartbeat has been missing for an hour',
  async (_whose, change) => {
    const beatAt = Date.now() / 1000
    const folder = await leave('foreign', change, beatAt)
    await create((beatAt + hour - 60) * 1000)
    expect(existsSync(folder)).toBe(true)
    await create((beatAt + hour + 60) * 1000)
    expect(existsSync(folder)).toBe(false)
  },
)

it('is judged by its age when its record is none', async () => {
  const folder = await leave('damaged', {})
  for (const text of [
    '',
    '[',
    '[]',
    '{"table":1}',
    '{"table":"t","pid":-1,"start":""}',
    'x'.repeat(10_000),
  ]) {
    writeFileSync(join(folder, 'owner.json'), text)
    await create()
    expect(existsSync(folder), text).toBe(true)
  }
})

it('shows that it is in use, and is made again when it was removed', async () => {
  const folder = await create(5_000)
  rmSync(folder.path, { recursive: true })
  await folder.beat()
  expect(existsSync(folder.path)).toBe(false)
  await folder.restore()
  expect(readOwner(folder.path)).toMatchObject({ pid: process.pid })
  rmSync(join(folder.path, 'owner.json'))
  await folder.beat()
  expect(readOwner(folder.path)).toMatchObject({ pid: process.pid })
})

it('is not made again once it is closed', async () => {
  const folder = await create()
  await folder.close()
  await expect(folder.restore()).rejects.toMatchObject({ code: 'host.stopping' })
})

it('is not made again where somebody has put something else', async () => {
  const folder = await create()
  rmSync(folder.path, { recursive: true })
  writeFileSync(folder.path, '')
  await expect(folder.restore()).rejects.toThrow('EEXIST')
  rmSync(folder.path)
})
