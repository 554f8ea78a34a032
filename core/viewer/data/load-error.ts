import type { Issue } from '../../domain/errors.ts'

/** The viewer's own codes; others are the host's or its client's. */
export type LoadCode =
  /** No answer: the host or the network is down. */
  | 'host.unreachable'
  /** More than this page can hold or show. */
  | 'result.too-large'
  /** The worker has ended, by an error or for lack of memory. */
  | 'worker.crashed'
  /** A script of the page is missing, as after an upgrade of the host. */
  | 'page.incomplete'

/** The details of a failure; they cross from the worker to the page. */
export interface FailureDetails {
  /** A {@link LoadCode} or the code of the host or its client, such as `function.failed`. */
  readonly code: string
  readonly status: number | null
  /** The refused parameters, by JSON pointer; empty for other failures. */
  readonly issues: readonly Issue[]
}

/** The reason for a missing result, in words for the user. */
export class LoadError extends Error implements FailureDetails {
  override readonly name = 'LoadError'
  readonly code: string
  readonly status: number | null
  readonly issues: readonly Issue[]

  constructor(text: string, { code, status, issues }: FailureDetails) {
    super(text)
    this.code = code
    this.status = status
    this.issues = issues
  }
}
