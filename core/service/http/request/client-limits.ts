import { hash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import { isLoopback } from '../../../contract/domain/loopback.ts'
import { RateLimit } from './rate-limit.ts'
import { RecentTexts } from './recent-texts.ts'

/**
 * The rate limits of a client, per minute; 0 for no limit, undefined for the default, which exempts this
 * machine.
 */
export interface ClientRates {
  readonly requestRate: number | undefined
  readonly runRate: number | undefined
  readonly loginRate: number | undefined
}

/** The default rates: enough for 60 headsets behind one address that poll ten times a second. */
export const standardRates = { requestRate: 60_000, runRate: 24_000, loginRate: 120 } as const

/** The refusal of a client above its rate. */
export class ClientLimited extends SpecimenError {
  readonly seconds: number

  constructor(what: string, seconds: number) {
    super('client.limited', `${what}; try again in ${seconds} s.`)
    this.seconds = seconds
  }
}

/** The time for which a token is remembered, by its hash and address. */
const shownMilliseconds = 10 * 60_000
const rightTokens = 5000
const wrongTokens = 1000

/** The recent requests of each client. Clients are named by {@link toClient}. */
export class ClientLimits {
  readonly #rates: Readonly<Record<keyof ClientRates, { limit: RateLimit; countsLocal: boolean }>>
  /** Accepted from their own address, even when that is limited. */
  readonly #right = new RecentTexts(rightTokens, shownMilliseconds)
  /** Counted once: a repeated token is an unaware client, no guess. */
  readonly #wrong = new RecentTexts(wrongTokens, shownMilliseconds)
  readonly #now: () => number

  constructor(rates: ClientRates, now: () => number) {
    const create = (name: keyof ClientRates) => ({
      limit: new RateLimit(rates[name] ?? standardRates[name]),
      countsLocal: rates[name] !== undefined,
    })
    const [requestRate, runRate, loginRate] = [create('requestRate'), create('runRate'), create('loginRate')]
    this.#rates = { requestRate, runRate, loginRate }
    this.#now = now
  }

  takeRequest(client: string): void {
    const seconds = this.#take('requestRate', client)
    if (seconds > 0)
      throw new ClientLimited('This client has sent too many requests (--request-rate)', seconds)
  }

  takeRun(client: string): void {
    const seconds = this.#take('runRate', client)
    if (seconds > 0) throw new ClientLimited('This client has asked for too many runs (--run-rate)', seconds)
  }

  /** Counts a run that goes with one which was asked for, as one that gives data to it. */
  chargeRun(client: string): void {
    const { limit, countsLocal } = this.#rates.runRate
    if (countsLocal || client !== localClient) limit.charge(client, this.#now())
  }

  get shownTokens(): number {
    return this.#right.size + this.#wrong.size
  }

  /**
   * Checks the token of a header by `look`, which throws `token.refused` or `token.missing`, and counts wrong
   * ones. An address with too many wrong tokens is refused even with the right one, so that a guess learns
   * nothing, unless that token was right from there lately. The limit is checked before and after, because
   * wrong tokens may be counted while `look` waits.
   * @throws ClientLimited, and the errors of `look`
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

/** The name of the host's own machine as a client. */
export const localClient = 'this machine'

/** Returns the name by which an address is counted: for IPv6 the network, which one client owns whole. */
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
