/**
 * Results as JSON: pieces against `JSON.stringify` of the same value, base64 against Node's, and reading
 * back.
 */

import { describe, expect, it } from 'vitest'
import { SpecimenError } from '../../../core/contract/domain/errors.ts'
import type { Result } from '../../../core/contract/domain/result/result.ts'
import { fitsEnvelope, toOutline } from '../../../core/contract/domain/result/stored-result.ts'
import { parseBase64 } from '../../../core/contract/wire/base64.ts'
import { decodeEnvelope, encodeEnvelope } from '../../../core/contract/wire/envelope.ts'
import { writeFloat, writeInteger } from '../../../core/contract/wire/number-text.ts'
import { decodeResultJson } from '../../../core/contract/wire/parse-result-json.ts'
import { encodeJsonPiece, type JsonCursor, jsonStart } from '../../../core/contract/wire/result-json.ts'
import { writeBase64 } from '../../../core/data/encoding/write-base64.ts'
import { countRuns } from '../../support/at-length.ts'
import { fc } from '../../support/seeded-fast-check.ts'
import { anyResult, join, readGoldens } from './samples.ts'

function encodePiece(result: Result, cursor: JsonCursor) {
  const target = new Uint8Array(2 ** 20).fill(0xff) // which is in no text
  const { length, next } = encodeJsonPiece(result, cursor, { target, writeBase64 })
  return { bytes: target.subarray(0, length), next }
}

function encodePieces(result: Result): Uint8Array[] {
  const pieces: Uint8Array[] = []
  let cursor: JsonCursor | null = jsonStart
  while (cursor) {
    const { bytes, next } = encodePiece(result, structuredClone(cursor)) // as it crosses threads
    pieces.push(bytes)
    cursor = next
  }
  return pieces
}

const encodeText = (result: Result): string =>
  new TextDecoder('utf-8', { fatal: true }).decode(join(encodePieces(result)))

/** The JSON form of results, made by the plainest means. */
function toPlainJson(result: Result): unknown {
  const fields = Object.entries(result).map(([name, value]) => {
    if (!ArrayBuffer.isView(value)) return [name, value]
    if (name === 'data')
      return [name, Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64')]
    // Every array of a result is a typed array of numbers.
    return [name, Array.from(value as unknown as ArrayLike<number>)]
  })
  return JSON.parse(JSON.stringify(Object.fromEntries(fields)))
}

/** Numbers of the text as float32, which is what they stand for. */
function toFloat32(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => Math.fround(item))
  return value
}

function expectPlain(result: Result): void {
  const round = (value: object) =>
    Object.fromEntries(
      Object.entries(value).map(([name, item]) => [
        name,
        /shape|spacing|origin/.test(name) ? item : toFloat32(item),
      ]),
    )
  const found = JSON.parse(encodeText(result)) as object
  expect(Object.keys(found).sort()).toEqual(Object.keys(result).sort())
  expect(round(found)).toEqual(round(toPlainJson(result) as object))
}

const bigMesh: Result = {
  type: 'mesh',
  vertices: Float32Array.from({ length: 180_000 }, (_, i) => Math.sin(i) * 10 ** ((i % 12) - 6)),
  indices: Uint32Array.from({ length: 180_000 }, (_, i) => (i * 7919) % 60_000),
  normals: Float32Array.from({ length: 180_000 }, (_, i) => Math.cos(i)),
}

function refusal(value: unknown): string {
  try {
    decodeResultJson(value)
  } catch (error) {
    if (error instanceof SpecimenError && error.code === 'json.syntax') return error.message
    throw error
  }
  throw new Error('The value was decoded.')
}

