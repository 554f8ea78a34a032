import type { Json } from '../../domain/json.ts'

/** The path of results for other hosts; an id follows. */
export const resultsPath = '/group/results/'

/** The path of questions about workers between hosts; the query has a digest of the question. */
export const questionsPath = '/group/questions'

/** The operations of a host with a verified signature. */
export interface AdmittedPeer {
  /** Returns the parts of a result as it is sent; undefined when it is not here. */
  readResult(id: string): Promise<readonly Uint8Array[] | undefined>
  /** Returns the sealed answer to a question. @throws `peer.refused` when another question was signed */
  answer(question: Json | undefined, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>>
}

/** The answers of a host to the other hosts of its group. */
export interface PeerAnswers {
  /**
   * Verifies the signature of a request; `target` is its path and query, without a proxy's prefix.
   * @throws `peer.unsigned`, `peer.refused`
   */
  admit(request: {
    readonly method: string
    readonly target: string
    readonly authorization: string | undefined
  }): AdmittedPeer
}
