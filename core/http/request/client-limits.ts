import { hash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { SpecimenError } from '../../domain/errors.ts'
import { isLoopback } from '../../domain/loopback.ts'
import { RateLimit } from './rate-limit.ts'
import { RecentTexts } from './recent-texts.ts'

/**
 * How much a client may ask of a host, in a minute; 0 for no limit. Undefined for the standard, by which
 * clients on the host's own machine are not counted: they may do worse anyway, and a proxy there that the
 * host was not told of would make one client of all.
 */
export interface ClientRates {
  /** Requests of any kind. */
  readonly requestRate: number | undefined
  /** Those that may run a function. */
  readonly runRate: number | undefined
  /** Tokens that were not taken. */
  readonly loginRate: number | undefined
}

/**
 * What a client may ask in a minute where the operator says nothing: a room of 60 headsets behind one
 * address, each of which polls ten times a second and follows a slider that is dragged, needs no more.
 */
export const standardRates = { requestRate: 60_000, runRate: 24_000, loginRate: 120 } as const

/** The refusal of a client that asks too often. */
export class ClientLimited extends SpecimenError {
  /** After which another try is worth it. */
  readonly seconds: number

  constructor(what: string, seconds: number) {
    super('client.limited', `${what}; try again in ${seconds} s.`)
    this.seconds = seconds
  }
}

/** How long a token that was shown is remembered, by its hash with the address that it came from. */
const shownMilliseconds = 10 * 60_000
const rightTokens = 5000
const wrongTokens = 1000

interface CountedRate {
  readonly limit: RateLimit
  /** Whether the host's own machine is counted, too. */
  readonly countsLocal: boolean
}

/** What each client has asked of a host lately. Clients are named by {@link toClient}. */
export class ClientLimits {
  readonly #rates: { readonly [Name in keyof ClientRates]: CountedRate }
  /** Are taken from where they came, however many wrong ones come from there. */
  readonly #right = new RecentTexts({ most: rightTokens, milliseconds: shownMilliseconds })
  /** Are not counted again: the same one is a client that has not noticed, and no guess. */
  readonly #wrong = new RecentTexts({ most: wrongTokens, milliseconds: shownMilliseconds })
  /** In milliseconds. */
  readonly #now: () => number

  constructor(rates: ClientRates, now: () => number) {
    const create = (name: keyof ClientRates): CountedRate => ({
      limit: new RateLimit(rates[name] ?? standardRates[name]),
      countsLocal: rates[name] !== undefined,
    })
    this.#rates = {
      requestRate: create('requestRate'),
      runRate: create('runRate'),
      loginRate: create('loginRate'),
    }
    this.#now = now
  }

  /** Counts a request. @throws ClientLimited */
  takeRequest(client: string): void {
    const seconds = this.#take('requestRate', client)
    if (seconds > 0)
      throw new ClientLimited('This client has sent too many requests (--request-rate)', seconds)
  }

  /** Counts a request that may run a function. @throws ClientLimited */
  takeRun(client: string): void {
    const seconds = this.#take('runRate', client)
    if (seconds > 0) throw new ClientLimited('This client has asked for too many runs (--run-rate)', seconds)
  }

  /** How many tokens are remembered. */
  get shownTokens(): number {
    return this.#right.size + this.#wrong.size
  }

  /**
   * Judges the token of a header by `look`, which throws `token.refused` or `token.missing` for a wrong one,
   * and counts it then. From where too many wrong ones have come none is taken, not even the right one, as a
   * guess must not be told from it; but for those that were right lately when they came from there. It is
   * looked at before and after, because wrong ones may be counted while `look` waits.
   * @throws ClientLimited, and what `look` does
   */
  judgeToken<Found>(
    client: string,
    authorization: string,
    look: () => Found | Promise<Found>,
  ): Found | Promise<Found> {
    const shown = hash('sha256', `${client} ${authorization}`, 'base64')
    const check = (): void => {
      const seconds = this.#rates.loginRate.limit.wait(client, this.#now())
      if (seconds > 0 && !this.#right.has(shown, this.#now()))
        throw new ClientLimited('Too many wrong tokens have come from this address (--login-rate)', seconds)
    }
    const take = (found: Found): Found => {
      check()
      this.#right.add(shown, this.#now())
      return found
    }
    const refuse = (error: unknown): never => {
      if (!isRefusal(error)) throw error
      this.#right.delete(shown)
      check()
      if (this.#wrong.add(shown, this.#now())) this.#take('loginRate', client)
      throw error
    }
    check()
    try {
      const found = look()
      return found instanceof Promise ? found.then(take, refuse) : take(found)
    } catch (error) {
      return refuse(error)
    }
  }

  #take(name: keyof ClientRates, client: string): number {
    const { limit, countsLocal } = this.#rates[name]
    return countsLocal || client !== localClient ? limit.take(client, this.#now()) : 0
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof SpecimenError && (error.code === 'token.refused' || error.code === 'token.missing')
}

/** The client that stands for the host's own machine. */
export const localClient = 'this machine'

/**
 * Returns the name by which an address is counted: of IPv6 the network, which one client has as a whole.
 */
export function toClient(address: string): string {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '')
  if (isLoopback(plain)) return localClient
  if (!isIPv6(plain)) return plain
  const [before = '', after] = plain.split('%', 1)[0]?.split('::') ?? []
  const head = before.split(':').filter(Boolean)
  const tail = (after ?? '').split(':').filter(Boolean)
  const zeros = after === undefined ? 0 : 8 - head.length - tail.length
  const groups = [...head, ...Array.from({ length: zeros }, () => '0'), ...tail]
  return `${groups.slice(0, 4).join(':')}::/64`
}
