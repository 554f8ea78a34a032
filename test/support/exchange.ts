/** Bytes to a host and the answers that come back, for requests that no HTTP client would send. */
import { connect } from 'node:net'
import { waitMilliseconds } from './limits.ts'

/** An answer taken apart; bodies that are chunked are put together. */
export interface RawAnswer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer
}

/** What is sent, a half of something with the end of the sending side behind it. */
export type Sent = string | Buffer | { readonly half: string }

/** Sends to a port of this machine, and returns the answers that came until the host closed. */
export async function exchange(port: number, sent: Sent): Promise<RawAnswer[]> {
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  const closed = new Promise<void>((resolve, reject) => {
    socket.setTimeout(waitMilliseconds, () => {
      reject(new Error('The host does not close the connection.'))
      socket.destroy()
    })
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', () => {}) // a host may reset what it refuses; what it answered before counts
    socket.on('close', () => resolve())
  })
  const isHalf = typeof sent === 'object' && 'half' in sent
  const bytes = toBytes(isHalf ? sent.half : sent)
  if (isHalf) socket.end(bytes)
  else socket.write(bytes)
  await closed
  return parseAnswers(Buffer.concat(chunks), bytes.toString('latin1', 0, 5) === 'HEAD ')
}

/** A text stands for bytes: each of its characters is one. */
function toBytes(sent: string | Buffer): Buffer {
  return typeof sent === 'string' ? Buffer.from(sent, 'latin1') : sent
}

/** @throws Error for bytes that are no answer, or a part of one */
function parseAnswers(bytes: Buffer, isHead: boolean): RawAnswer[] {
  const answers: RawAnswer[] = []
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf('\r\n\r\n', at)
    const [first = '', ...lines] = bytes.toString('latin1', at, end).split('\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1])
    if (end < 0 || !status) throw new Error(`This is no answer: ${bytes.toString('latin1', at, at + 200)}`)
    const headers = new Map(lines.map((line) => splitHeader(line)))
    const hasBody = !isHead && status >= 200 && status !== 204 && status !== 304
    const { body, next } = hasBody ? readBody(bytes, end + 4, headers) : { body: empty, next: end + 4 }
    if (next > bytes.length) throw new Error(`The answer ${status} is cut`)
    if (status >= 200) answers.push({ status, headers, body })
    at = next
  }
  return answers
}

const empty = Buffer.alloc(0)

function splitHeader(line: string): [string, string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
}

function readBody(
  bytes: Buffer,
  from: number,
  headers: ReadonlyMap<string, string>,
): { readonly body: Buffer; readonly next: number } {
  const length = headers.get('content-length')
  if (length !== undefined) {
    const next = from + Number(length)
    return { body: bytes.subarray(from, next), next }
  }
  if (headers.get('transfer-encoding') !== 'chunked')
    return { body: bytes.subarray(from), next: bytes.length }
  const parts: Buffer[] = []
  for (let at = from; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at)
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    if (lineEnd < 0 || Number.isNaN(size)) return { body: empty, next: Number.POSITIVE_INFINITY } // cut
    if (size === 0) return { body: Buffer.concat(parts), next: lineEnd + 4 }
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = lineEnd + 2 + size + 2
  }
}
