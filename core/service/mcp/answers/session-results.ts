import { hasCode } from '../../../contract/domain/errors.ts'
import type { StoredResult } from '../../../contract/domain/result/stored-result.ts'
import type { Hold, Ledger } from '../../account/ledger.ts'

/** Most results of a session: those of a sweep, and the two of a comparison. */
const mostKept = 26
/** Most bytes of them. */
const mostKeptBytes = 128 * 2 ** 20

/** A result with its place in the account. */
interface KeptResult {
  readonly entry: StoredResult
  readonly hold: Hold
}

/**
 * The newest results of a session: a room keeps one for each function, and an agent comes back to several.
 * Their bytes are of the account until others take their place or the session ends. A result that has no
 * place is not kept, and computed again.
 */
export class SessionResults {
  readonly #ledger: Pick<Ledger, 'takeShared'>
  readonly #client: string
  /** The one that was used longest ago is first. */
  readonly #kept = new Map<string, KeptResult>()
  #bytes = 0
  #isClosed = false

  /** `client` is the name for limits. */
  constructor(ledger: Pick<Ledger, 'takeShared'>, client: string) {
    this.#ledger = ledger
    this.#client = client
  }

  find(name: string): StoredResult | undefined {
    const found = this.#kept.get(name)
    if (!found) return undefined
    this.#kept.delete(name)
    this.#kept.set(name, found)
    return found.entry
  }

  /** Keeps a result that is in the memory of this process: another host may be lost with its own. */
  keep(name: string, entry: StoredResult): void {
    this.#drop(name)
    const { id, bytes, held } = entry
    if (this.#isClosed || !held || bytes > mostKeptBytes) return
    while (this.#kept.size >= mostKept || this.#bytes + bytes > mostKeptBytes) this.#dropOldest()
    for (;;) {
      try {
        const hold = this.#ledger.takeShared(this.#client, { key: id, amount: bytes }, 0)
        this.#kept.set(name, { entry, hold })
        this.#bytes += bytes
        return
      } catch (error) {
        if (!hasCode(error, 'host.busy')) throw error
        if (this.#kept.size === 0) return
        this.#dropOldest()
      }
    }
  }

  /** Gives all of them back. */
  close(): void {
    this.#isClosed = true
    for (const name of [...this.#kept.keys()]) this.#drop(name)
  }

  #dropOldest(): void {
    const [name] = this.#kept.keys()
    if (name !== undefined) this.#drop(name)
  }

  #drop(name: string): void {
    const found = this.#kept.get(name)
    if (!found) return
    this.#kept.delete(name)
    this.#bytes -= found.entry.bytes
    found.hold.release()
  }
}
