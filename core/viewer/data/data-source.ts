import type { ProgressMessage } from '../../contract/domain/job.ts'
import type { Result } from '../../contract/domain/result/result.ts'
import type { FactWords } from '../../contract/domain/result/with-words.ts'
import type { Params } from '../../contract/domain/schema.ts'
import type { SavedForm } from '../../data/encoding/encode-form.ts'
import type { PlainFile } from '../../data/prepared/plain-file.ts'
import type { Prepared } from '../../data/prepared/prepared.ts'

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
  /** The angle in degrees over which a mesh without normals is smooth; the usual one where it is absent. */
  readonly creaseAngle?: number
  /** Makes a file of the result, and no picture. */
  readonly saved?: SavedForm
  /** The part of a scene that the file is of; absent for all. */
  readonly part?: string | undefined
  /** Makes a file of the facts of the result, as JSON, with its author's words; and no picture. */
  readonly measured?: FactWords
}

/** The callbacks and the signal of a request. */
export interface DataCall {
  readonly signal: AbortSignal
  readonly onProgress: (messages: readonly ProgressMessage[]) => void
}

/** The source of results: a worker, so that decoding and preparing never block the page. */
export interface DataSource {
  /**
   * Loads and prepares. Aborting cancels the job on the host, or leaves it to a newer request that supersedes
   * it, where the reason says that (`supersededError`).
   * @throws {LoadError} when the host refuses or does not answer, for a failed job, and for bytes that cannot
   * be read or held; the signal's reason
   */
  load(request: LoadRequest, call: DataCall): Promise<Prepared | PlainFile>
  /** Ends the worker, and pending requests with the reason `closed`. */
  close(): void
}
