import type { Issue } from '../../domain/errors.ts'

/** What is wrong that only the viewer knows of; other codes are the host's or its client's. */
export type LoadCode =
  /** No answer: the host is away, or the network is. */
  | 'host.unreachable'
  /** More than this page can hold or show. */
  | 'result.too-large'
  /** The worker has ended, by an error of its own or for want of memory. */
  | 'worker.crashed'
  /** A script of the page is not there, as after an upgrade of the host. */
  | 'page.incomplete'

/** What is known of a failure besides its text; it crosses from the worker to the page. */
export interface FailureDetails {
  /** A {@link LoadCode} or the code of the host or its client, such as `function.failed`. */
  readonly code: string
  /** The HTTP status of a refusal; null where the host did not refuse. */
  readonly status: number | null
  /** The parameters that the host refused, by JSON pointer; empty for other failures. */
  readonly issues: readonly Issue[]
}

/** Why there is no result, in words for whoever asked for it. */
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
