import { SpecimenError } from '../../contract/domain/errors.ts'
import { measureResult, type Result } from '../../contract/domain/result/result.ts'
import { createDeadline } from '../../contract/time/deadline.ts'

/** The limits of {@link KeptData}. */
export interface DataLimits {
  /** Most bytes of data, those on their way included. */
  readonly dataBytes: number
  /** Milliseconds, never going back. */
  readonly now: () => number
}

/** Data that somebody uses. */
export interface UsedData {
  readonly result: Result
  readonly release: () => void
}

interface Kept {
  readonly result: Result
  readonly bytes: number
  users: number
  usedAt: number
}

/** Seconds for which data stay that nobody uses. */
const idleSeconds = 300

/**
 * The data of runs in the memory of a worker, by the hash of their content: those that no run uses go when
 * others need their room, the one used longest ago first, or after some minutes.
 */
export class KeptData {
  readonly #limits: DataLimits
  /** In the order of their last use. */
  readonly #kept = new Map<string, Kept>()
  readonly #idle = createDeadline(() => this.#forgetIdle())
  /** Bytes of all, and of those that arrive. */
  #bytes = 0

  constructor(limits: DataLimits) {
    this.#limits = limits
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Takes room for data that arrive, until the returned function is called. @throws `host.busy` */
  take(bytes: number): () => void {
    const { dataBytes } = this.#limits
    for (const [hash, { users }] of this.#kept) {
      if (this.#bytes + bytes <= dataBytes) break
      if (users === 0) this.#remove(hash)
    }
    if (this.#bytes + bytes > dataBytes) {
      const used = `${this.#bytes} of at most ${dataBytes} bytes are in use (--cache-bytes)`
      const detail = `There is no room for ${bytes} bytes of data of a run: ${used}.`
      throw new SpecimenError('host.busy', `${detail} Refer to smaller data, or try again later.`)
    }
    let taken = bytes
    this.#bytes += taken
    return () => {
      this.#bytes -= taken
      taken = 0
    }
  }

  /** Keeps data that have arrived, whose room was given back, and returns their use. */
  put(hash: string, result: Result): UsedData {
    const known = this.use(hash)
    if (known) return known
    const bytes = measureResult(result)
    this.#bytes += bytes
    this.#kept.set(hash, { result, bytes, users: 0, usedAt: this.#limits.now() })
    return this.use(hash) ?? { result, release: () => {} }
  }

  /** Returns the use of data that are here, which stay until it is released. */
  use(hash: string): UsedData | undefined {
    const kept = this.#kept.get(hash)
    if (!kept) return undefined
    kept.users++
    this.#kept.delete(hash) // and to the end of the row
    this.#kept.set(hash, kept)
    let isUsed = true
    const release = (): void => {
      if (isUsed) kept.users--
      isUsed = false
      kept.usedAt = this.#limits.now()
      this.#idle.startOnce(idleSeconds)
    }
    return { result: kept.result, release }
  }

  /** Forgets all that nobody uses. */
  clear(): void {
    for (const [hash, { users }] of this.#kept) if (users === 0) this.#remove(hash)
    this.#idle.stop()
  }

  #forgetIdle(): void {
    const since = this.#limits.now() - idleSeconds * 1000
    for (const [hash, { users, usedAt }] of this.#kept) if (users === 0 && usedAt <= since) this.#remove(hash)
    if (this.#kept.size > 0) this.#idle.startOnce(idleSeconds)
  }

  #remove(hash: string): void {
    this.#bytes -= this.#kept.get(hash)?.bytes ?? 0
    this.#kept.delete(hash)
  }
}
