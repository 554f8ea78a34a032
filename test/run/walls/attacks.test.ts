/**
 * Plugins that attack the host that runs them, with the walls of this machine and with none but the
 * supervisor. Of a machine that has no walls the first half is skipped, and says why.
 */
import { randomInt } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createProcessPool } from '../../../core/run/pool/tiers.ts'
import type { Runner } from '../../../core/run/runner.ts'
import {
  call,
  createTestLog,
  fail,
  firstMessage,
  getWalls,
  toFunctionManifest,
  toPoolOptions,
} from '../../contract/runner-harness.ts'

const plain = ['ok']
const named = [
  'killsParent',
  'readsParents',
  'looksAround',
  'leavesProgram',
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
const { enclosure, hasLimits, refused } = await getWalls()
const isWalled = enclosure !== 'supervisor'
if (!isWalled) console.warn('SKIPPED: walls around plugins do not stand on this machine', refused)
const walls = isWalled ? (['prefer', 'off'] as const) : (['off'] as const)

/** Returns a runner of the attacks, in a pool that has one place. */
async function openAttacks(sandbox: 'prefer' | 'off'): Promise<{
  runner: Runner
  folder: string
  log: ReturnType<typeof createTestLog>
}> {
  const folder = await mkdtemp(join(tmpdir(), 'attacks-'))
  const bundle = join(folder, 'bundles', 'attacks')
  await mkdir(bundle, { recursive: true })
  await copyFile(new URL('./attack-functions.mjs', import.meta.url), join(bundle, 'index.mjs'))
  const log = createTestLog()
  const pool = createProcessPool(
    toPoolOptions('process', log, {
      size: 1,
      folder: join(folder, 'bundles'),
      // Without it Node's permission model, where there is one, leaves nothing for the other walls to do.
      allowed: new Map([['attacks', ['child']]]),
      findWalls: () => getWalls(sandbox),
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

test.runIf(isWalled)('a run that wants the network fails, and the log says what would open it', async () => {
  const { runner, log } = await openAttacks('prefer')
  const { message } = await fail(runner, 'dials', { params: { text: '' } })
  expect(message).toMatch(/ENETUNREACH/)
  expect(message).not.toContain('--allow')
  const warnings = log.entries.filter(({ level }) => level === 'warn').map(({ message }) => message)
  expect(warnings).toEqual([expect.stringContaining('--allow attacks:child,net ')])
})

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

test.each(walls)(
  'a plugin that kills its parent ends no more than itself (--sandbox %s)',
  async (sandbox) => {
    const { runner } = await openAttacks(sandbox)
    // Without walls it ends itself with its parent.
    await call(runner, 'killsParent', { params: { text: '' } }).catch((error: unknown) => {
      expect(error).toMatchObject({ code: 'function.failed' })
    })
    expect(await call(runner, 'ok')).toMatchObject({ type: 'mesh' })
  },
)

test.runIf(isLinux).each(walls)(
  "a plugin's parent is not the host, and has none of its variables (--sandbox %s)",
  async (sandbox) => {
    const { runner } = await openAttacks(sandbox)
    const { parent, processes } = JSON.parse(await sayOf(runner, 'readsParents'))
    expect(parent.join(' ')).not.toContain('NODE_ENV')
    expect(parent.join(' ')).not.toContain('vitest')
    // Node's permission model refuses to list them; without it they are those of one process table.
    if (sandbox === 'prefer' && processes !== null) expect(processes).toBeLessThan(5)
  },
)

test.runIf(isWalled)(
  'a plugin has no network, reads no file of the machine and cannot change its bundle',
  async () => {
    const { runner, folder } = await openAttacks('prefer')
    const secret = join(folder, 'secret')
    await writeFile(secret, 'secret')
    const { networks, read, write } = JSON.parse(await sayOf(runner, 'looksAround', secret))
    expect(networks).toEqual([])
    expect(read).toMatch(/^(ENOENT|ERR_ACCESS_DENIED)$/)
    expect(write).toMatch(/^(EROFS|ERR_ACCESS_DENIED)$/)
  },
)

test.runIf(hasLimits).each(walls)(
  'a program that a run has left behind in a session of its own is ended (--sandbox %s)',
  async (sandbox) => {
    const { runner } = await openAttacks(sandbox)
    const text = toSleep()
    await call(runner, 'leavesProgram', { params: { text } })
    await expect.poll(() => countSleepers(text)).toBe(0)
    expect(await call(runner, 'ok')).toMatchObject({ type: 'mesh' })
  },
)

test.runIf(hasLimits).each(walls)(
  'what a cancelled run has started is ended (--sandbox %s)',
  async (sandbox) => {
    const { runner } = await openAttacks(sandbox)
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
  },
)

test.runIf(hasLimits).each(walls)(
  'a plugin that starts hundreds of programs is ended with all of them (--sandbox %s)',
  async (sandbox) => {
    const { runner } = await openAttacks(sandbox)
    const text = toSleep()
    expect(await fail(runner, 'bombs', { params: { text } })).toMatchObject({ code: 'function.failed' })
    await expect.poll(() => countSleepers(text)).toBe(0)
    expect(await call(runner, 'ok')).toMatchObject({ type: 'mesh' })
  },
)

test.each(walls)('a flood of small messages can be cancelled (--sandbox %s)', async (sandbox) => {
  const { runner } = await openAttacks(sandbox)
  const stop = new AbortController()
  const { said, end } = firstMessage(runner, 'floods', { params: { text: '' }, signal: stop.signal })
  await said
  stop.abort()
  expect(await end).toMatchObject({ code: 'run.cancelled' })
  expect(await call(runner, 'ok')).toMatchObject({ type: 'mesh' })
})
