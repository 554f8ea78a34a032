import { ProblemError, readProblem } from '../../client/problem-error.ts'
import { createTransport } from '../../client/transport.ts'
import type { FileBody } from '../../contract/wire/file-body.ts'
import { findType } from '../../data/formats/find-type.ts'
import type { BringCall, BroughtFile, FileHost } from './brought-files.ts'
import { hashBlob } from './sha256.ts'

/** Smaller files are sent at once: that takes no longer than to ask for them. */
const leastAsked = 2 ** 18

/**
 * Brings a file to the host, which keeps equal bytes once. A large one is read first, for its hash, and sent
 * only if the host does not have it from this caller, under this name.
 * @throws `format.unknown` and `file.undecodable` before anything is sent; the host's refusal; the signal's
 * reason
 */
export async function bringFile(host: FileHost, file: File, call: BringCall): Promise<BroughtFile> {
  const { name, size: bytes } = file
  const { signal, onProgress } = call
  const read = async (start: number, length: number): Promise<Uint8Array> =>
    new Uint8Array(await file.slice(start, start + length).arrayBuffer())
  await findType({ name, size: bytes, read })
  if (bytes >= leastAsked) {
    const onRead = (done: number): void => onProgress({ stage: 'reading', done, bytes })
    const known = await findFile(host, await hashBlob(file, { signal, onRead }), signal)
    if (known?.name === name) return known
  }
  signal.throwIfAborted()
  return await host.call(async () => await sendFile(host, file, call), signal)
}

/** Returns what the host has under a hash; null for nothing of this caller. @throws as a client */
export async function findFile(
  host: FileHost,
  hash: string,
  signal?: AbortSignal,
): Promise<BroughtFile | null> {
  return await host.call(async () => {
    const { readBody } = createTransport(host.baseUrl, { token: host.token.peek() })
    try {
      return await readBody<FileBody>(`/api/files/${encodeURIComponent(hash)}`, { signal })
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'file.missing') return null
      throw error
    }
  }, signal)
}

/** Sends a file by the older way of browsers, which alone tells how far it is. */
async function sendFile(host: FileHost, file: File, { signal, onProgress }: BringCall): Promise<FileBody> {
  const request = new XMLHttpRequest()
  const stop = (): void => request.abort()
  try {
    const answer = await new Promise<Response>((resolve, reject) => {
      signal.addEventListener('abort', stop)
      request.upload.onprogress = ({ loaded }) =>
        onProgress({ stage: 'sending', done: Math.min(loaded, file.size), bytes: file.size })
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
      onProgress({ stage: 'sending', done: 0, bytes: file.size })
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
  return new Response(responseText, { status, statusText, headers: type === null ? {} : { 'content-type': type } })
}
