/**
 * The two tiers in which bundles run. Everything but the compartment is the same in both: `CompartmentPool`
 * runs the calls, `Places` decides where.
 */

import { statSync } from 'node:fs'
import type { Need } from '../../domain/needs.ts'
import { explainDenied } from '../walls/explain-denied.ts'
import { Leftovers } from '../walls/leftovers.ts'
import type { Walls } from '../walls/walls.ts'
import type { BundlePool, BundlePoolOptions } from './bundle-pool.ts'
import { CompartmentPool } from './compartment-pool.ts'
import { toPoolCommand } from './pool-command.ts'
import { type CompartmentWaits, defaultWaits, ProcessCompartment } from './process-compartment.ts'
import type { ThreadCompartment } from './thread-compartment.ts'

/**
 * Returns a pool of child processes, the default: an endless loop, an exit, a crash or a native call that
 * cannot be interrupted costs one run and never the host. `options.entry` is the built `pool-start.cjs`.
 * Starts no process before `warm` or a run.
 */
export function createProcessPool(
  options: BundlePoolOptions,
  waits: CompartmentWaits = defaultWaits,
): BundlePool {
  const { heapMebibytes, log } = options
  let started: { readonly walls: Walls; readonly leftovers: Leftovers } | undefined
  const prepare = async (): Promise<void> => {
    const walls = started?.walls ?? (await options.findWalls())
    started ??= { walls, leftovers: new Leftovers(walls.enclosure, log) }
  }
  const createCompartment = (needs: readonly Need[]): ProcessCompartment => {
    if (!started) throw new Error('the walls around a process are not known yet')
    const { walls, leftovers } = started
    const canStart = walls.hasLimits && (!walls.hasPermissions || needs.includes('child'))
    const toCommand = (mark: number) => toPoolCommand(walls, options, { needs, mark })
    const isCurrent = walls.enclosure === 'supervisor' ? () => true : createFolderWatch(options.folder)
    return new ProcessCompartment({ toCommand, isCurrent, canStart, leftovers, heapMebibytes, waits, log })
  }
  const explain = (failure: string, source: string): string | undefined => {
    const granted = options.allowed.get(source) ?? []
    const { folder } = options
    return started && explainDenied(failure, { source, granted, walls: started.walls, folder })
  }
  return new CompartmentPool(options, {
    createCompartment,
    explain,
    prepare,
    finish: async () => started?.leftovers.close(),
  })
}

/**
 * Returns a pool of worker threads, for plugins one trusts (`--isolation thread`): cheaper in memory than
 * processes, and weaker. A runaway allocation or a native crash ends the host, and a native call is waited
 * for; everything else is contained as in the process tier, and both pass one contract suite.
 * `options.entry` is the built `pool-thread.js`. Starts no thread before `warm` or a run.
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

/**
 * Returns what says whether a folder is the one that it was: programs that clean temporary folders remove it,
 * and the host makes another in its place, which a process with files of its own does not see. Looks each
 * time.
 */
function createFolderWatch(folder: string): () => boolean {
  const identify = (): number | undefined => statSync(folder, { throwIfNoEntry: false })?.ino
  const seen = identify()
  return () => identify() === seen
}
