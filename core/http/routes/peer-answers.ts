import type { Json } from '../../domain/json.ts'

/** Where hosts have results for each other; the id comes after it. */
export const resultsPath = '/group/results/'

/** Where hosts answer each other's questions about workers; a digest of the question is in the query. */
export const questionsPath = '/group/questions'

/** What of a request of another host is signed, and the signature. */
export interface PeerQuestion {
  readonly method: string
  /** Path and query, without a path of a proxy before it. */
  readonly target: string
  /** The header `Authorization`. */
  readonly authorization: string | undefined
}

/** What another host may have that has signed its request. */
export interface AdmittedPeer {
  /** Returns the parts of a result as it is sent; undefined when it is not here. */
  readResult(id: string): Promise<readonly Uint8Array[] | undefined>
  /** Returns the sealed answer to a question. @throws `peer.refused` when another question was signed */
  answer(question: Json | undefined, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>>
}

/** What a host has for the other hosts of its group. */
export interface PeerAnswers {
  /** Returns what a request may have. @throws `peer.unsigned`, `peer.refused` */
  admit(request: PeerQuestion): AdmittedPeer
}
