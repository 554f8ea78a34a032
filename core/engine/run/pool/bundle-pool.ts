import type { Log } from '../../../contract/domain/log.ts'
import type { FunctionManifest } from '../../../contract/domain/manifest.ts'
import type { Need } from '../../../contract/domain/needs.ts'
import type { BundleVariables } from '../../../contract/domain/variables.ts'
import type { CheckResult, FileSource, Runner } from '../runner.ts'
import type { TryOut } from '../walls/find-walls.ts'
import type { Walls } from '../walls/walls.ts'

/** A bundle with verified hashes, copied to a private folder of the host. */
export interface LoadedBundle {
  readonly name: string
  /** The folder of the original, named by the operator; the bundle's own name comes from its author. */
  readonly source: string
  /** SHA-256 over its files: the identity of the code. */
  readonly hash: string
  /** Absolute path of the private copy; it contains `index.mjs`. */
  readonly folder: string
  readonly functions: readonly FunctionManifest[]
  /** Maintains the folder; absent when the folder belongs to the pool's creator. */
  readonly copy?: PrivateCopy
}

/** Maintains a private copy while bundles come and go. */
export interface PrivateCopy {
  /** Keeps the files on disk, even without a catalog entry, until the returned function is called. */
  hold(): () => void
  /** Verifies the files, and restores the copy if needed. @throws `bundle.incomplete`, `host.busy` */
  prepare(): Promise<void>
}

/** The differences of processes whose program is this package's own. */
export interface OwnProgram {
  /** Folders that they may read, beside those of every process. */
  readonly readable: readonly string[]
  /** Most bytes of data memory, beyond what Node reserves for itself. */
  readonly dataBytes: number
  /** A sentence for a run that needs more. */
  readonly outOfMemory: string
}

/** The size of a pool and the bounds of a run. */
export interface BundlePoolOptions {
  readonly entry: URL
  readonly folder: string
  readonly allowed: ReadonlyMap<string, readonly Need[]>
  /** Variables that a bundle gets, by the folder of its original; absent for none. */
  readonly variables?: BundleVariables
  /** Finds the walls of this machine, unless they are known already, by processes of this pool. */
  readonly findWalls: (tryOut: TryOut) => Promise<Walls>
  /** Concurrent runs. Further ones wait, fairly by room. */
  readonly size: number
  readonly queueLimit: number
  /** Most bytes of a result; a larger one is refused before any allocation. */
  readonly resultBytes: number
  /** JavaScript heap of a run in MiB. The process tier permits typed arrays the result limit on top. */
  readonly heapMebibytes: number
  /** Longest time of one run, from the start of its function. */
  readonly runTimeoutSeconds: number
  /** Most milliseconds of a run after it was dropped; absent for those of a host. */
  readonly longestRest?: number
  readonly check: CheckResult
  /** Returns milliseconds that never go back. */
  readonly now: () => number
  readonly log: Log
  /** The real folder from which bundles load packages with native code, where they may; absent for none. */
  readonly packages?: string
  /** Absent for plugins. */
  readonly ownProgram?: OwnProgram
}

/** The port of the tiers that run bundles: child processes by default, threads for trusted code. */
export interface BundlePool {
  /** Returns the runner of one bundle's functions. Nothing is loaded before its first run. */
  createRunner(bundle: LoadedBundle): Runner
  /** Returns the runner of the function `decode` of a bundle, which takes a file and returns its result. */
  createFileRunner(bundle: LoadedBundle, source: FileSource): Runner
  /** A snapshot of its use. */
  readonly usage: {
    readonly size: number
    readonly busy: number
    readonly queued: number
    /** Processes or threads, idle and spare ones included. */
    readonly living: number
    /** Processes or threads that ended by themselves, since the start. */
    readonly crashes: number
  }
  /** Resolves when the first run can start without delay. */
  warm(): Promise<void>
  /** Ends every run with `host.stopping` and every process; resolves when they are gone. */
  close(): Promise<void>
}
