/** Where hosts have results for each other; the id comes after it. */
export const resultsPath = '/group/results/'

/** What of a request of another host is signed, and the signature. */
export interface PeerQuestion {
  readonly method: string
  /** Path and query, without a path of a proxy before it. */
  readonly target: string
  /** The header `Authorization`. */
  readonly authorization: string | undefined
}

/** Returns the parts of a result as it is sent to the host that asks; undefined when it is not here. */
export type ReadSealed = (id: string) => Promise<readonly Uint8Array[] | undefined>

/** What a host has for the other hosts of its group. */
export interface PeerAnswers {
  /** Returns what a request may have. @throws `peer.unsigned`, `peer.refused` */
  admit(request: PeerQuestion): ReadSealed
}
