/**
 * The pump of outgoing streams, against a port played by the test: credit, turns, and going back after a new
 * link.
 */
import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { BodySource, createArraySource } from '../../../core/federation/link/byte-source.ts'
import type { Chunk } from '../../../core/federation/link/chunk.ts'
import { LinkError } from '../../../core/federation/link/link-error.ts'
import type { Pace } from '../../../core/federation/link/link-pace.ts'
import {
  type ChunkPort,
  OutgoingStreams,
  type StreamEnd,
} from '../../../core/federation/link/outgoing-streams.ts'

const kib = 1024
const plenty = 2 ** 30

/** A port that takes chunks; those it was handed leave it when the test says so. */
class Port implements ChunkPort {
  readonly chunks: Chunk[] = []
  queuedBytes = 0
  readonly #written: (() => void)[] = []
  readonly #holds: boolean

  constructor(holds = false) {
    this.#holds = holds
  }

  sendChunk(chunk: Chunk, onWritten: () => void): void {
    this.chunks.push(chunk)
    if (!this.#holds) return
    this.queuedBytes += chunk.bytes.length
    this.#written.push(() => {
      this.queuedBytes -= chunk.bytes.length
      onWritten()
    })
  }

  /** Lets the oldest chunk leave. */
  write(): void {
    this.#written.shift()?.()
  }

  bytesOf(id: number): Buffer {
    return Buffer.concat(this.chunks.filter((chunk) => chunk.id === id).map(({ bytes }) => bytes))
  }
}

/** A pace that is the window alone. */
class Window implements Pace {
  readonly pieceBytes = Number.POSITIVE_INFINITY
  readonly #window: number
  sent = 0
  #taken = 0

  constructor(window: number) {
    this.#window = window
  }

  get room(): number {
    return this.#window - (this.sent - this.#taken)
  }

  send(bytes: number): void {
    this.sent += bytes
  }

  take(taken: number): void {
    this.#taken = Math.max(this.#taken, taken)
  }
}

function toBytes(length: number, seed = 7): Uint8Array {
  return Uint8Array.from({ length }, (_, i) => (i * seed) % 253)
}

function open(streams: OutgoingStreams, id: number, bytes: Uint8Array): StreamEnd[] {
  const ends: StreamEnd[] = []
  streams.add(id, createArraySource([bytes]), (end) => ends.push(end))
  return ends
}

async function* toPieces(
  bytes: Uint8Array,
  length: number,
  onRead: () => void = () => {},
): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) {
    onRead()
    yield bytes.subarray(at, at + length)
  }
}

const fromStart = { offset: 0, window: plenty, consumed: 0 }