describe('[result.mesh] [result.volume] [result.point_cloud] [result.image] encoding', () => {
  for (const { name, result } of readGoldens()) {
    it(`writes what JSON.stringify would when given the result of ${name}`, () => expectPlain(result))
  }
  it('writes what JSON.stringify would when given any result, and reads it back', () => {
    fc.assert(
      fc.property(anyResult, (result) => {
        expectPlain(result)
        // Minus zero is 0 in JSON.
        const positive = JSON.stringify(toPlainJson(decodeResultJson(JSON.parse(encodeText(result)))))
        expect(positive).toBe(JSON.stringify(toPlainJson(result)))
      }),
    )
  })
  it('has the texts, colours and scalars of a mesh, and reads them', () => {
    const mesh = {
      type: 'mesh',
      unit: 'µm',
      vertices: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0.5),
      indices: Uint32Array.of(0, 1, 2),
      colors: Uint8Array.of(255, 0, 0, 0, 128, 0, 1, 2, 3),
      scalars: Float32Array.of(0.1, 2, -3),
    } as const
    const text = encodeText(mesh)
    expect(text).toBe(
      '{"type":"mesh","unit":"µm","vertices":[0,0,0,1,0,0,0,1,0.5],"indices":[0,1,2],' +
        '"colors":[255,0,0,0,128,0,1,2,3],"scalars":[0.1,2,-3]}',
    )
    expect(decodeResultJson(JSON.parse(text))).toEqual(mesh)
    const none = { type: 'mesh', vertices: [0, 0, 0], indices: [], colors: [], scalars: [] }
    expect(Object.keys(decodeResultJson(none))).toEqual(['type', 'vertices', 'indices'])
  })
  it('has the directions of a volume, which no envelope has, nor the origin that they belong to', () => {
    const volume = {
      type: 'volume',
      orientation: 'LAS',
      shape: [1, 1, 2],
      dtype: 'uint8',
      data: Uint8Array.of(1, 2),
      spacing: [4, 3, 2],
      origin: [3, 2, 1],
      direction: [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, -1],
      ],
    } as const
    const text = encodeText(volume)
    expect(text).toBe(
      '{"type":"volume","orientation":"LAS","shape":[1,1,2],"dtype":"uint8","spacing":[4,3,2],' +
        '"origin":[3,2,1],"direction":[[1,0,0],[0,1,0],[0,0,-1]],"data":"AQI="}',
    )
    expect(decodeResultJson(JSON.parse(text))).toEqual(volume)
    const { orientation: _, origin: _place, direction, ...plain } = volume
    expect(decodeEnvelope(Buffer.concat(encodeEnvelope(volume)))).toEqual(plain)
    expect(fitsEnvelope(toOutline(volume))).toBe(false)
    expect(fitsEnvelope(toOutline({ ...plain, direction }))).toBe(false)
    for (const wrong of [
      null,
      1,
      [1, 0, 0],
      [[1, 0, 0]],
      [
        [1, 0],
        [0, '1'],
      ],
      [
        [1, null],
        [0, 1],
      ],
    ])
      expect(() => decodeResultJson({ ...JSON.parse(text), direction: wrong })).toThrow(
        /direction must be 1 to 8 rows/,
      )
  })
  it('has the labels of a volume, which no envelope has, and reads them', () => {
    const volume = {
      type: 'volume',
      labels: [
        { value: 1, name: 'left kidney', color: [185, 102, 83] },
        { value: 2, name: 'liver' },
      ],
      shape: [1, 1, 2],
      dtype: 'uint8',
      data: Uint8Array.of(1, 2),
    } as const
    const text = encodeText(volume)
    expect(text).toBe(
      '{"type":"volume","labels":[{"value":1,"name":"left kidney","color":[185,102,83]},' +
        '{"value":2,"name":"liver"}],"shape":[1,1,2],"dtype":"uint8","data":"AQI="}',
    )
    expect(decodeResultJson(JSON.parse(text))).toEqual(volume)
    const { labels: _, ...plain } = volume
    expect(decodeEnvelope(Buffer.concat(encodeEnvelope(volume)))).toEqual(plain)
    expect(fitsEnvelope(toOutline(volume))).toBe(false)
    expect(fitsEnvelope(toOutline({ ...plain, labels: [] }))).toBe(false)
    for (const wrong of [null, 1, [1], [{ value: 1 }], [{ value: 1, name: 'a', color: [1, 2, -3] }]])
      expect(() => decodeResultJson({ ...JSON.parse(text), labels: wrong })).toThrow(/labels must be at most/)
  })
  it('has the window of a volume, which no envelope has, and reads it', () => {
    const data = Int16Array.of(-160, 240)
    const plain = { type: 'volume', shape: [1, 1, 2], dtype: 'int16', data } as const
    const volume = { ...plain, window: [-160, 240] } as const
    const text = encodeText(volume)
    expect(text).toContain('"window":[-160,240]')
    expect(decodeResultJson(JSON.parse(text))).toEqual(volume)
    expect(decodeEnvelope(Buffer.concat(encodeEnvelope(volume)))).toEqual(plain)
    expect(fitsEnvelope(toOutline(volume))).toBe(false)
    for (const wrong of [null, 1, [1], [2, 2], [2, 1], ['1', '2'], [1, 2, 3], [1, null]])
      expect(() => decodeResultJson({ ...JSON.parse(text), window: wrong })).toThrow(
        /window must be two finite numbers/,
      )
  })
  it('leaves absent fields out when the result has none', () => {
    const text = encodeText({ type: 'mesh', vertices: new Float32Array(), indices: new Uint32Array() })
    expect(text).toBe('{"type":"mesh","vertices":[],"indices":[]}')
    const volume = encodeText({
      type: 'volume',
      shape: [1, 1, 2],
      dtype: 'int16',
      data: Int16Array.of(1, -2),
    })
    expect(volume).toBe('{"type":"volume","shape":[1,1,2],"dtype":"int16","data":"AQD+/w=="}')
  })
  it('makes pieces of about a mebibyte that join to the whole when a mesh is large', () => {
    const pieces = encodePieces(bigMesh)
    expect(pieces.length).toBeGreaterThan(3)
    for (const piece of pieces.slice(0, -1)) {
      expect(piece.length).toBeGreaterThan(2 ** 20 - 64)
      expect(piece.length).toBeLessThanOrEqual(2 ** 20)
    }
    expectPlain(bigMesh)
  })
  it('gives the same piece again when asked from the same cursor', () => {
    const first = encodePiece(bigMesh, jsonStart)
    const next = first.next as JsonCursor // the mesh has several pieces
    const [one, other] = [encodePiece(bigMesh, next), encodePiece(bigMesh, next)]
    expect(Buffer.compare(one.bytes, other.bytes)).toBe(0)
    expect(one.next).toEqual(other.next)
  })
  it('joins base64 without padding inside when a volume takes several pieces, whatever its head and tail', () => {
    for (let extra = 0; extra < 6; extra++) {
      const data = Uint8Array.from({ length: 1_700_000 + extra }, (_, i) => (i * 31) ^ (i >> 8))
      const result: Result = {
        type: 'volume',
        shape: [data.length],
        dtype: 'uint8',
        data,
        spacing: [10 ** extra],
      }
      const pieces = encodePieces(result)
      expect(pieces.length).toBe(3)
      const found = JSON.parse(new TextDecoder().decode(join(pieces))) as { data: string }
      expect(found.data === Buffer.from(data).toString('base64')).toBe(true)
    }
  })
})

