import { dropOldest } from '../../../contract/bounds/drop-oldest.ts'

/** Most functions, and most bundles, whose times are known; the one measured first is forgotten. */
const mostKnown = 1000
/** The load of a bundle, in milliseconds, from which on another compartment is kept loaded with it. */
const slowLoad = 500
/** Longest time of a run after it was dropped, in milliseconds, unless another is given. */
const defaultLongestRest = 2000

/** A function in the code of one bundle. */
export interface TimedFunction {
  readonly bundleHash: string
  readonly functionName: string
}

/**
 * The usual times of a pool's bundles to load and of their functions to run, in milliseconds. They decide
 * about warmth alone: a dropped run goes on where the rest of it takes less time than to load its bundle.
 */
export class UsualTimes {
  readonly #loads = new Map<string, number>()
  readonly #runs = new Map<string, number>()
  readonly #longestRest: number

  /** `longestRest`: most milliseconds of a run after it was dropped; an endless one is ended by then. */
  constructor(longestRest = defaultLongestRest) {
    this.#longestRest = longestRest
  }

  addLoad({ bundleHash }: Pick<TimedFunction, 'bundleHash'>, milliseconds: number): void {
    keep(this.#loads, bundleHash, milliseconds)
  }

  /** Adds a complete run, without the load of its bundle: half of the usual time is that of the last run. */
  addRun(timed: TimedFunction, milliseconds: number): void {
    const known = this.#runs.get(toKey(timed)) ?? milliseconds
    keep(this.#runs, toKey(timed), (known + milliseconds) / 2)
  }

  isSlowToLoad(bundleHash: string): boolean {
    return (this.#loads.get(bundleHash) ?? 0) >= slowLoad
  }

  /**
   * Returns the time that a dropped run has left, after it has lasted so long; 0 where it is to be ended at
   * once: its usual time is not known, is long past, or its rest is longer than the load of its bundle.
   */
  toRest(timed: TimedFunction, milliseconds: number): number {
    const usual = this.#runs.get(toKey(timed)) ?? Number.POSITIVE_INFINITY
    const load = this.#loads.get(timed.bundleHash) ?? 0
    if (usual - milliseconds > Math.min(load, this.#longestRest)) return 0
    return Math.max(0, Math.min(2 * usual - milliseconds, this.#longestRest))
  }
}

function toKey({ bundleHash, functionName }: TimedFunction): string {
  return JSON.stringify([bundleHash, functionName])
}

function keep(times: Map<string, number>, name: string, milliseconds: number): void {
  times.delete(name)
  times.set(name, milliseconds)
  dropOldest(times, mostKnown)
}
