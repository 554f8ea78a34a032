/** Scenes as bytes, against goldens that Python wrote and against bytes that lie. */
import { describe, expect, it } from 'vitest'
import { SpecimenError } from '../../../core/contract/domain/errors.ts'
import { listArrays, type SceneResult } from '../../../core/contract/domain/result/result.ts'
import { encodeEnvelope } from '../../../core/contract/wire/envelope.ts'
import { decodeScene, encodeScene } from '../../../core/contract/wire/scene-envelope.ts'
import { countRuns } from '../../support/at-length.ts'
import { fc } from '../../support/seeded-fast-check.ts'
import { anyScene, join, makeEnvelope, readGoldenScenes } from './samples.ts'

const goldens = readGoldenScenes()

/** Returns the detail with which bytes are refused; fails for bytes that are not, and for any other error. */
function refusal(bytes: Uint8Array): string {
  try {
    decodeScene(bytes)
  } catch (error) {
    if (error instanceof SpecimenError && error.code === 'envelope.invalid') return error.message
    throw error
  }
  throw new Error('The bytes were decoded.')
}

describe('goldens made by Python', () => {
  it('are all there', () => {
    expect(goldens.map(({ name }) => name).toSorted()).toEqual(['empty.scene', 'findings.scene'])
  })
  for (const { name, bytes, result } of goldens) {
    it(`writes ${name} byte for byte`, () => {
      expect(join(encodeScene(result))).toEqual(bytes)
    })
    it(`reads ${name} at every alignment, with its parts in their order`, () => {
      for (let offset = 0; offset < 8; offset++) {
        const read = decodeScene(join([bytes], offset))
        expect(read).toEqual(result)
        expect(Object.keys(read.parts)).toEqual(Object.keys(result.parts))
      }
      expect(decodeScene(bytes.slice().buffer)).toEqual(result)
    })
    it(`refuses ${name} when it is cut anywhere, and when a byte follows`, () => {
      for (let end = 0; end < bytes.length; end++) refusal(bytes.subarray(0, end))
      expect(refusal(join([bytes, new Uint8Array(1)]))).toContain('must end with the last block')
    })
  }
})

it('sends the arrays themselves, small parts first and the first at a multiple of 8', () => {
  const memory = new SharedArrayBuffer(64)
  const scene: SceneResult = {
    type: 'scene',
    parts: {
      large: { type: 'volume', shape: [1, 1, 7], dtype: 'float32', data: new Float32Array(memory, 36, 7) },
      small: { type: 'point_cloud', points: new Float32Array(memory, 0, 3) },
    },
  }
  const pieces = encodeScene(scene)
  expect((pieces[0]?.length ?? 1) % 8).toBe(0)
  const views = pieces.filter(({ buffer }) => buffer === memory)
  const [small, large] = [scene.parts.small, scene.parts.large].map((part) => part && encodeEnvelope(part))
  const isFirst = join(small ?? []).length < join(large ?? []).length
  expect(views.map(({ byteOffset }) => byteOffset)).toEqual(isFirst ? [0, 36] : [36, 0])
})

