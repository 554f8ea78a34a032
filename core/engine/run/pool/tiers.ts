/** The two tiers in which bundles run. Only the compartment differs. */

import { explainDenied } from '../walls/explain-denied.ts'
import { findWalls } from '../walls/find-walls.ts'
import type { Sandbox, Walls } from '../walls/walls.ts'
import type { BundlePool, BundlePoolOptions } from './bundle-pool.ts'
import { CompartmentPool } from './compartment-pool.ts'
import { FirstProcess, type ProcessSettings } from './first-process.ts'
import { type CompartmentWaits, defaultWaits } from './process-compartment.ts'
import type { ThreadCompartment } from './thread-compartment.ts'

/**
 * Returns a pool of child processes, the default: an endless loop, an exit, a crash or an uninterruptible
 * native call costs one run and never the host. `options.entry` is the built `pool-process.js`. Starts no
 * process before `warm` or a run.
 */
export function createProcessPool(
  options: BundlePoolOptions,
  waits: CompartmentWaits = defaultWaits,
): BundlePool {
  const first = new FirstProcess(options, waits)
  let starter: ReturnType<FirstProcess['startOthers']> | undefined
  return new CompartmentPool(options, {
    createCompartment: (needs) => {
      if (!starter) throw new Error('the walls around a process are not known yet')
      return (needs.length === 0 && first.take()) || starter.start(needs)
    },
    explain: (failure, source) => {
      const granted = options.allowed.get(source) ?? []
      const { folder } = options
      return starter && explainDenied(failure, { source, granted, walls: starter.walls, folder })
    },
    prepare: async () => {
      const walls = starter?.walls ?? (await options.findWalls((tried) => first.tryOut(tried)))
      starter ??= first.startOthers(walls)
    },
    finish: () => first.close(),
  })
}

/** Returns the walls of this machine without a pool: ends the process that has tested them. */
export async function lookForWalls(sandbox: Sandbox, settings: ProcessSettings): Promise<Walls> {
  const first = new FirstProcess(settings, defaultWaits)
  return await findWalls(sandbox, (tried) => first.tryOut(tried)).finally(() => first.close())
}

/**
 * Returns a pool of worker threads, for trusted plugins (`--isolation thread`): cheaper in memory than
 * processes, and weaker. A runaway allocation or a native crash ends the host, and a native call is waited
 * for; everything else is contained as in the process tier, and both pass one contract suite. `options.entry`
 * is the built `pool-thread.js`. Starts no thread before `warm` or a run.
 */
export function createThreadPool(
  options: BundlePoolOptions,
  { acknowledgement }: Pick<CompartmentWaits, 'acknowledgement'> = defaultWaits,
): BundlePool {
  const { entry, heapMebibytes, log } = options
  let Compartment: typeof ThreadCompartment | undefined
  return new CompartmentPool(options, {
    createCompartment: () => {
      if (!Compartment) throw new Error('threads are not loaded yet')
      return new Compartment({ entry, heapMebibytes, acknowledgement, log })
    },
    explain: () => undefined,
    prepare: async () => {
      Compartment ??= (await import('./thread-compartment.ts')).ThreadCompartment
    },
    finish: async () => {},
  })
}
