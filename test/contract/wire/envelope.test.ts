/**
 * The envelope, against goldens that Python wrote (`goldens/make-goldens.py`) and against whatever is not an
 * envelope.
 */

import { describe, expect, it } from 'vitest'
import { SpecimenError } from '../../../core/contract/domain/errors.ts'
import { listArrays } from '../../../core/contract/domain/result/result.ts'
import { decodeEnvelope, encodeEnvelope } from '../../../core/contract/wire/envelope.ts'
import { countRuns } from '../../support/at-length.ts'
import { fc } from '../../support/seeded-fast-check.ts'
import { anyResult, join, makeEnvelope, readGoldens } from './samples.ts'

const goldens = readGoldens()
const meshPreamble = {
  type: 'mesh',
  vertex_count: 1,
  vertex_dtype: 'float32',
  index_count: 3,
  index_dtype: 'uint32',
  normal_count: 0,
  normal_dtype: 'float32',
}
const volumePreamble = { type: 'volume', shape: [1, 1, 2], dtype: 'int16' }
const imagePreamble = { type: 'image', width: 2, height: 1, channels: 1, dtype: 'uint8' }
const cloudPreamble = {
  type: 'point_cloud',
  point_count: 1,
  point_dtype: 'float32',
  color_count: 0,
  color_dtype: 'uint8',
  scalar_count: 0,
  scalar_dtype: 'float32',
}

/**
 * Returns the detail with which the bytes are refused; fails for bytes that are not, and for any other error.
 */
function refusal(bytes: Uint8Array): string {
  try {
    decodeEnvelope(bytes)
  } catch (error) {
    if (error instanceof SpecimenError && error.code === 'envelope.invalid') return error.message
    throw error
  }
  throw new Error('The bytes were decoded.')
}

describe('[envelope.layout] [envelope.mesh] [envelope.volume] goldens made by Python', () => {
  it('are all there', () => {
    expect(goldens.length).toBe(3 + 3 + 16 + 3 + 3 + 2 + 2 + 2 + 2)
  })
  for (const { name, bytes, result } of goldens) {
    it(`writes ${name} byte for byte when given its result`, () => {
      expect(join(encodeEnvelope(result))).toEqual(bytes)
    })
    it(`reads ${name} as its result at every alignment`, () => {
      for (let offset = 0; offset < 8; offset++) expect(decodeEnvelope(join([bytes], offset))).toEqual(result)
      expect(decodeEnvelope(bytes.slice().buffer)).toEqual(result)
    })
    it(`refuses ${name} when it is cut at any offset`, () => {
      for (let end = 0; end < bytes.length; end++) refusal(bytes.subarray(0, end))
    })
    it(`refuses ${name} when a byte follows`, () => {
      expect(refusal(join([bytes, new Uint8Array(1)]))).toContain(
        'must end with the last block (got 1 more bytes)',
      )
    })
  }
})

it('[envelope.mesh] leaves the colours of a mesh out, byte for byte', () => {
  for (const { name, bytes, result } of goldens) {
    if (result.type !== 'mesh') continue
    const colors = new Uint8Array(result.vertices.length).fill(7)
    expect(join(encodeEnvelope({ ...result, colors })), name).toEqual(bytes)
  }
})

describe('memory', () => {
  it('sends the arrays themselves when it encodes, also out of shared memory', () => {
    const vertices = new Float32Array(new SharedArrayBuffer(36), 0, 3)
    const indices = new Uint32Array(vertices.buffer, 12, 3)
    const [, ...blocks] = encodeEnvelope({ type: 'mesh', vertices, indices })
    expect(
      blocks.map(({ buffer, byteOffset, byteLength }) => [
        buffer === vertices.buffer,
        byteOffset,
        byteLength,
      ]),
    ).toEqual([
      [true, 0, 12],
      [true, 12, 12],
    ])
  })
  it('views the given buffer when blocks are aligned in it, and copies them when not', () => {
    // Written by the generator.
    const { bytes } = goldens.find(({ name }) => name === 'mesh.bin') as (typeof goldens)[number]
    const start = 4 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true)
    for (let offset = 0; offset < 4; offset++) {
      const given = join([bytes], offset)
      const isView = listArrays(decodeEnvelope(given)).map(({ buffer }) => buffer === given.buffer)
      expect(isView).toEqual(Array(2).fill((start + offset) % 4 === 0))
    }
  })
  it("decodes out of Node's Buffer, whose slice is a view, at every alignment", () => {
    for (const { bytes, result } of goldens) {
      for (let offset = 0; offset < 8; offset++) {
        const { buffer, byteOffset, byteLength } = join([bytes], offset)
        expect(decodeEnvelope(Buffer.from(buffer, byteOffset, byteLength))).toEqual(result)
      }
    }
  })
  it('decodes out of shared memory', () => {
    for (const { bytes, result } of goldens) {
      const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
      shared.set(bytes)
      expect(decodeEnvelope(shared)).toEqual(result)
    }
  })
})

