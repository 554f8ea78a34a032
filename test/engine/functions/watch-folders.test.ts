/** The watch of folders: what makes it read them again, and that a change that goes on does not. */
import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createHost } from 'specimen-host'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { watchFolders } from '../../../core/engine/functions/watch-folders.ts'
import { makeBundle } from '../../support/make-bundle.ts'

const log = { debug() {}, info() {}, warn() {}, error() {} }
let root: string
let reloads: number
let watch: Awaited<ReturnType<typeof watchFolders>> | undefined

const start = async (reload = async () => void reloads++) => {
  watch = await watchFolders({ paths: [root], followLinks: false, reload, pauseMilliseconds: 20, log })
}
const settled = async (count: number) => await expect.poll(() => reloads).toBe(count)

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'watch-folders-'))
  mkdirSync(join(root, 'a'))
  writeFileSync(join(root, 'a', 'file'), 'one')
  reloads = 0
})
afterEach(async () => {
  await watch?.close()
  watch = undefined
})

it('reads once for each change that has come to rest: new, changed, renamed, gone', async () => {
  await start()
  mkdirSync(join(root, 'b', 'deep'), { recursive: true })
  writeFileSync(join(root, 'b', 'deep', 'file'), 'two')
  await settled(1)
  appendFileSync(join(root, 'b', 'deep', 'file'), 'three')
  await settled(2)
  renameSync(join(root, 'a'), join(root, 'c'))
  await settled(3)
  rmSync(root, { recursive: true })
  await settled(4)
})

it('goes on after a reading that failed, and ends when it is closed', async () => {
  await start(async () => {
    reloads++
    throw new Error('the disk is away')
  })
  writeFileSync(join(root, 'a', 'file'), 'three')
  await settled(1)
  writeFileSync(join(root, 'a', 'more'), 'four')
  await settled(2)
  await watch?.close()
  await watch?.close()
})

const versionCount = 10
const wave = (version: number) =>
  makeBundle(root, {
    name: 'wave',
    source: `export const wave = (k) => ({ shape: [1, 1, 1], data: new Uint8Array([${version}]) })`,
    functions: [{ name: 'wave', returns: 'volume', properties: { k: { type: 'integer', default: 0 } } }],
  })

it('loses no request while a bundle is replaced again and again, in place, under load', async () => {
  rmSync(join(root, 'a'), { recursive: true })
  wave(0)
  const host = await createHost({
    plugins: root,
    specimens: '',
    logLevel: 'silent',
    watch: true,
    poolSize: 2,
  })
  await start(async () => {
    await host.reload()
    reloads++
  })
  const statuses = new Set<number>()
  const versions: (number | undefined)[] = []
  let isOver = false
  let clients: Promise<void>[] = []
  try {
    const ask = async (room: string) => {
      for (let k = 0; !isOver; k++) {
        const path = `/api/specimens/wave/data?params={"k":${k}}&room_id=${room}`
        const answer = await host.inject(path)
        statuses.add(answer.statusCode)
        await pause(5) // a load, and not one that leaves the watch no time
        versions.push(answer.rawPayload.at(-1))
      }
    }
    clients = ['x', 'y'].map(ask)
    for (let version = 1; version <= versionCount; version++) {
      // Between these two lines the folder is no bundle: whoever reads it then must keep the version before.
      writeFileSync(join(root, 'wave', 'manifest.json'), '{"format":')
      await host.reload()
      wave(version)
      await expect.poll(() => versions.at(-1)).toBe(version)
    }
    isOver = true
    await Promise.all(clients)
    expect([...statuses]).toEqual([200])
    expect([...new Set(versions)].sort((a = 0, b = 0) => a - b)).toEqual(
      Array.from({ length: versionCount + 1 }, (_, version) => version),
    )
    rmSync(join(root, 'wave'), { recursive: true })
    const gone = async () => (await host.inject('/api/specimens/wave')).statusCode
    await expect.poll(gone).toBe(404)
  } finally {
    isOver = true
    await Promise.all(clients)
    await watch?.close()
    await host.close()
  }
})
