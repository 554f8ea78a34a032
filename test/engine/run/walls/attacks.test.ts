/**
 * Plugins that attack the host that runs them, within each form of walls that stands on this machine and with
 * none but the supervisor. What cannot be tried here is skipped, and says why.
 */
import { randomInt } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Need } from '../../../../core/contract/domain/needs.ts'
import { createProcessPool } from '../../../../core/engine/run/pool/tiers.ts'
import type { Runner } from '../../../../core/engine/run/runner.ts'
import { isClosed } from '../../../../core/engine/run/walls/enclose.ts'
import { isRoot, type Walls } from '../../../../core/engine/run/walls/walls.ts'
import {
  call,
  createTestLog,
  fail,
  firstMessage,
  getWalls,
  listUntried,
  listWalls,
  makeReadableFolder,
  toFunctionManifest,
  toPoolOptions,
} from '../../../interface/runner-harness.ts'

const plain = ['ok']
const named = [
  'killsParent',
  'readsParents',
  'looksAround',
  'leavesProgram',
  'hidesProgram',
  'tunes',
  'startsProgramAndLoops',
  'bombs',
  'floods',
  'dials',
]
const functions = [
  ...plain.map((name) => toFunctionManifest(name, 'mesh', [])),
  ...named.map((name) => toFunctionManifest(name, 'mesh', ['text', 'reporter'])),
]
const isLinux = process.platform === 'linux'
const walled = await listWalls()
const untried = await listUntried(walled)
const all = [...walled, await getWalls('off')]

/** Returns a runner of the attacks, in a pool that has one place. */
async function openAttacks(
  walls: Walls,
  needs: readonly Need[] = ['child'],
  runTimeoutSeconds = 60,
): Promise<{
  runner: Runner
  folder: string
  log: ReturnType<typeof createTestLog>
}> {
  const folder = makeReadableFolder(tmpdir())
  const bundle = join(folder, 'bundles', 'attacks')
  await mkdir(bundle, { recursive: true })
  await copyFile(new URL('./attack-functions.mjs', import.meta.url), join(bundle, 'index.mjs'))
  const log = createTestLog()
  const pool = createProcessPool(
    toPoolOptions('process', log, {
      size: 1,
      runTimeoutSeconds,
      folder: join(folder, 'bundles'),
      // Without it Node's permission model, where there is one, leaves nothing for the other walls to do.
      allowed: new Map([['attacks', needs]]),
      findWalls: async () => walls,
    }),
  )
  onTestFinished(async () => {
    await pool.close()
    await rm(folder, { recursive: true })
  })
  return {
    runner: pool.createRunner({ name: 'harmless', source: 'attacks', hash: '1', folder: bundle, functions }),
    folder,
    log,
  }
}

test.skip.each(untried)('%s', () => {})

test.each(walled)(
  'a run that wants the network fails, and the log says what would open it: $enclosure',
  async (walls) => {
    const { runner, log } = await openAttacks(walls)
    const { message } = await fail(runner, 'dials', { params: { text: '' } })
    expect(message).toMatch(/ENETUNREACH|ECONNREFUSED 127/)
    expect(message).not.toContain('--allow')
    const warnings = log.entries.filter(({ level }) => level === 'warn').map(({ message }) => message)
    expect(warnings).toEqual([expect.stringContaining('--allow attacks:child,net ')])
  },
)

async function sayOf(runner: Runner, name: string, text = ''): Promise<string> {
  const { said, end } = firstMessage(runner, name, { params: { text } })
  await end
  return await said
}

/** Returns how many programs of this machine sleep for so long. */
async function countSleepers(seconds: string): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return lines.filter((line) => line.startsWith(`sleep\0${seconds}\0`)).length
}

/** A time that no other program sleeps for. */
const toSleep = (): string => String(100_000 + randomInt(1_000_000_000))

test.each(all)('a plugin that kills its parent ends no more than itself ($enclosure)', async (walls) => {
  const { runner } = await openAttacks(walls)
  // Without walls it ends itself with its parent.
  await call(runner, 'killsParent', { params: { text: '' } }).catch((error: unknown) => {
    expect(error).toMatchObject({ code: 'function.failed' })
  })
  expect(await call(runner, 'ok')).toMatchObject({ type: 'mesh' })
})

