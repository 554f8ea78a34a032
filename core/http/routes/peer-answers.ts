/** The path of results for other hosts; an id follows. */
export const resultsPath = '/group/results/'

/** The signed parts of another host's request, and the signature. */
export interface PeerQuestion {
  readonly method: string
  /** Path and query, without a proxy's prefix. */
  readonly target: string
  readonly authorization: string | undefined
}

/** The operations of a host with a verified signature. */
export interface AdmittedPeer {
  /** Returns the parts of a result as it is sent; undefined when it is not here. */
  readResult(id: string): readonly Uint8Array[] | undefined
}

/** The answers of a host to the other hosts of its group. */
export interface PeerAnswers {
  /** Verifies a request. @throws `peer.unsigned`, `peer.refused` */
  admit(request: PeerQuestion): AdmittedPeer
}
