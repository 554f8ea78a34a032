import { createHmac, timingSafeEqual } from 'node:crypto'
import { SpecimenError } from '../../contract/domain/errors.ts'

/** The signed parts of a request. */
export interface SignedRequest {
  readonly method: string
  /**
   * The address of the host that is asked, as the group knows it, with path and query: what was signed for
   * one host, or for whoever writes other addresses into Redis, is of no use at another.
   */
  readonly url: string
}

/** The most by which clocks of two hosts may differ: a request that was overheard is soon of no use. */
const toleranceMilliseconds = 60_000
const scheme = 'Specimen-Peer'
const headerPattern = /^Specimen-Peer (\d{1,15})\.([A-Za-z0-9_-]{43})$/

/**
 * The signatures by which the hosts of a group know each other: HMAC-SHA256 over method, URL and time by a
 * secret that all of them have. Requests are signed by the first secret and taken by each, so that a new one
 * can be given out before the old one goes. `now` is Unix time in milliseconds, that of Redis: the
 * clocks of the hosts may be apart.
 */
export class PeerSignatures {
  readonly #keys: readonly [Buffer, ...Buffer[]]
  readonly #now: () => number
  /** Signatures that were taken once, in their order, and the time at which each may be forgotten. */
  readonly #taken = new Map<string, number>()

  constructor(secrets: readonly [string, ...string[]], now: () => number) {
    const [first, ...others] = secrets
    this.#keys = [deriveKey(first), ...others.map(deriveKey)]
    this.#now = now
  }

  /** Returns the header `Authorization` of a request. */
  sign(request: SignedRequest): string {
    const time = String(Math.round(this.#now()))
    return `${scheme} ${time}.${signText(this.#keys[0], request, time).toString('base64url')}`
  }

  /**
   * Verifies that a request was signed by a secret of the group.
   * @throws `peer.unsigned` when it was not, `peer.refused` when by another secret, or too long ago
   */
  verify(request: SignedRequest, authorization: string | undefined): void {
    this.#check(request, authorization)
  }

  /**
   * Verifies a request that is taken once, by one host: one that was overheard opens nothing more.
   * @throws as {@link verify}, and `peer.refused` the second time
   */
  verifyOnce(request: SignedRequest, authorization: string | undefined): void {
    const key = this.#check(request, authorization).toString('hex') // its text has several spellings
    const now = this.#now()
    for (const [text, until] of this.#taken) {
      if (until >= now) break
      this.#taken.delete(text)
    }
    if (this.#taken.has(key))
      throw new SpecimenError('peer.refused', 'This request has come before; sign each one anew.')
    this.#taken.set(key, now + 2 * toleranceMilliseconds) // its time may be ahead by as much as is allowed
  }

  /** Returns the bytes of a right signature. */
  #check(request: SignedRequest, authorization: string | undefined): Buffer {
    const [, time, signature] = headerPattern.exec(authorization ?? '') ?? []
    if (time === undefined || signature === undefined) {
      throw new SpecimenError(
        'peer.unsigned',
        'This address is for the other hosts of the group, which sign what they ask for by the secret in ' +
          'SPECIMEN_GROUP_SECRET; results for everybody are at /api/specimens/{id}/data.',
      )
    }
    const given = Buffer.from(signature, 'base64url')
    // Each is looked at, so that the time says nothing of them.
    const fitting = this.#keys.filter((key) => timingSafeEqual(signText(key, request, time), given))
    if (fitting.length === 0) {
      throw new SpecimenError(
        'peer.refused',
        'This request is signed by none of the secrets that this host has; ' +
          'give all hosts of the group the same SPECIMEN_GROUP_SECRET.',
      )
    }
    const apart = Math.abs(this.#now() - Number(time))
    if (apart <= toleranceMilliseconds) return given
    throw new SpecimenError(
      'peer.refused',
      `The time of this request is ${Math.round(apart / 1000)} s from that of this host; at most ` +
        `${toleranceMilliseconds / 1000} s are allowed. Both take it from Redis: it must be the same one.`,
    )
  }
}

function deriveKey(secret: string): Buffer {
  return createHmac('sha256', secret).update('specimen-host peer request').digest()
}

function signText(key: Buffer, { method, url }: SignedRequest, time: string): Buffer {
  return createHmac('sha256', key).update(`${method}\n${url}\n${time}`).digest()
}
