import { Shares } from '../../contract/bounds/shares.ts'
import { SpecimenError } from '../../contract/domain/errors.ts'
import type { Holding } from './holdings.ts'

/** An amount that a client holds. */
export interface Hold {
  readonly amount: number
  /** Takes more or gives back; when more is refused, the hold stays as it was. @throws `host.busy` */
  resize(amount: number): void
  /** Gives all of it back, once. */
  release(): void
}

/** A holding with its limit as a number. */
export interface LimitedHolding extends Omit<Holding, 'limit'> {
  readonly limit: number
}

/** A thing of which memory has one, however many clients hold it. */
export interface SharedThing {
  /** Compared as the key of a map. */
  readonly key: unknown
  /** The same for all of its clients. */
  readonly amount: number
}

/** Amounts of one holding by client, taken before the work and given back after it. */
export class Ledger {
  readonly #holding: LimitedHolding
  /** The amounts of each client, shared things whole. */
  readonly #shares = new Shares()
  /** The same without shared things. */
  readonly #own = new Shares()
  /** The clients of each shared thing, with the number of their holds. */
  readonly #things = new Map<unknown, Map<string, number>>()
  /** The part of the shares that memory does not have: things of several clients count in each. */
  #repeated = 0

  constructor(holding: LimitedHolding) {
    this.#holding = holding
  }

  get limit(): number {
    return this.#holding.limit
  }

  /** The sum of all clients, shared things counted once. */
  get held(): number {
    return this.#shares.total - this.#repeated
  }

  get clients(): number {
    return this.#shares.owners
  }

  of(client: string): number {
    return this.#shares.of(client)
  }

  /** Returns true when a client could have no further amount of bytes even if nothing of others were held. */
  isBeyondShare(client: string, added: number): boolean {
    return 2 * (this.of(client) + added) > this.limit
  }

  /** Takes an amount for a client. @throws `host.busy` */
  take(client: string, amount: number): Hold {
    this.#check(client, { mine: this.of(client), added: amount })
    this.#add(client, amount)
    return this.#toHold(client, amount, () => {})
  }

  /**
   * Takes a thing that several clients may hold, and `own` for the client alone. The thing counts once in
   * all. For each of its clients it counts whole, and once: an equal part would grow when another goes. A
   * thing that is held already is refused to no client, as it costs no memory.
   * @throws `host.busy`
   */
  takeShared(client: string, { key, amount }: SharedThing, own: number): Hold {
    const holders = this.#things.get(key) ?? new Map<string, number>()
    const holds = holders.get(client) ?? 0
    if (holders.size === 0) this.#check(client, { mine: this.of(client), added: amount + own })
    else this.#check(client, { mine: this.#own.of(client), added: own })
    if (holds === 0) this.#shares.add(client, amount)
    if (holds === 0 && holders.size > 0) this.#repeated += amount
    this.#things.set(key, holders.set(client, holds + 1))
    this.#add(client, own)
    return this.#toHold(client, own, () => this.#leave(client, key, amount))
  }

  #leave(client: string, key: unknown, amount: number): void {
    const holders = this.#things.get(key)
    const holds = holders?.get(client) ?? 0
    if (holds > 1) return void holders?.set(client, holds - 1)
    holders?.delete(client)
    this.#shares.add(client, -amount)
    if (holders?.size === 0) this.#things.delete(key)
    else this.#repeated -= amount
  }

  #toHold(client: string, taken: number, onRelease: () => void): Hold {
    let amount = taken
    let isReleased = false
    return {
      get amount() {
        return amount
      },
      resize: (wanted) => {
        if (isReleased || wanted === amount) return
        const more = wanted - amount
        this.#check(client, { mine: this.of(client), added: more, resized: amount })
        this.#add(client, more)
        amount = wanted
      },
      release: () => {
        if (isReleased) return
        isReleased = true
        this.#add(client, -amount)
        onRelease()
      },
    }
  }

  #add(client: string, amount: number): void {
    this.#shares.add(client, amount)
    this.#own.add(client, amount)
  }

  /** Returns whether {@link take} would give a client this amount. */
  admits(client: string, amount: number): boolean {
    return this.#admits(client, { mine: this.of(client), added: amount })
  }

  /** Decides on a further amount as {@link Holding} says. */
  #admits(client: string, { mine, added, resized = 0 }: WantedAmount): boolean {
    const { unit, limit } = this.#holding
    if (unit === 'count') return this.#shares.admits(client, limit)
    return added <= 0 || this.held === resized || mine + added <= limit - this.held - added
  }

  #check(client: string, wanted: WantedAmount): void {
    if (!this.#admits(client, wanted)) throw new SpecimenError('host.busy', this.#holding.refusal)
  }
}

/** An amount that a client wants beside the `mine` that it has. */
interface WantedAmount {
  readonly mine: number
  readonly added: number
  /** The part of it that belongs to the hold which is to grow. */
  readonly resized?: number
}
