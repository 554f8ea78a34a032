/** Large files in pieces, which go on where they were when a connection breaks. */
import { sleep } from '../contract/time/sleep.ts'
import type { FileBody } from '../contract/wire/file-body.ts'
import { parseAnswer, type SendRequest } from './client-request.ts'
import { ProblemError, readProblem } from './problem-error.ts'
import { hashBlob } from './sha256.ts'

/** Bytes of a piece; a larger file comes in several. */
export const pieceBytes = 8 * 2 ** 20

/** The options of an upload. */
export interface UploadCall {
  /** The name of the file; empty for none. */
  readonly name: string
  /** The SHA-256 of the file, where it is known; it is read for that otherwise. */
  readonly hash?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** Called with the bytes that the host has. */
  readonly onSent?: ((bytes: number) => void) | undefined
}

/** The bytes that the host has of a file: all, or those before an offset. */
type Arrived =
  | { readonly kind: 'whole'; readonly file: FileBody }
  | { readonly kind: 'part'; readonly offset: number }

/** Pieces that fail one after another, without a byte of progress, before the upload does. */
const mostFailures = 5
const firstWaitMilliseconds = 500
/** Refusals that pass: a busy or stopping host, one that is not there behind its proxy, a slow line. */
const passing: ReadonlySet<number> = new Set([408, 409, 429, 500, 502, 503, 504])

/**
 * Brings a file to the host in pieces. It asks first how much of it is there, and again after each failure.
 * @throws {ProblemError} for a refusal, also one that passes where it has not after some tries; the error of
 * `fetch`; the signal's reason
 */
export async function uploadPieces(send: SendRequest, file: Blob, call: UploadCall): Promise<FileBody> {
  const { signal = new AbortController().signal, onSent } = call
  const hash = call.hash ?? (await hashBlob(file, { signal, onRead: () => {} }))
  const path = `/api/files/${hash}`
  const upload = { send, file, path, name: call.name, signal }
  let furthest = -1
  let offset: number | undefined
  for (let failures = 0; ; ) {
    try {
      const arrived = offset === undefined ? await askArrived(upload) : await sendPiece(upload, offset)
      if (arrived.kind === 'whole') return arrived.file
      offset = arrived.offset
      if (offset > furthest) failures = 0
      furthest = Math.max(furthest, offset)
      onSent?.(offset)
    } catch (error) {
      signal.throwIfAborted()
      if (!isPassing(error) || ++failures >= mostFailures) throw error
      offset = undefined
      await sleep(failures > 1 ? firstWaitMilliseconds * 2 ** (failures - 2) : 0, signal)
    }
  }
}

interface Upload {
  readonly send: SendRequest
  readonly file: Blob
  readonly path: string
  readonly name: string
  readonly signal: AbortSignal
}

async function askArrived({ send, path, name, signal }: Upload): Promise<Arrived> {
  const answer = await send(path, { signal })
  if (answer.ok) {
    const file = await readFile(answer, path)
    if (file.name === name) return { kind: 'whole', file }
    return { kind: 'part', offset: 0 } // one of another name is sent again
  }
  const offset = Number(answer.headers.get('upload-offset') ?? 0)
  const problem = await readProblem(answer)
  if (problem.code === 'file.missing') return { kind: 'part', offset }
  throw problem
}

async function sendPiece({ send, file, path, name, signal }: Upload, offset: number): Promise<Arrived> {
  const end = Math.min(offset + pieceBytes, file.size)
  const answer = await send(`${path}?name=${encodeURIComponent(name)}`, {
    method: 'PUT',
    file: file.slice(offset, end),
    contentRange: `bytes ${offset}-${end - 1}/${file.size}`,
    signal,
  })
  if (!answer.ok) throw await readProblem(answer)
  if (answer.status === 204) return { kind: 'part', offset: end }
  return { kind: 'whole', file: await readFile(answer, path) }
}

async function readFile(answer: Response, path: string): Promise<FileBody> {
  return (await parseAnswer(answer, path)) as FileBody // the host's type of this body
}

/** `fetch` throws a TypeError where a connection breaks. */
function isPassing(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof ProblemError && passing.has(error.status))
}
