/**
 * Chunks in frames with a mask of zeros: written by hand from RFC 6455 and PROTOCOL.md, and found among all
 * other frames of a connection, wherever its bytes are cut.
 */
import { describe, expect, it } from 'vitest'
import type { Chunk } from '../../../core/federation/link/chunk.ts'
import { encodePlainHead, PlainChunkReader } from '../../../core/federation/link/plain-chunks.ts'
import { fc } from '../../support/seeded-fast-check.ts'

const zeros = [0, 0, 0, 0]
const word = [7, 0, 0, 0]
/** Kind, exchange 7, offset 258. */
const chunkHead = [1, 0, 0, 0, ...word, 2, 1, 0, 0, 0, 0, 0, 0]

/** Returns a frame of a client, its payload masked already. */
function toFrame(code: number, mask: readonly number[], payload: Uint8Array): Buffer {
  const { length } = payload
  const lengths =
    length < 126
      ? [0x80 | length]
      : length < 65_536
        ? [0xfe, length >> 8, length % 256]
        : [0xff, 0, 0, 0, 0, 0, length >> 16, (length >> 8) % 256, length % 256]
  return Buffer.concat([Buffer.of(code, ...lengths, ...mask), payload])
}

function toChunkFrame(bytes: Uint8Array): Buffer {
  return toFrame(0x82, zeros, Buffer.concat([Buffer.from(chunkHead), bytes]))
}

/** Reads a connection in parts of these lengths, again and again; returns what was found, joined. */
function read(connection: Uint8Array, lengths: readonly number[]): { found: string[]; others: Buffer } {
  const chunks: { first: Chunk; parts: Buffer[] }[] = []
  const others: Buffer[] = []
  const reader = new PlainChunkReader({
    onPiece: (piece, isFirst) => {
      if (isFirst) chunks.push({ first: piece, parts: [] })
      const chunk = chunks.at(-1)
      const taken = chunk?.parts.reduce((sum, { length }) => sum + length, 0) ?? 0
      expect(piece).toMatchObject({ id: chunk?.first.id, offset: (chunk?.first.offset ?? 0) + taken })
      chunk?.parts.push(Buffer.from(piece.bytes))
    },
    onOther: (bytes) => others.push(bytes),
  })
  const shared = Buffer.alloc(2 ** 20) // what is kept of it would be overwritten
  for (let at = 0, turn = 0; at < connection.length; turn++) {
    const part = connection.subarray(at, at + (lengths[turn % lengths.length] ?? 1))
    shared.set(part)
    reader.push(shared.subarray(0, part.length))
    shared.fill(0xee, 0, part.length)
    at += part.length
  }
  const found = chunks.map(({ first: { id, offset }, parts }) => {
    return `${id} ${offset} ${Buffer.concat(parts).toString('hex')}`
  })
  return { found, others: Buffer.concat(others) }
}

describe('chunks with a mask of zeros', () => {
  it.each([1, 109, 110, 65_519, 65_520, 262_144])(
    'are written as frames when they have %i bytes',
    (length) => {
      const bytes = Buffer.alloc(length, 'abc')
      expect(
        Buffer.concat([encodePlainHead({ id: 7, offset: 258, bytes }), bytes]).equals(toChunkFrame(bytes)),
      ).toBe(true)
    },
  )

  const chunk = fc
    .oneof(fc.uint8Array({ minLength: 1, maxLength: 300 }), fc.constantFrom(65_519, 65_520, 262_144))
    .map((given) => (typeof given === 'number' ? new Uint8Array(given).fill(given) : given))
    .map((bytes) => ({ frame: toChunkFrame(bytes), found: `7 258 ${Buffer.from(bytes).toString('hex')}` }))
  const payload = Buffer.concat([Buffer.from(chunkHead), Buffer.of(1, 2, 3)])
  const with8 = (...head: number[]) => Buffer.concat([Buffer.of(...head), payload.subarray(8)])
  const others: readonly (readonly [string, Buffer])[] = [
    ['a text', toFrame(0x81, zeros, Buffer.from('{"type":"draining"}'))],
    ['a masked chunk', toFrame(0x82, [0, 0, 0, 1], payload)],
    ['an empty ping', toFrame(0x89, zeros, Buffer.alloc(0))],
    ['the first part of a message', toFrame(0x02, zeros, payload)],
    ['its last part', toFrame(0x80, zeros, payload)],
    ['a compressed message', toFrame(0xc2, zeros, payload)],
    ['a frame without a mask', Buffer.concat([Buffer.of(0x82, payload.length), payload])],
    ['a header alone', toFrame(0x82, zeros, payload.subarray(0, 16))],
    ['no header', toFrame(0x82, zeros, payload.subarray(0, 5))],
    ['too many bytes', toFrame(0x82, zeros, Buffer.concat([payload, Buffer.alloc(262_142)]))],
    ['another kind', toFrame(0x82, zeros, with8(2, 0, 0, 0, ...word))],
    ['an optional kind', toFrame(0x82, zeros, with8(1, 0, 0, 0x80, ...word))],
    [
      'an offset beyond all',
      toFrame(0x82, zeros, Buffer.concat([payload.subarray(0, 8), Buffer.alloc(9, 255)])),
    ],
  ]
  it.each(others)('are not what is found when it is %s', (_, frame) => {
    for (const length of [1, 7, frame.length]) {
      const { found, others: passed } = read(Buffer.concat([frame, toChunkFrame(Buffer.of(5))]), [length])
      expect(passed.equals(frame)).toBe(true)
      expect(found).toEqual(['7 258 05'])
    }
  })

  it('are found between all other frames, which are left byte for byte, wherever they are cut', () => {
    const other = fc.constantFrom(...others.map(([, frame]) => ({ frame, found: undefined })))
    const frames = fc.array(fc.oneof(chunk, other), { maxLength: 8 })
    const lengths = fc.array(fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constantFrom(65_536, 2 ** 18)), {
      minLength: 1,
      maxLength: 5,
    })
    fc.assert(
      fc.property(frames, lengths, (given, cuts) => {
        const connection = Buffer.concat(given.map(({ frame }) => frame))
        const result = read(connection, connection.length > 5000 ? cuts.map((cut) => cut * 997) : cuts)
        expect(result.found).toEqual(given.flatMap(({ found }) => found ?? []))
        const passed = given.filter(({ found }) => found === undefined).map(({ frame }) => frame)
        expect(result.others.equals(Buffer.concat(passed))).toBe(true)
      }),
      { numRuns: 200 },
    )
  })
})
