/**
 * One keep-alive connection of a client that costs next to nothing: requests are texts made beforehand, one
 * at a time, and the body is counted, or shown to `onBytes` piece by piece. Pieces lie in a buffer that is
 * used again for the next one.
 */
import { connect } from 'node:net'

const bufferBytes = 2 ** 18
const idleMilliseconds = 120_000

/** Returns an open connection to a port of this machine. */
export async function openConnection(port) {
  const connection = new HttpConnection(port)
  await connection.opened
  return connection
}

/** Returns the text of a request; a body is sent as JSON. */
export function toRequest(method, path, body) {
  const content = body === undefined ? '' : JSON.stringify(body)
  const about =
    body === undefined
      ? ''
      : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(content)}\r\n`
  return `${method} ${path} HTTP/1.1\r\nhost: localhost\r\n${about}\r\n${content}`
}

/** Sends a request and returns its body as bytes. @throws when the status is another than `wanted` */
export async function readBytes(connection, request, wanted = 200) {
  const pieces = []
  const { status } = await connection.send(request, (piece) => pieces.push(Buffer.from(piece)))
  const bytes = Buffer.concat(pieces)
  if (status === wanted) return bytes
  throw new Error(`${request.split('\r\n', 1)[0]} was answered ${status}: ${bytes.subarray(0, 1000)}`)
}

/**
 * Returns what takes the pieces of an envelope, and has its first element (float32) in `first` once that has
 * come.
 */
export function createFirstReader() {
  let head = Buffer.alloc(0)
  const reader = {
    first: undefined,
    take: (piece) => {
      if (reader.first !== undefined) return
      head = Buffer.concat([head, piece.subarray(0, 4096)])
      const at = head.length < 4 ? Number.POSITIVE_INFINITY : 4 + head.readUInt32LE(0)
      if (head.length >= at + 4) reader.first = head.readFloatLE(at)
    },
  }
  return reader
}

/** Sends a request and returns its parsed body. @throws when the status is not 200 */
export async function readJson(connection, request) {
  return JSON.parse((await readBytes(connection, request)).toString())
}

class HttpConnection {
  #socket
  #pending
  #head = ''
  #status = 0
  #length = 0
  /** Bytes of the body, or of its current chunk, still to come; -1 outside a body. */
  #left = -1
  #isChunked = false
  #isLastChunk = false
  #line = ''

  constructor(port) {
    const onread = {
      buffer: Buffer.alloc(bufferBytes),
      callback: (count, buffer) => this.#take(buffer.subarray(0, count)),
    }
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true, onread })
    this.#socket.setTimeout(idleMilliseconds, () =>
      this.#socket.destroy(new Error('no answer for two minutes')),
    )
    this.opened = new Promise((resolve, reject) =>
      this.#socket.once('connect', resolve).once('error', reject),
    )
    const fail = (error) => {
      this.#pending?.reject(error ?? new Error('the connection was closed'))
      this.#pending = undefined
    }
    this.#socket.on('error', fail)
    this.#socket.on('close', () => fail())
  }

  /** Resolves with `{ status, length }` when the last byte of the body has come. */
  send(request, onBytes) {
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject, onBytes }
      this.#length = 0
      this.#socket.write(request)
    })
  }

  /**
   * Sends a request `count` times at once (HTTP pipelining) and resolves as `send` does, with the last
   * answer.
   */
  sendMany(request, count) {
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject, count }
      this.#length = 0
      this.#socket.write(request.repeat(count))
    })
  }

  close() {
    this.#pending = undefined
    this.#socket.destroy()
  }

  #take(piece) {
    let rest = piece
    while (rest.length > 0) rest = this.#left < 0 ? this.#takeHead(rest) : this.#takeBody(rest)
    return true
  }

  #takeHead(piece) {
    const before = this.#head.length
    this.#head += piece.latin1Slice()
    const end = this.#head.indexOf('\r\n\r\n')
    if (end < 0) return piece.subarray(piece.length)
    const head = this.#head.slice(0, end)
    this.#head = ''
    this.#status = Number(head.slice(9, 12))
    this.#isChunked = /\r\ntransfer-encoding: chunked/i.test(head)
    this.#isLastChunk = false
    this.#left = this.#isChunked ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
    if (this.#left === 0 && !this.#isChunked) this.#finish()
    return piece.subarray(end + 4 - before)
  }

  #takeBody(piece) {
    if (this.#left === 0) return this.#takeChunkLine(piece)
    const bytes = piece.length > this.#left ? piece.subarray(0, this.#left) : piece
    this.#left -= bytes.length
    this.#length += bytes.length
    this.#pending?.onBytes?.(bytes)
    if (this.#left === 0 && !this.#isChunked) this.#finish()
    return piece.subarray(bytes.length)
  }

  /**
   * Reads up to a line end: the end of a chunk (an empty line), the length of the next, or the line after the
   * last.
   */
  #takeChunkLine(piece) {
    const end = piece.indexOf(10)
    const used = end < 0 ? piece.length : end + 1
    this.#line += piece.latin1Slice(0, used)
    if (end >= 0) {
      const line = this.#line.trim()
      this.#line = ''
      if (this.#isLastChunk) this.#finish()
      else if (line !== '') {
        this.#left = Number.parseInt(line, 16)
        this.#isLastChunk = this.#left === 0
      }
    }
    return piece.subarray(used)
  }

  #finish() {
    const pending = this.#pending
    this.#left = -1
    if (pending?.count > 1 && this.#status === 200) {
      pending.count--
      this.#length = 0
      return
    }
    this.#pending = undefined
    pending?.resolve({ status: this.#status, length: this.#length })
  }
}