describe('numbers', () => {
  const target = new Uint8Array(64)
  const textOf = (end: number): string => new TextDecoder().decode(target.subarray(0, end))
  it.each([
    [0, '0'],
    [-0, '0'],
    [1, '1'],
    [-1.5, '-1.5'],
    [0.1, '0.1'],
    [-0.001, '-0.001'],
    [1 / 3, '0.33333334'],
    [0.00001234567, '0.00001234567'],
    [16777216, '16777216'],
    [8388607.5, '8388607.5'],
    [123456.78, '123456.78'],
    [999999999, '1000000000'],
  ])('writes the float32 %f as %s', (value, text) =>
    expect(textOf(writeFloat(Math.fround(value), target, 0))).toBe(text),
  )
  it('writes a text that gives the same float32 again when given any bits', () => {
    const bits = new Uint32Array(1)
    const value = new Float32Array(bits.buffer)
    fc.assert(
      fc.property(fc.nat(2 ** 32 - 1), (pattern) => {
        bits[0] = pattern
        const float = value[0] as number // it has one element
        if (!Number.isFinite(float)) return
        const text = textOf(writeFloat(float, target, 0))
        expect(Math.fround(JSON.parse(text)) === float).toBe(true)
        expect(text.length).toBeLessThanOrEqual(25)
      }),
      { numRuns: countRuns(10_000) },
    )
  })
  it('writes whole numbers as String does when given any of 32 bits', () => {
    const edges = [0, 9, 10, 99, 100, 999_999_999, 1_000_000_000, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1]
    for (const value of edges) expect(textOf(writeInteger(value, target, 0))).toBe(String(value))
    fc.assert(
      fc.property(fc.nat(2 ** 32 - 1), (value) => textOf(writeInteger(value, target, 0)) === String(value)),
    )
  })
})

describe('base64', () => {
  it('writes what Node writes and reads it back when given any bytes, anywhere', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 50 }), fc.nat(5), (bytes, at) => {
        const target = new Uint8Array(128)
        const end = writeBase64(bytes, target, at)
        const text = new TextDecoder().decode(target.subarray(at, end))
        expect(text).toBe(Buffer.from(bytes).toString('base64'))
        expect(parseBase64(text)).toEqual(bytes)
      }),
    )
  })
  it.each([
    'A',
    'AA',
    'AAA',
    '=',
    '====',
    'A===',
    'AA=A',
    'AB==',
    'AAB=',
    'AA-_',
    'A A=',
    'AAAé',
    'AAA\u0141',
    '=AAA',
    'AA==AAAA',
  ])('refuses %s', (text) => expect(parseBase64(text)).toBeUndefined())
})