describe('outgoing streams', () => {
  it('cuts several arrays into chunks without gaps, and ends with the checksum over all', () => {
    const streams = new OutgoingStreams()
    const port = new Port()
    streams.attach(port, new Window(plenty))
    const floats = new Float32Array([1, 2.5, -3])
    const arrays = [toBytes(600 * kib), floats, new Uint16Array(0), toBytes(5)]
    const whole = Buffer.concat(
      arrays.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength)),
    )
    const ends: StreamEnd[] = []
    streams.add(3, createArraySource(arrays), (end) => ends.push(end))
    expect(streams.start(3, fromStart)).toBe(true)
    expect(port.bytesOf(3).equals(whole)).toBe(true)
    expect(port.chunks.every(({ bytes }) => bytes.length <= 256 * kib)).toBe(true)
    expect(port.chunks.map(({ offset }) => offset)).toEqual([0, 262144, 524288, 614400, 614412])
    expect(ends).toEqual([{ bytes: whole.length, crc32: crc32(whole) }])
  })

  it('ends at once when there are no bytes', () => {
    const streams = new OutgoingStreams()
    const port = new Port()
    streams.attach(port, new Window(plenty))
    const ends = open(streams, 1, new Uint8Array(0))
    streams.start(1, fromStart)
    expect(ends).toEqual([{ bytes: 0, crc32: 0 }])
    expect(port.chunks).toEqual([])
  })

  it('never has more under way than the window of the stream, when credit comes in small steps', () => {
    const streams = new OutgoingStreams()
    const port = new Port()
    streams.attach(port, new Window(plenty))
    const bytes = toBytes(700 * kib)
    const ends = open(streams, 1, bytes)
    const window = 100 * kib
    streams.start(1, { offset: 0, window, consumed: 0 })
    for (let consumed = 0; ends.length === 0; consumed += 10 * kib) {
      const sent = port.bytesOf(1).length
      expect(sent - Math.min(consumed, sent)).toBeLessThanOrEqual(window)
      streams.credit(1, Math.min(consumed, sent))
    }
    expect(port.bytesOf(1).equals(Buffer.from(bytes))).toBe(true)
  })

  it('never has more under way than the window of the link, whichever streams the bytes are of', () => {
    const streams = new OutgoingStreams()
    const port = new Port()
    streams.attach(port, new Window(300 * kib))
    const ends = [1, 2].map((id) => open(streams, id, toBytes(500 * kib, id)))
    for (const id of [1, 2]) streams.start(id, fromStart)
    const sent = () => port.bytesOf(1).length + port.bytesOf(2).length
    for (let taken = 0; ends.flat().length < 2; taken = sent()) {
      expect(sent() - taken).toBeLessThanOrEqual(300 * kib)
      streams.creditLink(taken)
    }
    expect([1, 2].map((id) => port.bytesOf(id).equals(toBytes(500 * kib, id)))).toEqual([true, true])
  })

  it('lets streams take turns, and one without credit holds up no other', () => {
    const streams = new OutgoingStreams()
    const port = new Port(true)
    streams.attach(port, new Window(plenty))
    for (const id of [1, 2, 3]) open(streams, id, toBytes(1024 * kib))
    streams.start(1, { offset: 0, window: 256 * kib, consumed: 0 })
    streams.start(2, fromStart)
    streams.start(3, fromStart)
    while (port.queuedBytes > 0) port.write()
    expect(port.chunks.slice(1, 7).map(({ id }) => id)).toEqual([2, 3, 2, 3, 2, 3])
    expect(port.chunks.filter(({ id }) => id === 1)).toHaveLength(1)
  })

  it('hands over no more than the socket should hold, and goes on as chunks leave', () => {
    const streams = new OutgoingStreams()
    const port = new Port(true)
    streams.attach(port, new Window(plenty))
    open(streams, 1, toBytes(2048 * kib))
    streams.start(1, fromStart)
    expect(port.chunks).toHaveLength(2)
    port.write()
    expect(port.chunks).toHaveLength(3)
  })

  it.each([0, 1, 262_144, 500_000, 614_400])(
    'goes on from byte %i after a new link, with the same checksum',
    (offset) => {
      const streams = new OutgoingStreams()
      const bytes = toBytes(600 * kib)
      streams.attach(new Port(), new Window(plenty))
      const ends = open(streams, 1, bytes)
      streams.start(1, fromStart)
      streams.detach()
      const port = new Port()
      streams.attach(port, new Window(plenty))
      expect(port.chunks).toEqual([])
      expect(streams.start(1, { offset, window: plenty, consumed: offset })).toBe(true)
      expect(port.bytesOf(1).equals(Buffer.from(bytes.subarray(offset)))).toBe(true)
      expect(ends).toEqual([1, 2].map(() => ({ bytes: bytes.length, crc32: crc32(bytes) })))
    },
  )

  it('refuses to go on from what was never sent', () => {
    const streams = new OutgoingStreams()
    streams.attach(new Port(), new Window(plenty))
    open(streams, 1, toBytes(100))
    expect(streams.start(1, { offset: 1, window: plenty, consumed: 1 })).toBe(false)
    expect(streams.start(2, fromStart)).toBe(false)
  })

  it('refuses credit for bytes that were never sent, and ignores that of unknown streams', () => {
    const streams = new OutgoingStreams()
    streams.attach(new Port(), new Window(plenty))
    open(streams, 1, toBytes(100))
    expect(() => streams.credit(1, 1)).toThrow(LinkError)
    expect(() => streams.creditLink(1)).toThrow(LinkError)
    expect(() => streams.credit(2, 1)).not.toThrow()
  })

  it('reads a body only as far as it may send it, and keeps what is not consumed', async () => {
    const streams = new OutgoingStreams()
    const port = new Port()
    streams.attach(port, new Window(plenty))
    const bytes = toBytes(100 * kib)
    let reads = 0
    const body = toPieces(bytes, 10 * kib, () => reads++)
    const failures: unknown[] = []
    const events = { onReadable: () => streams.pump(), onFailed: (error: unknown) => failures.push(error) }
    const ends: StreamEnd[] = []
    streams.add(1, new BodySource(body, bytes.length, events), (end) => ends.push(end))
    streams.start(1, { offset: 0, window: 30 * kib, consumed: 0 })
    await expect.poll(() => port.bytesOf(1).length).toBe(30 * kib)
    expect(reads).toBe(3)
    streams.credit(1, 20 * kib)
    await expect.poll(() => port.bytesOf(1).length).toBe(50 * kib)
    streams.detach()
    const next = new Port()
    streams.attach(next, new Window(plenty))
    expect(streams.start(1, { offset: 10 * kib, window: plenty, consumed: 0 })).toBe(false)
    expect(streams.start(1, { offset: 25 * kib, window: plenty, consumed: 0 })).toBe(true)
    await expect.poll(() => ends.length).toBe(1)
    expect(next.bytesOf(1).equals(Buffer.from(bytes.subarray(25 * kib)))).toBe(true)
    expect(ends).toEqual([{ bytes: bytes.length, crc32: crc32(bytes) }])
    expect(failures).toEqual([])
  })

  it('says so when a body breaks off, or ends before its announced length', async () => {
    const failures: unknown[] = []
    const onFailed = (error: unknown) => failures.push(error)
    const streams = new OutgoingStreams()
    streams.attach(new Port(), new Window(plenty))
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield toBytes(10)
      throw new Error('the disk is gone')
    }
    const bodies = [broken(), toPieces(toBytes(10), 10)]
    for (const [i, body] of bodies.entries()) {
      streams.add(i + 1, new BodySource(body, 20, { onReadable: () => streams.pump(), onFailed }), () => {})
      streams.start(i + 1, fromStart)
    }
    await expect.poll(() => failures.map(String)).toHaveLength(2)
    expect(failures.map(String).sort()).toEqual([
      'Error: the disk is gone',
      expect.stringContaining('ended after 10 of 20 bytes'),
    ])
  })

  it('leaves a body when its stream is closed', async () => {
    let isLeft = false
    async function* body(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield toBytes(10)
      } finally {
        isLeft = true
      }
    }
    const streams = new OutgoingStreams()
    const port = new Port()
    streams.attach(port, new Window(plenty))
    const events = { onReadable: () => streams.pump(), onFailed: () => {} }
    streams.add(1, new BodySource(body(), 1000, events), () => {})
    streams.start(1, { offset: 0, window: 20, consumed: 0 })
    await expect.poll(() => port.chunks.length).toBe(2)
    streams.close(1)
    await expect.poll(() => isLeft).toBe(true)
  })
})