describe('refusals', () => {
  it.each([
    [
      'an unknown type',
      { ...meshPreamble, type: 'mash' },
      'type must be one of mesh, volume, point_cloud, image, lines, arrows, labels, table (got "mash")',
    ],
    [
      'no type',
      { shape: [1] },
      'type must be one of mesh, volume, point_cloud, image, lines, arrows, labels, table (got undefined)',
    ],
    [
      'float64 vertices',
      { ...meshPreamble, vertex_dtype: 'float64' },
      'vertex_dtype must be float32 (got "float64")',
    ],
    [
      'uint16 indices',
      { ...meshPreamble, index_dtype: 'uint16' },
      'index_dtype must be uint32 (got "uint16")',
    ],
    [
      'float16 normals that are not there',
      { ...meshPreamble, normal_dtype: 'float16' },
      'normal_dtype must be float32',
    ],
    [
      'no dtype',
      { ...meshPreamble, normal_dtype: undefined },
      'normal_dtype must be float32 (got undefined)',
    ],
    [
      'a negative count',
      { ...meshPreamble, vertex_count: -1 },
      'vertex_count must be a whole number of at least 0 (got -1)',
    ],
    [
      'a fractional count',
      { ...meshPreamble, vertex_count: 0.5 },
      'vertex_count must be a whole number of at least 0 (got 0.5)',
    ],
    [
      'a count as text',
      { ...meshPreamble, index_count: '3' },
      'index_count must be a whole number of at least 0 (got "3")',
    ],
    ['a count above 2^53', { ...meshPreamble, vertex_count: 2 ** 53 }, 'vertex_count'],
    ['a huge count', { ...meshPreamble, vertex_count: Number.MAX_SAFE_INTEGER }, 'truncated'],
    [
      'indices that are no triangles',
      { ...meshPreamble, index_count: 2 },
      'index_count must be a multiple of 3 (got 2)',
    ],
    [
      'normals for some vertices',
      { ...meshPreamble, normal_count: 2 },
      'normal_count must be 0 or 1 (got 2)',
    ],
    [
      'a dtype that v1 does not know',
      { ...volumePreamble, dtype: 'int64' },
      'uint32, float32, float64 (got "int64")',
    ],
    [
      'a dtype of the prototype',
      { ...volumePreamble, dtype: 'constructor' },
      'uint32, float32, float64 (got "constructor")',
    ],
    [
      'no shape',
      { ...volumePreamble, shape: undefined },
      'shape must be 1 to 8 whole numbers of at least 0 (got undefined)',
    ],
    [
      'a shape without axes',
      { ...volumePreamble, shape: [] },
      'whole numbers of at least 0 (got the array [])',
    ],
    [
      'a shape of nine axes',
      { ...volumePreamble, shape: Array(9).fill(1) },
      'shape must be 1 to 8 whole numbers of at least 0 (got an array of 9)',
    ],
    ['a shape with a fraction', { ...volumePreamble, shape: [1, 1.5] }, 'shape must be 1 to 8 whole numbers'],
    [
      'a shape that overflows',
      { ...volumePreamble, shape: Array(8).fill(2 ** 30) },
      'shape must have no more samples than an array can hold',
    ],
    [
      'a shape that hides it behind a zero',
      { ...volumePreamble, shape: [0, 2 ** 52, 2 ** 52] },
      'shape must have no more samples than an array can hold',
    ],
    ['a huge shape', { ...volumePreamble, shape: [2 ** 26, 2 ** 26, 1] }, 'truncated'],
    [
      'spacing null',
      { ...volumePreamble, spacing: null },
      'spacing must be 1 to 8 finite numbers or left out (got null)',
    ],
    [
      'spacing with text',
      { ...volumePreamble, spacing: [1, 1, '1'] },
      'spacing must be 1 to 8 finite numbers',
    ],
    ['an origin without numbers', { ...volumePreamble, origin: [] }, 'origin must be 1 to 8 finite numbers'],
    [
      'an image without rows',
      { ...imagePreamble, height: 0 },
      'height must be a whole number from 1 to 9007199254740991 (got 0)',
    ],
    [
      'an image of five channels',
      { ...imagePreamble, channels: 5 },
      'channels must be a whole number from 1 to 4 (got 5)',
    ],
    [
      'a float image',
      { ...imagePreamble, dtype: 'float32' },
      'dtype must be one of uint8, uint16 (got "float32")',
    ],
    ['a huge image', { ...imagePreamble, width: 2 ** 52, height: 2 ** 52 }, 'truncated'],
    ['colours for some points', { ...cloudPreamble, color_count: 2 }, 'color_count must be 0 or 1 (got 2)'],
    ['float32 colours', { ...cloudPreamble, color_dtype: 'float32' }, 'color_dtype must be uint8'],
    ['scalars for some points', { ...cloudPreamble, scalar_count: 3 }, 'scalar_count must be 0 or 1 (got 3)'],
    ['an array', [], 'not a JSON object'],
    ['null', 'null', 'not a JSON object'],
    ['nothing', '', 'not valid JSON'],
    ['JSON that is cut', '{"type":"mesh"', 'not valid JSON'],
    ['a byte order mark', '\uFEFF{}', 'not valid JSON'],
    [
      'a number beyond doubles',
      '{"type":"volume","shape":[1e999],"dtype":"int8"}',
      'shape must be 1 to 8 whole numbers',
    ],
    ['a prototype', '{"type":"mesh","__proto__":{}}', 'not valid JSON'],
    ['nesting', `{"type":${'['.repeat(1e5)}`, 'nests deeper'],
  ])('refuses %s', (_, preamble, detail) => {
    expect(refusal(makeEnvelope(preamble, new Uint8Array(64)))).toContain(detail)
  })
  it('refuses a preamble that is not UTF-8', () => {
    const bytes = makeEnvelope('{"type":"?"}')
    bytes[4 + 9] = 0xff
    expect(refusal(bytes)).toContain('not UTF-8')
  })
  it('refuses a length beyond the buffer before it reads anything', () => {
    expect(refusal(new Uint8Array([0xff, 0xff, 0xff, 0xff, 0x7b, 0x7d]))).toContain(
      'truncated: the preamble needs 4294967295',
    )
  })
})

