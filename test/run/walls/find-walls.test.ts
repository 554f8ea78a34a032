/** What is found on this machine, whatever it has, and what is said when that is not enough. */
import { readlinkSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { findWalls } from '../../../core/run/walls/find-walls.ts'
import { requireWalls } from '../../../core/run/walls/require-walls.ts'
import type { Walls } from '../../../core/run/walls/walls.ts'
import { getWalls } from '../../contract/runner-harness.ts'

/** Returns a probe that says something else. */
async function writeProbe(source: string): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'probe-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'probe.mjs'), source)
  return pathToFileURL(join(folder, 'probe.mjs'))
}

it('names a reason for each enclosure that does not stand', async () => {
  const { enclosure, refused } = await getWalls()
  const tried = process.platform === 'linux' ? ['bubblewrap', 'namespaces'] : []
  expect(
    tried.filter((name) => name !== enclosure && refused.every((one) => one.enclosure !== name)),
  ).toEqual(enclosure === 'bubblewrap' ? ['namespaces'] : [])
  expect(refused.filter(({ reason }) => reason === '')).toEqual([])
})

it('tries no enclosure when walls are switched off', async () => {
  expect(await getWalls('off')).toMatchObject({ enclosure: 'supervisor', hasPermissions: false, refused: [] })
})

it.each([
  ['shares the process table', { canWrite: false }],
  ['says too little', {}],
])('does not believe in walls of which the probe %s', async (_, more) => {
  const shared = process.platform === 'linux' ? readlinkSync('/proc/self/ns/pid') : ''
  const report = { parent: 1, processes: shared, network: 'net:[1]', dataBytes: 1, ...more }
  const probe = await writeProbe(`console.log('${JSON.stringify(report)}')`)
  expect((await findWalls(probe, 'prefer')).enclosure).toBe('supervisor')
})

it('limits nothing when it is not known what Node takes for itself', async () => {
  const probe = await writeProbe('throw new Error("no")')
  expect(await findWalls(probe, 'off')).toMatchObject({ enclosure: 'supervisor', hasLimits: false })
})

const walls: Walls = {
  enclosure: 'namespaces',
  hasLimits: true,
  hasDeathSignal: true,
  hasPermissions: false,
  nodeBytes: 1,
  refused: [],
}

it('takes spaces and limits for all that is required', () => {
  expect(() => requireWalls(walls)).not.toThrow()
})

it.each([
  ['threads', null, /threads share everything with the host; use --isolation process/],
  ['no prlimit', { ...walls, hasLimits: false }, /without prlimit/],
  [
    'a supervisor',
    { ...walls, enclosure: 'supervisor', refused: [{ enclosure: 'namespaces', reason: 'no way' }] },
    /\(namespaces: no way\).*specimen doctor/,
  ],
] as const)('refuses %s, and says what to do', (_, found, words) => {
  expect(() => requireWalls(found)).toThrow(words)
})
