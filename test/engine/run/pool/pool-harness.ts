/** Opens a pool of either tier with bundles made of `crash-functions.mjs`, and forgets it after the test. */
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { FunctionManifest } from '../../../../core/contract/domain/manifest.ts'
import type { BundlePool, BundlePoolOptions } from '../../../../core/engine/run/pool/bundle-pool.ts'
import { type CompartmentWaits, defaultWaits } from '../../../../core/engine/run/pool/process-compartment.ts'
import { createProcessPool, createThreadPool } from '../../../../core/engine/run/pool/tiers.ts'
import type { Runner } from '../../../../core/engine/run/runner.ts'
import {
  createTestLog,
  type LogEntry,
  makeReadableFolder,
  toFunctionManifest,
  toPoolOptions,
} from '../../../interface/runner-harness.ts'

export type Tier = 'process' | 'thread'

const module = new URL('./crash-functions.mjs', import.meta.url)
const plain = ['ok', 'endlessLoop', 'endlessReports', 'native', 'sorts', 'environment']
const silent = [
  'slow',
  'endlessMap',
  'hugeArrays',
  'exits',
  'exitsLater',
  'aborts',
  'killsItself',
  'throwsLater',
  'rejectsLater',
]
const quiet = [
  'microtaskLater',
  'throwsInTimer',
  'throwsInMicrotask',
  'talks',
  'garbage',
  'oversizeHead',
  'stalls',
  'absent',
]
export const crashManifests: readonly FunctionManifest[] = [
  ...plain.map((name) => toFunctionManifest(name, 'mesh', ['reporter'])),
  ...[...silent, ...quiet].map((name) => toFunctionManifest(name, 'mesh', [])),
  ...[
    'oversizeResult',
    'forgedResult',
    'blamesAnother',
    'saysAnything',
    'failsTwice',
    'failsWithNothing',
    'resultTwice',
  ].map((name) => toFunctionManifest(name, 'mesh', ['run'])),
  ...['leavesForgedResults', 'leavesGarbage'].map((name) => toFunctionManifest(name, 'mesh', ['run'])),
  toFunctionManifest('impersonates', 'mesh', ['run', 'reporter']),
  toFunctionManifest('manyReports', 'mesh', ['to', 'reporter']),
  toFunctionManifest('leavesLoop', 'mesh', ['mark']),
  toFunctionManifest('large', 'volume', ['bytes']),
]

export interface OpenPool {
  /** Where its bundles lie; it goes when the test ends. */
  readonly folder: string
  readonly pool: BundlePool
  readonly runner: Runner
  readonly log: readonly LogEntry[]
  /**
   * Returns the runner of another bundle with the same functions, or with a module of its own that claims to
   * have them.
   */
  addBundle(name: string, source?: string): Promise<Runner>
}

/** Returns a warm pool with a bundle called "crashes". */
export async function openPool(
  tier: Tier,
  more: Partial<BundlePoolOptions> = {},
  waits: Partial<CompartmentWaits> = {},
): Promise<OpenPool> {
  const folder = makeReadableFolder()
  const log = createTestLog()
  const create = tier === 'process' ? createProcessPool : createThreadPool
  const pool = create(toPoolOptions(tier, log, more), { ...defaultWaits, ...waits })
  onTestFinished(async () => {
    await pool.close()
    await rm(folder, { recursive: true })
  })
  const addBundle = async (name: string, source?: string) => {
    await mkdir(join(folder, name))
    const path = join(folder, name, 'index.mjs')
    await (source === undefined ? copyFile(module, path) : writeFile(path, source))
    return pool.createRunner({
      name,
      source: name,
      hash: name,
      folder: join(folder, name),
      functions: crashManifests,
    })
  }
  const runner = await addBundle('crashes')
  await pool.warm()
  return { folder, pool, runner, log: log.entries, addBundle }
}
