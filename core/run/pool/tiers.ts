/**
 * The two tiers in which bundles run. Everything but the compartment is the same in both: `CompartmentPool`
 * runs the calls, `Places` decides where.
 */
import type { BundlePool, BundlePoolOptions } from './bundle-pool.ts'
import { CompartmentPool } from './compartment-pool.ts'
import { type PoolCommand, toPoolCommand } from './pool-command.ts'
import { type CompartmentWaits, defaultWaits, ProcessCompartment } from './process-compartment.ts'
import { ThreadCompartment } from './thread-compartment.ts'

/**
 * Returns a pool of child processes, the default: an endless loop, an exit, a crash or a native call that
 * cannot be interrupted costs one run and never the host. `options.entry` is the built `pool-process.js`.
 * Starts no process before `warm` or a run.
 */
export function createProcessPool(
  options: BundlePoolOptions,
  waits: CompartmentWaits = defaultWaits,
): BundlePool {
  const { heapMebibytes, log } = options
  let command: PoolCommand | undefined
  return new CompartmentPool(options, () => {
    command ??= toPoolCommand(options) // asks the machine, for some 10 ms: not before the host listens
    return new ProcessCompartment({ command, heapMebibytes, waits, log })
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
  return new CompartmentPool(
    options,
    () => new ThreadCompartment({ entry, heapMebibytes, acknowledgement, log }),
  )
}
