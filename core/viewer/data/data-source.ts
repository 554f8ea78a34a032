import type { ProgressMessage } from '../../domain/job.ts'
import type { Result } from '../../domain/result/result.ts'
import type { Params } from '../../domain/schema.ts'
import type { SavedForm } from '../../run/encoding/encode-form.ts'
import type { Prepared } from './prepared.ts'

/** A file of the user's own; its path is that in a folder, or its name. */
export interface OwnFile {
  readonly path: string
  readonly blob: Blob
}

/** The address of a result. */
export interface LoadRequest {
  readonly specimenId: string
  readonly isDynamic: boolean
  /** Parameters, complete or not: defaults replace missing ones. A static specimen has `frame` alone. */
  readonly params: Params
  readonly roomId: string
  /** The result that the room shows, in place of a run. */
  readonly resultId?: string
  /** The content in place of one from the host. */
  readonly files?: readonly OwnFile[]
  /** The result in place of one from the host, or its JSON. The arrays are handed over. */
  readonly result?: Result | Blob
  /** Makes a file of the result, and no picture. */
  readonly saved?: SavedForm
}

/** A file that cannot be decoded, is too large to be shown, or was asked for; it can be downloaded. */
export interface PlainFile {
  readonly type: 'file'
  readonly fileName: string
  readonly byteLength: number
  readonly reason: string
  /** The bytes of a file that was asked for, and the notes of its result. */
  readonly content?: Blob
  readonly notes?: readonly string[] | undefined
}

/** The callbacks and the signal of a request. */
export interface DataCall {
  readonly signal: AbortSignal
  readonly onProgress: (messages: readonly ProgressMessage[]) => void
}

/** The source of results: a worker, so that decoding and preparing never block the page. */
export interface DataSource {
  /**
   * Loads and prepares. Aborting cancels the job on the host.
   * @throws {LoadError} when the host refuses or does not answer, for a failed job, and for bytes that cannot
   * be read or held; the signal's reason
   */
  load(request: LoadRequest, call: DataCall): Promise<Prepared | PlainFile>
  /** Ends the worker, and pending requests with the reason `closed`. */
  close(): void
}
