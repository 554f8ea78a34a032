import type { Log } from '../../domain/log.ts'
import type { FunctionManifest } from '../../domain/manifest.ts'
import type { Need } from '../../domain/needs.ts'
import type { CheckResult, Runner } from '../runner.ts'
import type { TryOut } from '../walls/find-walls.ts'
import type { Walls } from '../walls/walls.ts'

/** A bundle whose files fit their hashes, copied to a private folder that nobody else writes. */
export interface LoadedBundle {
  readonly name: string
  /** Name of the folder it came in: who builds a bundle names it, and who serves it names the folder. */
  readonly source: string
  /** SHA-256 over its files: the identity of the code. */
  readonly hash: string
  /** Absolute path of the private copy; it holds `index.mjs`. */
  readonly folder: string
  readonly functions: readonly FunctionManifest[]
  /** Looks after the folder; absent when the folder belongs to the caller who made the pool. */
  readonly copy?: PrivateCopy
}

/** What keeps a private copy in order while bundles come and go. */
export interface PrivateCopy {
  /**
   * Keeps the files on disk, also of a bundle that has left the catalog, until the returned function is
   * called.
   */
  hold(): () => void
  /**
   * Resolves when the files are what was verified; a copy that was changed or removed is made again.
   * @throws `bundle.incomplete` or `host.busy` when that cannot be done
   */
  prepare(): Promise<void>
}

/** How much a pool runs at a time, and how much each run may take. */
export interface BundlePoolOptions {
  /** The script that a process or thread runs. */
  readonly entry: URL
  /** Absolute path of the folder in which the private copies of bundles are. */
  readonly folder: string
  /** What some bundles may have beyond computing, by the names of their folders. */
  readonly allowed: ReadonlyMap<string, readonly Need[]>
  /**
   * Finds out what stands around processes on this machine, by processes of this pool if nobody has found it
   * out already.
   */
  readonly findWalls: (tryOut: TryOut) => Promise<Walls>
  /** Runs at a time. Further ones wait, fairly by room. */
  readonly size: number
  /** Runs that may wait; one more is refused with `host.busy`. */
  readonly queueLimit: number
  /** Bytes a result may have; a larger one is refused before anything is allocated. */
  readonly resultBytes: number
  /** JavaScript heap of a run in MiB. The process tier allows typed arrays the result limit on top. */
  readonly heapMebibytes: number
  /** Longest time of one run, from the moment in which its function begins. */
  readonly runTimeoutSeconds: number
  readonly check: CheckResult
  readonly log: Log
}

/** What of a pool is in use at one moment. */
export interface PoolUsage {
  /** Places for runs. */
  readonly size: number
  /** Places that a run has, or in which something is still in the way of the next. */
  readonly busy: number
  /** Runs that wait for a place. */
  readonly queued: number
  /** Processes or threads, idle and spare ones included. */
  readonly living: number
  /** Processes or threads that have ended by themselves, since the start. */
  readonly crashes: number
}

/** The port of the tiers that run bundles: child processes by default, threads for code one trusts. */
export interface BundlePool {
  /** Returns the runner of one bundle's functions. Nothing is loaded before its first run. */
  createRunner(bundle: LoadedBundle): Runner
  /** What is in use now. */
  readonly usage: PoolUsage
  /** Starts what the first run would otherwise wait for. Resolves when it is warm. */
  warm(): Promise<void>
  /** Ends every run with `host.stopping` and every process; resolves when they are gone. */
  close(): Promise<void>
}
