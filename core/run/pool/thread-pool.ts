/**
 * The tier for plugins one trusts (`--isolation thread`): worker threads, cheaper in memory than processes
 * and weaker. A runaway allocation or a native crash ends the host, and a native call is waited for;
 * everything else is contained as in the process tier, and both pass one contract suite.
 */
import type { BundlePool, BundlePoolOptions } from './bundle-pool.ts'
import { CompartmentPool } from './compartment-pool.ts'
import { defaultPatience, type Patience } from './process-compartment.ts'
import { ThreadCompartment } from './thread-compartment.ts'

/**
 * Returns a pool of threads. `options.entry` is the built `pool-thread.js`. Starts none before `warm` or a
 * run.
 */
export function createThreadPool(
  options: BundlePoolOptions,
  patience: Patience = defaultPatience,
): BundlePool {
  const { entry, heapMebibytes, log } = options
  const { acknowledgement } = patience
  return new CompartmentPool(
    options,
    () => new ThreadCompartment({ entry, heapMebibytes, acknowledgement, log }),
  )
}
