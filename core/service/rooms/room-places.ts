import { hasCode } from '../../contract/domain/errors.ts'
import type { Account } from '../account/account.ts'
import type { Hold } from '../account/ledger.ts'

/** Bytes of a room beside the fields of its state. */
const emptyBytes = 16 * 1024
/** The step in which the memory of a state is taken, so that most changes take none. */
const stepBytes = 4096

/** The amounts of one room in the account of the host, for the client that it was opened for. */
export interface RoomPlace {
  /** Takes the memory of a state whose fields take so many bytes. @throws `host.busy` */
  holdState(fieldBytes: number): void
  /** Takes the bytes of a result, in place of a former one; undefined where there are none left. */
  holdResult(bytes: number, former?: Hold): Hold | undefined
  /** Gives the place and the state back; each result has a hold of its own. */
  release(): void
}

/**
 * The places of rooms in the account. Where none is free, rooms that were left make place, and those with
 * peers stay.
 */
export class RoomPlaces {
  readonly #account: Account
  readonly #dropLeft: (owner?: string) => boolean

  /**
   * `dropLeft` drops a room without peers: of one owner, or of the one that has most of them; returns false
   * where there is none.
   */
  constructor(account: Account, dropLeft: (owner?: string) => boolean) {
    this.#account = account
    this.#dropLeft = dropLeft
  }

  /** Takes a place for a room that a client opens. @throws `host.busy` */
  open(owner: string): RoomPlace {
    const rooms = this.#account.of('rooms')
    if (rooms.held >= rooms.limit) this.#dropLeft()
    const place = rooms.take(owner, 1)
    let state: Hold
    try {
      state = this.#hold('states', owner, emptyBytes)
    } catch (error) {
      place.release()
      throw error
    }
    return {
      holdState: (fieldBytes) => {
        const bytes = emptyBytes + stepBytes * Math.ceil(fieldBytes / stepBytes)
        this.#hold('states', owner, bytes, state)
      },
      holdResult: (bytes, former) => {
        try {
          return this.#hold('results', owner, bytes, former)
        } catch (error) {
          if (hasCode(error, 'host.busy')) return undefined
          throw error
        }
      },
      release: () => {
        place.release()
        state.release()
      },
    }
  }

  /** Takes bytes, or changes a hold to as many; those of rooms that were left come free for it. */
  #hold(name: 'states' | 'results', owner: string, bytes: number, former?: Hold): Hold {
    const ledger = this.#account.of(name)
    for (;;) {
      try {
        if (!former) return ledger.take(owner, bytes)
        former.resize(bytes)
        return former
      } catch (error) {
        // Rooms of others would be dropped in vain for a client that has its share.
        const isBeyond = ledger.isBeyondShare(owner, bytes - (former?.amount ?? 0))
        if (!this.#dropLeft(isBeyond ? owner : undefined)) throw error
      }
    }
  }
}
