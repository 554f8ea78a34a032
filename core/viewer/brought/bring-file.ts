import { ProblemError, readProblem } from '../../client/problem-error.ts'
import { hashBlob } from '../../client/sha256.ts'
import { createTransport } from '../../client/transport.ts'
import { pieceBytes } from '../../client/upload-pieces.ts'
import { sayKinds } from '../../contract/domain/data-ref.ts'
import { SpecimenError } from '../../contract/domain/errors.ts'
import type { FileBody } from '../../contract/wire/file-body.ts'
import { explainUnknown, findFormat, findNamedFormat } from '../../data/formats/find-format.ts'
import type { BringCall } from '../panel/data/panel-data.ts'
import type { FileHost, SentFile } from './sent-file.ts'

/** Smaller files are sent at once: that takes no longer than to ask for them. */
const leastAsked = 2 ** 18
/** Bytes by which a format is known. */
const startBytes = 2 ** 14

/**
 * Brings a file to the host, which keeps equal bytes once. A large one is read first, for its hash, and sent
 * only if the host does not have it from this caller, under this name.
 * @throws `format.unknown` and `file.undecodable` before anything is sent; the host's refusal; the signal's
 * reason
 */
export async function bringFile(host: FileHost, file: File, call: BringCall): Promise<SentFile> {
  const { name, size: bytes } = file
  const { signal, onProgress } = call
  const isTakenAsItIs = call.kinds.includes('file') // the host knows the endings
  if (!isTakenAsItIs) checkKinds(name, await findKinds(file), call.kinds)
  let hash = ''
  if (bytes >= leastAsked) {
    const onRead = (done: number): void => onProgress({ stage: 'Reading', fraction: done / bytes })
    hash = await hashBlob(file, { signal, onRead })
    const known = await findFile(host, hash, signal)
    if (known?.name === name) return known
  }
  signal.throwIfAborted()
  const send = bytes > pieceBytes ? sendPieces : sendFile
  const sent = await host.call(async () => toSentFile(await send(host, file, { ...call, hash })), signal)
  if (!isTakenAsItIs) checkKinds(name, [sent.kind], call.kinds)
  return sent
}

/** Returns a file as the page has it; one that no format is of is taken as it is. */
function toSentFile({ file, name, bytes, kind }: FileBody): SentFile {
  return { file, name, bytes, kind: kind ?? 'file' }
}

/** Returns what the host has under a hash; null for nothing of this caller. @throws as a client */
export async function findFile(host: FileHost, hash: string, signal?: AbortSignal): Promise<SentFile | null> {
  return await host.call(async () => {
    const { readBody } = createTransport(host.baseUrl, { token: host.token.peek() })
    try {
      return toSentFile(await readBody<FileBody>(`/api/files/${encodeURIComponent(hash)}`, { signal }))
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'file.missing') return null
      throw error
    }
  }, signal)
}

/**
 * Returns the kinds that a file of its format may hold; the host, which reads more of it, says which.
 * @throws `format.unknown`
 */
async function findKinds(file: File): Promise<readonly string[]> {
  const start = new Uint8Array(await file.slice(0, startBytes).arrayBuffer())
  const isPacked = start[0] === 0x1f && start[1] === 0x8b
  const format = isPacked ? findNamedFormat(file.name.replace(/[.]gz$/i, '')) : findFormat(start, file.name)
  if (!format && !isPacked) throw new SpecimenError('format.unknown', explainUnknown(start, file.name))
  return format?.types ?? []
}

/** @throws `format.unknown` where none of the kinds of a file is taken */
function checkKinds(name: string, found: readonly string[], taken: readonly string[]): void {
  if (found.length === 0 || found.some((kind) => taken.includes(kind))) return
  const way = found.includes('scene') ? ' Open it in this page to take one of its parts.' : ''
  const detail = `${name} is ${sayKinds(found)}, and ${sayKinds(taken)} is taken here.${way}`
  throw new SpecimenError('format.unknown', detail)
}

/** Sends a large file in pieces, which go on after a broken connection. */
async function sendPieces(
  host: FileHost,
  file: File,
  { signal, onProgress, hash }: BringCall & { readonly hash: string },
): Promise<FileBody> {
  const { name, size } = file
  const onSent = (bytes: number): void => onProgress({ stage: 'Sending', fraction: bytes / size })
  const { upload } = createTransport(host.baseUrl, { token: host.token.peek() })
  return await upload(file, { name, hash, signal, onSent })
}

/** Sends a file by the older way of browsers, which alone tells how far it is. */
async function sendFile(host: FileHost, file: File, { signal, onProgress }: BringCall): Promise<FileBody> {
  const request = new XMLHttpRequest()
  const stop = (): void => request.abort()
  try {
    const answer = await new Promise<Response>((resolve, reject) => {
      signal.addEventListener('abort', stop)
      request.upload.onprogress = ({ loaded }) =>
        onProgress({ stage: 'Sending', fraction: Math.min(loaded / Math.max(1, file.size), 1) })
      request.onload = () => resolve(toResponse(request))
      // As `fetch` rejects: a host that is away is asked again.
      request.onerror = () => reject(new TypeError('The file could not be sent: the connection has ended.'))
      request.onabort = () => reject(signal.reason)
      request.open('POST', `${host.baseUrl}/api/files?name=${encodeURIComponent(file.name)}`)
      request.setRequestHeader('accept', 'application/json')
      request.setRequestHeader('content-type', 'application/octet-stream')
      const token = host.token.peek()
      if (token !== undefined) request.setRequestHeader('authorization', `Bearer ${token}`)
      request.send(file)
      onProgress({ stage: 'Sending', fraction: 0 })
    })
    if (!answer.ok) throw await readProblem(answer)
    return await answer.json()
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

function toResponse(request: XMLHttpRequest): Response {
  const { responseText, status, statusText } = request
  const type = request.getResponseHeader('content-type')
  return new Response(responseText, {
    status,
    statusText,
    headers: type === null ? {} : { 'content-type': type },
  })
}
