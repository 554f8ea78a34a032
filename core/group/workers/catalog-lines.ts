/** The catalog of a worker as hosts send it each other: a frame a line, as by the worker itself. */
import { createHash } from 'node:crypto'
import { encodeControl, parseWorkerFrame, type WorkerFrameOf } from '../../federation/link/control-frames.ts'
import { limits } from '../../federation/link/limits.ts'
import { AnnouncedCatalog } from '../../federation/relay/announced-catalog.ts'
import type { OpenWorkerFile } from '../../federation/relay/announced-entries.ts'

const newline = 10

/** Returns a frame as a line. */
export function toLine(frame: WorkerFrameOf<'catalog'>): Buffer {
  return Buffer.from(`${encodeControl(frame)}\n`)
}

/** Whose catalog it is, and what it must be. */
export interface ExpectedCatalog {
  readonly workerId: string
  /** Of all its lines. */
  readonly digest: string
  readonly openFile: OpenWorkerFile
}

/**
 * Resolves with the catalog whose lines come in pieces, each line parsed and each entry judged as those of
 * the worker itself. @throws Error when they are none, too many, or another catalog's
 */
export async function readCatalog(
  pieces: AsyncIterable<Uint8Array>,
  { workerId, digest, openFile }: ExpectedCatalog,
): Promise<AnnouncedCatalog> {
  const catalog = new AnnouncedCatalog(workerId, openFile)
  const hash = createHash('sha256')
  let whole: Promise<unknown> | undefined
  for await (const line of readLines(pieces)) {
    hash.update(line)
    const frame = parseWorkerFrame(line.toString())
    if (frame?.type !== 'catalog' || whole) throw new Error('it has a line that is no part of a catalog')
    whole = catalog.take(frame)
  }
  await whole
  if (!whole || hash.digest('base64url') !== digest)
    throw new Error('it is not the catalog that was announced')
  return catalog
}

async function* readLines(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = []
  let length = 0
  for await (const piece of pieces) {
    let at = 0
    for (let end = piece.indexOf(newline); end !== -1; end = piece.indexOf(newline, at)) {
      yield Buffer.concat([...parts, piece.subarray(at, end + 1)])
      parts = []
      length = 0
      at = end + 1
    }
    const rest = piece.subarray(at)
    parts.push(rest)
    length += rest.length
    if (length > 2 * limits.controlBytes) throw new Error('it has a line that is too long')
  }
  if (length > 0) throw new Error('its last line is cut')
}
