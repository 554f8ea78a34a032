import { LinkError } from './link-error.ts'

/** Most bytes of chunks that may be under way to a side. */
export const linkWindowBytes = 4 * 2 ** 20

/**
 * Counts the chunks that a side takes from its link, and gives the other one credit for more: often, because
 * that one measures the queueing delay by it, and once for all chunks of a batch.
 */
export class ChunkCredit {
  readonly #grant: (taken: number) => void
  #taken = 0
  #granted = 0
  #granting: NodeJS.Immediate | undefined

  /** `grant` sends the number of bytes taken since the link was opened. */
  constructor(grant: (taken: number) => void) {
    this.#grant = grant
  }

  /** @throws LinkError for more bytes than may be under way */
  take(bytes: number): void {
    this.#taken += bytes
    const ahead = this.#taken - this.#granted
    if (ahead > linkWindowBytes)
      throw new LinkError('protocol', `bytes under way must be at most ${linkWindowBytes} (got ${ahead})`)
    if (ahead >= linkWindowBytes / 4) this.#send()
    else this.#granting ??= setImmediate(() => this.#send())
  }

  stop(): void {
    clearImmediate(this.#granting)
  }

  #send(): void {
    clearImmediate(this.#granting)
    this.#granting = undefined
    this.#granted = this.#taken
    this.#grant(this.#taken)
  }
}
