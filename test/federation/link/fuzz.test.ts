/**
 * The parsers of the federation channel under any bytes: they find a message, nothing, or a `LinkError`, and
 * nothing else.
 */

import { describe, expect, it } from 'vitest'
import { encodeChunk, parseChunk } from '../../../core/federation/link/chunk.ts'
import { LinkError } from '../../../core/federation/link/link-error.ts'
import { fc } from '../../support/seeded-fast-check.ts'
import { chunkHex, goldens, kinds, parsers, toBytes } from './samples.ts'

/** Parses, and lets nothing but a LinkError pass for a refusal. */
function tryParse(parse: () => unknown): void {
  try {
    parse()
  } catch (error) {
    if (!(error instanceof LinkError)) throw error
    expect(['protocol', 'frame.unknown']).toContain(error.code)
    expect(error.message).toMatch(/\S/)
  }
}

describe('fuzzing', () => {
  const text = fc.constantFrom(...goldens.map((golden) => golden.text.trim()))
  const parse = fc.constantFrom(...parsers)
  it('finds a frame, nothing or a LinkError when the text is any', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), parse, (any, read) =>
        tryParse(() => read(any)),
      ),
      { numRuns: 1000 },
    )
  })
  it('finds a frame, nothing or a LinkError when the bytes are any', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), parse, (any, read) =>
        tryParse(() => read(Buffer.from(any).toString())),
      ),
    )
  })
  it('finds a frame, nothing or a LinkError when a golden has other members', () => {
    const member = fc.constantFrom(...new Set(Object.values(kinds).flatMap(Object.keys)), 'type', 'optional')
    const given = fc.tuple(text, fc.dictionary(member, fc.jsonValue(), { maxKeys: 3 }), parse)
    fc.assert(
      fc.property(given, ([golden, members, read]) =>
        tryParse(() => read(JSON.stringify({ ...JSON.parse(golden), ...members }))),
      ),
      { numRuns: 2000 },
    )
  })
  it('finds a frame, nothing or a LinkError when bytes of a golden are replaced or cut off', () => {
    const given = fc.tuple(text, fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 4 }), fc.nat(), parse)
    fc.assert(
      fc.property(given, ([golden, at, bytes, end, read]) => {
        const altered = Buffer.from(golden)
        altered.set(bytes.subarray(0, altered.length), at % Math.max(1, altered.length - bytes.length))
        tryParse(() => read(altered.toString()))
        tryParse(() => read(altered.subarray(0, end % altered.length).toString()))
      }),
      { numRuns: 2000 },
    )
  })
  it('finds a chunk, nothing or a LinkError when a binary message is any or a golden is altered', () => {
    const golden = fc
      .tuple(fc.constantFrom(...chunkHex.map(toBytes)), fc.nat(), fc.nat(255), fc.nat())
      .map(([bytes, at, byte, end]) => {
        const altered = bytes.slice()
        altered[at % Math.min(16, altered.length)] = byte
        return altered.subarray(0, end % (altered.length + 1))
      })
    const read = (bytes: Uint8Array): void =>
      tryParse(() => {
        const chunk = parseChunk(bytes)
        if (chunk) expect(encodeChunk(chunk)).toEqual(Uint8Array.from(bytes))
      })
    fc.assert(fc.property(fc.oneof(fc.uint8Array({ maxLength: 64 }), golden), read), {
      numRuns: 2000,
    })
  })
  it('gives back the chunk that was written when it is any', () => {
    const any = fc.record({
      id: fc.nat(2 ** 32 - 1),
      offset: fc.maxSafeNat(),
      bytes: fc.uint8Array({ minLength: 1, maxLength: 100 }),
    })
    fc.assert(
      fc.property(any, (chunk) => {
        expect(parseChunk(encodeChunk(chunk))).toEqual(chunk)
      }),
    )
  })
})
