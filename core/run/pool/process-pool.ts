/**
 * The tier in which plugins run by default: child processes, so that an endless loop, an exit, a crash or a
 * native call that cannot be interrupted costs one run and never the host. The places and the queue are
 * `compartment-pool.ts`'s business.
 */
import type { BundlePool, BundlePoolOptions } from './bundle-pool.ts'
import { CompartmentPool } from './compartment-pool.ts'
import { type PoolCommand, toPoolCommand } from './pool-command.ts'
import { defaultPatience, type Patience, ProcessCompartment } from './process-compartment.ts'

/**
 * Returns a pool of child processes. `options.entry` is the built `pool-process.js`. Starts none before
 * `warm` or a run.
 */
export function createProcessPool(
  options: BundlePoolOptions,
  patience: Patience = defaultPatience,
): BundlePool {
  const { heapMebibytes, log } = options
  let command: PoolCommand | undefined
  return new CompartmentPool(options, () => {
    command ??= toPoolCommand(options) // asks the machine, for some 10 ms: not before the host listens
    return new ProcessCompartment({ command, heapMebibytes, patience, log })
  })
}