describe('refusals', () => {
  const cloud = join(encodeEnvelope({ type: 'point_cloud', points: new Float32Array(3) }))
  const mesh = join(
    encodeEnvelope({ type: 'mesh', vertices: new Float32Array(9), indices: new Uint32Array(3) }),
  )
  const part = { name: 'brain', kind: 'point_cloud', order: 0, bytes: cloud.length }
  const surface = { name: 'brain', kind: 'mesh', order: 0, bytes: mesh.length }
  const colors = { name: 'colors', dtype: 'uint8', bytes: 9 }
  const scene = (parts: unknown, ...bodies: readonly Uint8Array[]) =>
    makeEnvelope({ type: 'scene', parts }, join(bodies))
  const other = { ...part, name: 'other', order: 1 }

  it('reads the scenes that the refused ones differ from', () => {
    const one = decodeScene(scene([part, other], cloud, cloud))
    expect(Object.keys(one.parts)).toEqual(['brain', 'other'])
    const two = decodeScene(scene([{ ...surface, blocks: [colors] }], mesh, new Uint8Array(9)))
    expect(two.parts).toMatchObject({ brain: { colors: new Uint8Array(9) } })
    const later = { ...part, blocks: [{ name: 'later', dtype: 'float16', bytes: 5 }], more: 1 }
    expect(Object.keys(decodeScene(scene([later], cloud, new Uint8Array(5))).parts)).toEqual(['brain'])
  })

  it.each([
    ['another type', makeEnvelope({ type: 'mesh', parts: [] }), 'type must be scene (got "mesh")'],
    ['no parts', makeEnvelope({ type: 'scene' }), 'parts must be an array'],
    ['parts by name', scene({ brain: part }, cloud), 'parts must be an array'],
    [
      '65 parts',
      scene(
        Array.from({ length: 65 }, (_, i) => ({ ...part, name: `p${i}`, order: i })),
        ...Array(65).fill(cloud),
      ),
      'at most 64 parts',
    ],
    ['a part that is none', scene([null]), 'parts[0] must be an object'],
    ['a part without a name', scene([{ ...part, name: 7 }], cloud), 'must be a text'],
    ['a name twice', scene([part, { ...part, order: 1 }], cloud, cloud), 'a name of its own'],
    [
      'names alike but for capitals',
      scene([part, { ...other, name: 'BRAIN' }], cloud, cloud),
      'differ in more than capitals',
    ],
    ['the name __proto__', scene([{ ...part, name: '__proto__' }], cloud), 'The name of a part must have'],
    [
      'a member __proto__',
      makeEnvelope('{"type":"scene","parts":[{"__proto__":{}}]}'),
      'The preamble is not valid JSON',
    ],
    ['a name with a slash', scene([{ ...part, name: 'a/b' }], cloud), 'The name of a part must have'],
    ['an order twice', scene([part, { ...other, order: 0 }], cloud, cloud), 'from 0 to 1'],
    ['an order beyond the parts', scene([{ ...part, order: 1 }], cloud), 'from 0 to 0'],
    ['no order', scene([{ ...part, order: undefined }], cloud), 'brain: order must be a whole number'],
    ['a scene in the scene', scene([{ ...part, kind: 'scene' }], cloud), 'brain: kind must be one of mesh'],
    ['another kind', scene([{ ...part, kind: 'mesh' }], cloud), 'brain: kind must be that of its envelope'],
    ['fewer bytes', scene([{ ...part, bytes: part.bytes - 1 }], cloud), 'must end with the last block'],
    [
      'bytes of the next part',
      scene([{ ...part, bytes: part.bytes + 4 }, other], cloud, cloud),
      'other: The buffer is truncated',
    ],
    ['a huge length', scene([{ ...part, bytes: 2 ** 53 - 1 }], cloud), 'brain: The buffer is truncated'],
    ['a negative length', scene([{ ...part, bytes: -1 }], cloud), 'brain: bytes must be a whole number'],
    [
      'a place with NaN',
      scene(
        [
          {
            ...part,
            place: [
              [1, 0, 0, null],
              [0, 1, 0, 0],
              [0, 0, 1, 0],
            ],
          },
        ],
        cloud,
      ),
      'brain: place must be three rows of four finite numbers',
    ],
    [
      'a place that makes it flat',
      scene(
        [
          {
            ...part,
            place: [
              [1, 0, 0, 0],
              [0, 1, 0, 0],
              [1, 1, 0, 0],
            ],
          },
        ],
        cloud,
      ),
      'brain: place must span a space',
    ],
    ['an opacity of 2', scene([{ ...part, look: { opacity: 2 } }], cloud), 'brain: look.opacity must be'],
    [
      'a look that is none',
      scene([{ ...part, look: { shine: 1 } }], cloud),
      'brain: look has no member shine',
    ],
    ['members as a list', scene([{ ...part, members: [] }], cloud), 'brain: members must be an object'],
    ['an offset of two', scene([{ ...part, members: { offset: [1, 2] } }], cloud), 'brain: offset must be'],
    [
      'colours for some',
      scene([{ ...surface, blocks: [{ ...colors, bytes: 6 }] }], mesh, new Uint8Array(6)),
      'brain: colors must have 9 elements (got 6)',
    ],
    ['blocks by name', scene([{ ...surface, blocks: { colors } }], mesh), 'brain: blocks must be an array'],
    [
      'colours as float32',
      scene([{ ...surface, blocks: [{ ...colors, dtype: 'float32' }] }], mesh),
      'brain: dtype must be uint8',
    ],
    [
      'a block twice',
      scene([{ ...surface, blocks: [colors, colors] }], mesh, new Uint8Array(18)),
      'brain: There must be one block colors',
    ],
    [
      'a block of a half number',
      scene(
        [{ ...surface, blocks: [{ name: 'scalars', dtype: 'float32', bytes: 6 }] }],
        mesh,
        new Uint8Array(6),
      ),
      'brain: The bytes of scalars must be a multiple of 4',
    ],
    [
      'a huge block',
      scene([{ ...surface, blocks: [{ ...colors, bytes: 2 ** 40 }] }], mesh),
      'brain: The buffer is truncated',
    ],
    ['notes as a text', makeEnvelope({ type: 'scene', notes: 'one', parts: [] }), 'notes must be at most'],
    ['a unit as a number', makeEnvelope({ type: 'scene', unit: 1, parts: [] }), 'unit must be a text'],
  ])('refuses %s', (_, bytes, detail) => {
    expect(refusal(bytes)).toContain(detail)
  })
})

describe('properties', () => {
  it('returns every scene that it encoded, at every alignment', () => {
    fc.assert(
      fc.property(anyScene, fc.nat(7), (scene, offset) => {
        const read = decodeScene(join(encodeScene(scene), offset))
        expect(read).toEqual(scene)
        expect(Object.keys(read.parts)).toEqual(Object.keys(scene.parts))
      }),
      { numRuns: countRuns(3000) },
    )
  })
  it('decodes or refuses a golden with any one byte changed, and holds no more than its bytes', () => {
    fc.assert(
      fc.property(fc.constantFrom(...goldens), fc.nat(), fc.nat(255), ({ bytes: golden }, at, value) => {
        const bytes = golden.slice()
        bytes[at % bytes.length] = value
        try {
          const total = listArrays(decodeScene(bytes)).reduce((sum, { byteLength }) => sum + byteLength, 0)
          expect(total).toBeLessThan(bytes.length)
        } catch (error) {
          expect(error).toMatchObject({ code: 'envelope.invalid' })
        }
      }),
      { numRuns: countRuns(3000) },
    )
  })
})
