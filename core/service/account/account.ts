import { keysOf } from '../../contract/values/keys-of.ts'
import { type HoldingLimits, type HoldingName, holdings } from './holdings.ts'
import { type Hold, Ledger } from './ledger.ts'

/** One holding at this moment, for metrics. */
export interface HeldAmount {
  readonly name: HoldingName
  readonly unit: 'bytes' | 'count'
  readonly held: number
  readonly limit: number
  readonly clients: number
}

/**
 * The account of a host: everything that somebody outside can make it hold, by client and in all. An amount
 * is taken before the work and given back after it; beyond the limit it is refused, and nothing is done.
 * Clients are named as for rate limits: by token, or by address where many share one or have none.
 */
export class Account {
  readonly #ledgers: ReadonlyMap<HoldingName, Ledger>

  constructor(limits: HoldingLimits) {
    const toLedger = (name: HoldingName): Ledger => {
      const { limit } = holdings[name]
      return new Ledger({ ...holdings[name], limit: typeof limit === 'number' ? limit : limits[limit] })
    }
    this.#ledgers = new Map(keysOf(holdings).map((name) => [name, toLedger(name)]))
  }

  /** Takes an amount for a client. @throws `host.busy` */
  take(name: HoldingName, client: string, amount: number): Hold {
    return this.of(name).take(client, amount)
  }

  /** Returns the ledger of a holding. */
  of(name: HoldingName): Ledger {
    const ledger = this.#ledgers.get(name)
    if (!ledger) throw new TypeError(`there is no holding ${name}`)
    return ledger
  }

  list(): readonly HeldAmount[] {
    return [...this.#ledgers].map(([name, { held, limit, clients }]) => {
      return { name, unit: holdings[name].unit, held, limit, clients }
    })
  }
}
