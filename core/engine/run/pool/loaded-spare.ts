import type { Compartment } from './compartment.ts'

/** Turns of the places for which it stays, though other bundles are slow to load, too. */
const shortestStay = 20

/** A compartment that has loaded a bundle, or is about to, and runs nothing. */
interface Loaded {
  readonly bundleKey: string
  readonly compartment: Compartment
  /** Resolves when it can be called, or has ended. */
  readonly loaded: Promise<void>
  /** The turn of its start. */
  readonly turn: number
}

/** The bundle that a spare compartment is to load, and the work of it. */
export interface SpareLoad {
  readonly bundleKey: string
  /** Returns a compartment that is empty. */
  readonly provide: () => Compartment
  /** Resolves when a compartment has loaded the bundle. @throws any error */
  readonly load: (compartment: Compartment) => Promise<void>
}

/**
 * One compartment that has loaded a bundle ahead of its next run: the last bundle that was slow to load. So
 * two such bundles in turn do not load all the time, one stays for some turns.
 */
export class LoadedSpare {
  #current: Loaded | undefined
  #isReady = false

  /** Returns whether there is one with a bundle, or about to be. */
  has(bundleKey: string): boolean {
    return this.#find(bundleKey) !== undefined
  }

  /** Returns whether it is loaded. */
  isReady(bundleKey: string): boolean {
    return this.#isReady && this.has(bundleKey)
  }

  /** Loads a bundle, unless another was loaded a few turns ago. Resolves when it is there, or not to be. */
  async fill({ bundleKey, provide, load }: SpareLoad, turn: number): Promise<void> {
    const former = this.#current
    if (former?.compartment.isSound && former.turn + shortestStay > turn) return
    former?.compartment.kill()
    const compartment = provide()
    const loaded = load(compartment).catch(() => compartment.kill()) // its next run has the error
    const current = { bundleKey, compartment, loaded, turn }
    this.#current = current
    this.#isReady = false
    await loaded
    if (this.#current === current) this.#isReady = true
  }

  /** Returns the one with a bundle, with its load; it is no spare any more. */
  take(bundleKey: string): Loaded | undefined {
    const taken = this.#find(bundleKey)
    if (taken) this.#current = undefined
    return taken
  }

  forget(compartment: Compartment): void {
    if (this.#current?.compartment === compartment) this.#current = undefined
  }

  #find(bundleKey: string): Loaded | undefined {
    const current = this.#current
    return current?.bundleKey === bundleKey && current.compartment.isSound ? current : undefined
  }
}
