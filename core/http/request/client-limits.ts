import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { SpecimenError } from '../../domain/errors.ts'
import { isLoopback } from '../../domain/loopback.ts'
import { RateLimit } from './rate-limit.ts'

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

/** Wrong tokens that are remembered: the same one again is a client that has not noticed, and no guess. */
const wrongTokenLimit = 1000

interface CountedRate {
  readonly limit: RateLimit
  /** Whether the host's own machine is counted, too. */
  readonly countsLocal: boolean
}

/** What each client has asked of a host lately. Clients are named by {@link toClient}. */
export class ClientLimits {
  readonly #rates: { readonly [Name in keyof ClientRates]: CountedRate }
  readonly #wrongTokens = new Set<string>()
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

  /** Whether anybody has shown a wrong token, so that {@link checkLogin} is not for nothing. */
  get hasWrongTokens(): boolean {
    return this.#wrongTokens.size > 0
  }

  /**
   * Refuses any token, the right one as well, from where too many wrong ones have come: else a right guess
   * would be let in, however many went before it. @throws ClientLimited
   */
  checkLogin(client: string): void {
    const seconds = this.#rates.loginRate.limit.wait(client, this.#now())
    if (seconds > 0)
      throw new ClientLimited('Too many wrong tokens have come from this address (--login-rate)', seconds)
  }

  /** Counts a token that was not taken, once however often it comes. */
  countWrongToken(client: string, authorization: string): void {
    const digest = createHash('sha256').update(`${client} ${authorization}`).digest('base64')
    if (this.#wrongTokens.has(digest)) return
    if (this.#wrongTokens.size >= wrongTokenLimit) this.#wrongTokens.clear()
    this.#wrongTokens.add(digest)
    this.#take('loginRate', client)
  }

  #take(name: keyof ClientRates, client: string): number {
    const { limit, countsLocal } = this.#rates[name]
    return countsLocal || client !== localClient ? limit.take(client, this.#now()) : 0
  }
}

/** The client that stands for the host's own machine. */
const localClient = 'this machine'

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