describe('decoding', () => {
  it.each([
    ['nothing', undefined, '(got undefined)'],
    ['an array', [], '(got the array [])'],
    [
      'an unknown type',
      { type: 'mash' },
      'type must be one of mesh, volume, point_cloud, image, lines, arrows, labels, table, scene (got "mash")',
    ],
    ['no vertices', { type: 'mesh', indices: [] }, 'vertices must be an array of numbers (got undefined)'],
    [
      'text among the vertices',
      { type: 'mesh', vertices: [0, 0, '0'], indices: [] },
      'vertices[2] must be a number that fits float32 (got "0")',
    ],
    [
      'a hole among the vertices',
      { type: 'mesh', vertices: [0, null, 0], indices: [] },
      'vertices[1] must be a number that fits float32 (got null)',
    ],
    [
      'a vertex beyond float32',
      { type: 'mesh', vertices: [0, 0, 1e39], indices: [] },
      'vertices[2] must be a number that fits float32 (got 1e+39)',
    ],
    [
      'half a vertex',
      { type: 'mesh', vertices: [0, 0], indices: [] },
      'vertices must have a multiple of 3 elements (got 2)',
    ],
    [
      'a negative index',
      { type: 'mesh', vertices: [0, 0, 0], indices: [0, 0, -1] },
      'indices[2] must be a number that fits uint32 (got -1)',
    ],
    [
      'a fractional index',
      { type: 'mesh', vertices: [0, 0, 0], indices: [0, 0.5, 0] },
      'indices[1] must be a number that fits uint32 (got 0.5)',
    ],
    [
      'a unit that is no text',
      { type: 'mesh', unit: 7, vertices: [0, 0, 0], indices: [] },
      'unit must be a text or left out (got 7)',
    ],
    [
      'colours for others',
      { type: 'mesh', vertices: [0, 0, 0], indices: [], colors: [1, 0] },
      'colors must have 3 elements or none (got 2)',
    ],
    [
      'a colour of 256',
      { type: 'mesh', vertices: [0, 0, 0], indices: [], colors: [0, 0, 256] },
      'colors[2] must be a number that fits uint8 (got 256)',
    ],
    [
      'normals for others',
      { type: 'mesh', vertices: [0, 0, 0], indices: [], normals: [1, 0] },
      'normals must have 3 elements or none (got 2)',
    ],
    [
      'a colour of 256',
      { type: 'point_cloud', points: [0, 0, 0], colors: [0, 0, 256] },
      'colors[2] must be a number that fits uint8 (got 256)',
    ],
    [
      'scalars for others',
      { type: 'point_cloud', points: [0, 0, 0], scalars: [1, 2] },
      'scalars must have 1 elements or none (got 2)',
    ],
    ['a dtype that nobody knows', { type: 'volume', shape: [1], dtype: 'int64', data: '' }, '(got "int64")'],
    [
      'numbers for data',
      { type: 'volume', shape: [1], dtype: 'int8', data: [1] },
      'data must be base64 text (got',
    ],
    [
      'data that is no base64',
      { type: 'volume', shape: [1], dtype: 'int8', data: 'A' },
      'data must be base64 text (got',
    ],
    [
      'too little data',
      { type: 'volume', shape: [2], dtype: 'int8', data: 'AA==' },
      'data must have 2 bytes (got 1)',
    ],
    [
      'an image without width',
      { type: 'image', height: 1, channels: 1, dtype: 'uint8', data: 'AA==' },
      'width must be a whole number from 1 to 9007199254740991 (got undefined)',
    ],
    [
      'a huge image',
      { type: 'image', width: 2 ** 50, height: 2 ** 50, channels: 1, dtype: 'uint8', data: '' },
      'bytes (got 0)',
    ],
  ])('refuses %s', (_, value, detail) => expect(refusal(value)).toContain(detail))

  it('returns a result or refuses when given any JSON, and never fails otherwise', () => {
    const types = fc.constantFrom('mesh', 'volume', 'point_cloud', 'image')
    fc.assert(
      fc.property(
        types,
        fc.dictionary(
          fc.constantFrom('vertices', 'indices', 'shape', 'dtype', 'data', 'points'),
          fc.jsonValue(),
        ),
        (type, fields) => {
          expect(refusal({ type, ...fields, width: 0, colors: 'none', normals: 'none' })).toBeTypeOf('string')
        },
      ),
    )
  })
})
