import type { ProgressMessage } from '../../domain/job.ts'
import type { Params } from '../../domain/schema.ts'
import type { Prepared } from './prepared.ts'

/** What is asked for. */
export interface LoadRequest {
  readonly specimenId: string
  readonly isDynamic: boolean
  /** Complete or not: the schema's defaults stand for those left out. */
  readonly params: Params
  readonly roomId: string
}

/** A file that no decoder knows, or that is too large to be shown; it can be downloaded. */
export interface PlainFile {
  readonly type: 'file'
  readonly fileName: string
  readonly byteLength: number
  /** Why it cannot be shown, and what can be. */
  readonly reason: string
}

/** How a request may be followed and ended. */
export interface DataCall {
  readonly signal: AbortSignal
  /** New messages of the job, in order; several when it sends many. */
  readonly onProgress: (messages: readonly ProgressMessage[]) => void
}

/** Where results come from: a worker, so that decoding and preparing never hold up the page. */
export interface DataSource {
  /**
   * Loads and prepares. Aborting cancels the job on the host.
   * @throws {LoadError} when the host refuses or does not answer, for a failed job, and for bytes that cannot
   * be read or held; the signal's reason
   */
  load(request: LoadRequest, call: DataCall): Promise<Prepared | PlainFile>
  /** Ends the worker, and with the reason `closed` what is under way. */
  close(): void
}
