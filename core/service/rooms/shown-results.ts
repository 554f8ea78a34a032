import { SpecimenError } from '../../contract/domain/errors.ts'
import {
  type HeldResult,
  holdResult,
  openWhole,
  type StoredResult,
} from '../../contract/domain/result/stored-result.ts'
import type { Hold } from '../account/ledger.ts'

/** The dependencies of {@link ShownResults}. */
export interface ShownResultsOptions {
  /** Takes the bytes of a result, in place of a former one; undefined where the rooms have none left. */
  readonly holdResult: (bytes: number, former?: Hold) => Hold | undefined
  /** Called when the bytes of a result turn out to be lost with their host. */
  readonly onLost: (view: number, resultId: string) => void
}

interface ShownResult {
  entry: StoredResult
  /** Its bytes; undefined where there was no place to keep them. */
  hold: Hold | undefined
}

interface LandedResult {
  readonly entry: StoredResult
  readonly hold: Hold
}

/**
 * The results that the views of a room show, each for as long as it is shown: those that this host was asked
 * for or has computed stay in its memory, which no expiry takes from it.
 */
export class ShownResults {
  readonly #options: ShownResultsOptions
  readonly #shown = new Map<number, ShownResult>()
  /** Results of this host that a view is about to show. */
  readonly #landed = new Map<string, LandedResult>()

  constructor(options: ShownResultsOptions) {
    this.#options = options
  }

  /** Returns a result that is shown. */
  find(resultId: string): StoredResult | undefined {
    return [...this.#shown.values()].find(({ entry }) => entry.id === resultId)?.entry
  }

  /** Returns a result that is shown and here. */
  findHeld(resultId: string): HeldResult | undefined {
    const { held } = this.find(resultId) ?? {}
    return held && holdResult(resultId, held)
  }

  /** Holds a result that a view is to show in place of its present one; false where it has no place. */
  land(view: number, entry: StoredResult): boolean {
    const former = this.#shown.get(view)
    const hold = this.#options.holdResult(entry.bytes, former?.hold)
    if (!hold) return false
    if (former) former.hold = undefined
    this.forget(entry) // of the same result, landed before
    this.#landed.set(entry.id, { entry, hold })
    return true
  }

  /** Releases a result that has landed and is not shown after all. */
  forget({ id }: StoredResult): void {
    this.#landed.get(id)?.hold.release()
    this.#landed.delete(id)
  }

  /** Shows a result, one that has landed or one of another host. */
  show(view: number, resultId: string, find: () => StoredResult | undefined): void {
    const landed = this.#landed.get(resultId)
    if (!landed && this.findHeld(resultId) && this.#shown.get(view)?.entry.id === resultId) return
    this.#landed.delete(resultId)
    this.drop(view)
    const entry = landed?.entry ?? find()
    if (!entry) {
      this.#options.onLost(view, resultId)
      return
    }
    const hold = landed?.hold ?? this.#options.holdResult(entry.bytes)
    const shown: ShownResult = { entry, hold }
    this.#shown.set(view, shown)
    if (!entry.held) shown.entry = { ...entry, open: () => this.#open(view, shown, entry) }
  }

  drop(view: number): void {
    this.#shown.get(view)?.hold?.release()
    this.#shown.delete(view)
  }

  close(): void {
    for (const { entry } of [...this.#landed.values()]) this.forget(entry)
    for (const view of [...this.#shown.keys()]) this.drop(view)
  }

  /** Opens a result of another host, and keeps it from then on. */
  async #open(view: number, shown: ShownResult, entry: StoredResult) {
    try {
      const { result } = await openWhole(entry)
      if (shown.hold) shown.entry = holdResult(entry.id, result)
      return { result }
    } catch (error) {
      const isLost = error instanceof SpecimenError && error.code === 'result.lost'
      if (isLost && this.#shown.get(view) === shown) this.#options.onLost(view, entry.id)
      throw error
    }
  }
}
