/** Frames as hostile bytes: cut anywhere, truncated, random. */

import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../core/contract/values/json.ts'
import { encodeFrame, encodeListFrame, FrameError, FrameReader } from '../../../core/contract/wire/frames.ts'
import { fc } from '../../support/seeded-fast-check.ts'

const headLimits = new Map([
  [1, 4096],
  [2, 4096],
])

/** Reads frames; those of type 2 are followed by as many bytes as `head.bytes` says, in two targets. */
function createReader(): { reader: FrameReader; heads: JsonObject[]; bodies: number[][] } {
  const heads: JsonObject[] = []
  const bodies: number[][] = []
  const onFrame = (type: number, head: JsonObject) => {
    heads.push(head)
    if (type !== 2) return undefined
    const count = Number(head.bytes)
    const targets = [new Uint8Array(Math.floor(count / 2)), new Uint8Array(Math.ceil(count / 2))]
    return { targets, done: () => bodies.push(targets.flatMap((target) => [...target])) }
  }
  return { reader: new FrameReader({ headLimits, onFrame }), heads, bodies }
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts))
}

/** Cuts bytes at sorted positions. */
function slice(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  return places.slice(1).map((end, i) => bytes.subarray(places[i], end))
}

const message = fc.record({
  text: fc.string(),
  body: fc.option(fc.uint8Array({ maxLength: 40 }), { nil: undefined }),
})

function encodeMessage({ text, body }: { text: string; body: Uint8Array | undefined }): Uint8Array {
  if (!body) return encodeFrame(1, { text })
  return join([encodeFrame(2, { text, bytes: body.length }), body])
}

describe('FrameReader', () => {
  test('reads one frame made by hand', () => {
    const { reader, heads } = createReader()
    reader.push(Uint8Array.of(1, 7, 0, 0, 0, 0x7b, 0x22, 0x61, 0x22, 0x3a, 0x31, 0x7d)) // {"a":1}
    expect(heads).toEqual([{ a: 1 }])
    expect(encodeFrame(1, { a: 1 })).toEqual(
      Uint8Array.of(1, 7, 0, 0, 0, 0x7b, 0x22, 0x61, 0x22, 0x3a, 0x31, 0x7d),
    )
  })

  test('reads the same frames however the stream is cut', () => {
    fc.assert(
      fc.property(
        fc.array(message, { maxLength: 6 }),
        fc.array(fc.nat(), { maxLength: 20 }),
        (sent, cuts) => {
          const { reader, heads, bodies } = createReader()
          for (const chunk of slice(join(sent.map(encodeMessage)), cuts)) reader.push(chunk)
          expect(heads.map(({ text }) => text)).toEqual(sent.map(({ text }) => text))
          expect(bodies).toEqual(sent.flatMap(({ body }) => (body ? [[...body]] : [])))
          expect(reader.isInside).toBe(false)
        },
      ),
    )
  })

  test('waits inside a frame, and reports no more than was complete, when the stream is truncated at any byte', () => {
    const sent = [
      { text: 'ä', body: undefined },
      { text: 'b', body: Uint8Array.of(1, 2, 3) },
    ]
    const parts = sent.map(encodeMessage)
    const bytes = join(parts)
    for (let end = 0; end < bytes.length; end++) {
      const { reader, heads, bodies } = createReader()
      reader.push(bytes.subarray(0, end))
      expect(reader.isInside).toBe(end !== 0 && end !== parts[0]?.length)
      expect(bodies).toEqual([])
      expect(heads.length).toBeLessThanOrEqual(2)
    }
  })

  test('throws nothing but FrameError, and reports nothing but objects, when the bytes are random', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 64 })), (chunks) => {
        const { reader, heads } = createReader()
        try {
          for (const chunk of chunks) reader.push(chunk)
        } catch (error) {
          expect(error).toBeInstanceOf(FrameError)
          expect(() => reader.push(Uint8Array.of(1))).toThrow(FrameError)
        }
        for (const head of heads) expect(head).toBeTypeOf('object')
      }),
    )
  })

  test.each([
    ['an unknown type', Uint8Array.of(3, 0, 0, 0, 0), 'unknown type 3'],
    ['a head above its limit', Uint8Array.of(1, 1, 16, 0, 0), 'a head of 4097 bytes'],
    ['an empty head', Uint8Array.of(1, 0, 0, 0, 0), 'not JSON'],
    ['a head that is no object', Uint8Array.of(1, 2, 0, 0, 0, 0x5b, 0x5d), 'not a JSON object'],
    ['a head that is no UTF-8', Uint8Array.of(1, 3, 0, 0, 0, 0x22, 0xff, 0x22), 'not JSON'],
  ])('refuses %s', (_what, bytes, text) => {
    expect(() => createReader().reader.push(bytes)).toThrow(text)
  })

  test('refuses a head with a __proto__ member', () => {
    const text = new TextEncoder().encode('{"__proto__":1}')
    expect(() => createReader().reader.push(join([Uint8Array.of(1, text.length, 0, 0, 0), text]))).toThrow(
      FrameError,
    )
  })

  test.each([
    ['is none', Uint8Array.of(9, 0, 0, 0, 0)],
    ['its receiver refuses', encodeFrame(1, { text: 'refused' })],
  ])('reads nothing more after a frame that %s', (_, refused) => {
    const heads: JsonObject[] = []
    const onFrame = (_type: number, head: JsonObject) => {
      if (head.text === 'refused') throw new FrameError('refused')
      heads.push(head)
      return undefined
    }
    const reader = new FrameReader({ headLimits, onFrame })
    reader.push(encodeFrame(1, { text: 'before' }))
    expect(() => reader.push(refused)).toThrow(FrameError)
    expect(() => reader.push(encodeFrame(1, { text: 'after' }))).toThrow('the stream was broken before')
    expect(heads).toEqual([{ text: 'before' }])
  })

  test('completes a body of no bytes at once', () => {
    const { reader, bodies } = createReader()
    reader.push(encodeFrame(2, { bytes: 0 }))
    expect(bodies).toEqual([[]])
    expect(reader.isInside).toBe(false)
  })
})

test('a head with a list of what is text already is that of the same as one object, in pieces', () => {
  const items = [{ a: 1 }, { b: 'ä' }]
  const texts = items.map((item) => new TextEncoder().encode(JSON.stringify(item)))
  for (const count of [0, 1, 2]) {
    const pieces = encodeListFrame(3, { run: 1 }, { name: 'data', items: texts.slice(0, count) })
    expect(Buffer.concat(pieces)).toEqual(
      Buffer.from(encodeFrame(3, { run: 1, data: items.slice(0, count) })),
    )
  }
})
