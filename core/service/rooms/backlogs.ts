import { hasCode } from '../../contract/domain/errors.ts'
import type { Account } from '../account/account.ts'
import type { Hold, Ledger } from '../account/ledger.ts'

/** The step in which bytes are taken, so that a peer which reads takes the first one alone. */
const stepBytes = 16 * 1024

/** The bytes of one peer that it has not read. */
export interface Backlog {
  /** Changes the bytes, before they are sent or once they were read; false where they have no place. */
  resize(bytes: number): boolean
  /** Gives all back, once the connection has ended. */
  release(): void
}

interface OpenBacklog {
  readonly client: string
  readonly hold: Hold
  readonly cut: () => void
}

/**
 * The unread bytes of all peers in the account of the host. Where a client has no place for more, its
 * connection with most of them is cut: peers that read are not cut for those that do not.
 */
export class Backlogs {
  readonly #ledger: Ledger
  readonly #open = new Set<OpenBacklog>()

  constructor(account: Account) {
    this.#ledger = account.of('backlogs')
  }

  /** Opens the backlog of a connection, which `cut` ends at once. @throws `host.busy` */
  open(client: string, cut: () => void): Backlog {
    const hold = this.#take(client, 0, () => this.#ledger.take(client, stepBytes))
    const backlog: OpenBacklog = { client, hold, cut }
    this.#open.add(backlog)
    return {
      resize: (bytes) => {
        const wanted = stepBytes * Math.max(1, Math.ceil(bytes / stepBytes))
        if (wanted === hold.amount) return true
        try {
          this.#take(client, wanted, () => hold.resize(wanted))
          return true
        } catch (error) {
          if (hasCode(error, 'host.busy')) return false
          throw error
        }
      },
      release: () => {
        this.#open.delete(backlog)
        hold.release()
      },
    }
  }

  /** Takes bytes; connections of the same client with more than `amount` are cut for them. */
  #take<T>(client: string, amount: number, take: () => T): T {
    for (;;) {
      try {
        return take()
      } catch (error) {
        const most = this.#findMost(client)
        if (!hasCode(error, 'host.busy') || !most || most.hold.amount <= Math.max(amount, stepBytes))
          throw error
        this.#open.delete(most)
        most.hold.release()
        most.cut()
      }
    }
  }

  #findMost(client: string): OpenBacklog | undefined {
    let most: OpenBacklog | undefined
    for (const backlog of this.#open)
      if (backlog.client === client && backlog.hold.amount > (most?.hold.amount ?? 0)) most = backlog
    return most
  }
}