describe('properties', () => {
  it('returns every result that it encoded, at every alignment', () => {
    fc.assert(
      fc.property(anyResult, fc.nat(7), (result, offset) => {
        expect(decodeEnvelope(join(encodeEnvelope(result), offset))).toEqual(result)
      }),
    )
  })
  it('refuses every result that was cut anywhere', () => {
    fc.assert(
      fc.property(
        anyResult,
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (result, part) => {
          const bytes = join(encodeEnvelope(result))
          refusal(bytes.subarray(0, Math.floor(bytes.length * part)))
        },
      ),
    )
  })
  it('decodes or refuses random bytes, and never fails otherwise', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (bytes, isFramed) => {
        expect(refusal(isFramed ? makeEnvelope('{"type":"mesh"}', bytes) : bytes)).toBeTypeOf('string')
      }),
    )
  })
  it('decodes or refuses a golden with any one byte changed, and never fails otherwise', () => {
    fc.assert(
      fc.property(fc.constantFrom(...goldens), fc.nat(), fc.nat(255), ({ bytes: golden }, place, value) => {
        const bytes = golden.slice()
        bytes[place % bytes.length] = value
        try {
          decodeEnvelope(bytes)
        } catch (error) {
          expect(error).toMatchObject({ code: 'envelope.invalid' })
        }
      }),
      { numRuns: countRuns(1000) },
    )
  })
  it('decodes or refuses lying counts, and allocates no array that the buffer does not hold', () => {
    const lie = fc.oneof(
      fc.nat(),
      fc.maxSafeNat(),
      fc.integer(),
      fc.double(),
      fc.constantFrom(null, '1', [], {}, true, 2 ** 32, 2 ** 31),
    )
    fc.assert(
      fc.property(
        fc.constantFrom(meshPreamble, imagePreamble, cloudPreamble),
        fc.nat(9),
        lie,
        (preamble, place, value) => {
          const names = Object.keys(preamble)
          const bytes = makeEnvelope(
            { ...preamble, [names[place % names.length] as string]: value },
            new Uint8Array(24),
          )
          try {
            const total = listArrays(decodeEnvelope(bytes)).reduce(
              (sum, { byteLength }) => sum + byteLength,
              0,
            )
            expect(total).toBe(24)
          } catch (error) {
            expect(error).toMatchObject({ code: 'envelope.invalid' })
          }
        },
      ),
      { numRuns: countRuns(500) },
    )
  })
})