test.runIf(isLinux).each(all)(
  "a plugin's parent is not the host, and has none of its variables ($enclosure)",
  async (walls) => {
    const { runner } = await openAttacks(walls)
    const { parent, processes } = JSON.parse(await sayOf(runner, 'readsParents'))
    expect(parent.join(' ')).not.toContain('NODE_ENV')
    expect(parent.join(' ')).not.toContain('vitest')
    // Node's permission model refuses to list them; without it they are those of one process table.
    if (walls.enclosure !== 'supervisor' && processes !== null) expect(processes).toBeLessThan(5)
  },
)

test.each(walled)(
  'a plugin has no network, reads no file of the machine and cannot change its bundle ($enclosure)',
  async (walls) => {
    const { runner, folder } = await openAttacks(walls)
    const secret = join(folder, 'secret')
    await writeFile(secret, 'secret')
    const { networks, read, write } = JSON.parse(await sayOf(runner, 'looksAround', secret))
    expect(networks).toEqual([])
    expect(read).toMatch(/^(ENOENT|ERR_ACCESS_DENIED)$/)
    expect(write).toMatch(/^(EROFS|ERR_ACCESS_DENIED)$/)
  },
)

test.each(walled)(
  'a program that a run has left behind in a session of its own is ended ($enclosure)',
  async (walls) => {
    const { runner } = await openAttacks(walls)
    const text = toSleep()
    await call(runner, 'leavesProgram', { params: { text } })
    await expect.poll(() => countSleepers(text)).toBe(0)
    expect(await call(runner, 'ok')).toMatchObject({ type: 'mesh' })
  },
)

test.each(walled)(
  'a program is ended that has taken off its limits and its session, with the run that left it ($enclosure)',
  async (walls) => {
    const { runner } = await openAttacks(walls)
    const text = toSleep()
    expect(await sayOf(runner, 'hidesProgram', text)).toBe('started')
    await expect.poll(() => countSleepers(text)).toBe(0)
    expect(await call(runner, 'ok')).toMatchObject({ type: 'mesh' })
  },
)

test.each(walled)(
  'settings of the kernel are closed to a plugin that may use the files of the machine ($enclosure)',
  async (walls) => {
    const { runner } = await openAttacks(walls, ['child', 'fs'])
    const { code, uid } = JSON.parse(await sayOf(runner, 'tunes'))
    expect(['EROFS', 'EACCES']).toContain(code)
    if (isRoot()) expect(uid).toBe(isClosed(process.execPath) ? 0 : 65534)
  },
)

test.each(walled)('what a cancelled run has started is ended ($enclosure)', async (walls) => {
  const { runner } = await openAttacks(walls)
  const text = toSleep()
  const stop = new AbortController()
  const { said, end } = firstMessage(runner, 'startsProgramAndLoops', {
    params: { text },
    signal: stop.signal,
  })
  await said
  await expect.poll(() => countSleepers(text)).toBe(1)
  stop.abort()
  expect(await end).toMatchObject({ code: 'run.cancelled' })
  await expect.poll(() => countSleepers(text)).toBe(0)
})

test.each(walled)(
  'a plugin that starts hundreds of programs is ended with all of them ($enclosure)',
  async (walls) => {
    const { runner } = await openAttacks(walls, ['child'], 5)
    const text = toSleep()
    expect(await fail(runner, 'bombs', { params: { text } })).toMatchObject({ code: 'function.failed' })
    await expect.poll(() => countSleepers(text)).toBe(0)
    expect(await call(runner, 'ok')).toMatchObject({ type: 'mesh' })
  },
)

test.each(all)('a flood of small messages can be cancelled ($enclosure)', async (walls) => {
  const { runner } = await openAttacks(walls)
  const stop = new AbortController()
  const { said, end } = firstMessage(runner, 'floods', { params: { text: '' }, signal: stop.signal })
  await said
  stop.abort()
  expect(await end).toMatchObject({ code: 'run.cancelled' })
  expect(await call(runner, 'ok')).toMatchObject({ type: 'mesh' })
})
