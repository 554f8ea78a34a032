/** Scenes as functions return them and as they come from elsewhere: parts, names, looks, places, one space. */
import { describe, expect, it } from 'vitest'
import { checkElements } from '../../../core/contract/domain/result/check-elements.ts'
import { parseDeclared, parseReturned } from '../../../core/contract/domain/result/parse-returned.ts'
import { listBlocks, mapArrays, measureResult } from '../../../core/contract/domain/result/result.ts'
import { parseSceneShape, type SceneShape } from '../../../core/contract/domain/result/returned.ts'
import { findPartType, takePart } from '../../../core/contract/domain/result/take-part.ts'
import { planResult, toPlannedValue, toResultHead } from '../../../core/engine/run/result-head.ts'

const mesh = { vertices: new Float32Array(9), indices: Uint32Array.of(0, 1, 2) }
const volume = { shape: [1, 1, 2], data: new Uint8Array(2) }
const lines = { points: new Float32Array(6) }
const labels = { points: new Float32Array(3), texts: ['tip'] }
const shape: SceneShape = {
  type: 'scene',
  parts: { scan: 'volume', brain: 'mesh', vessels: 'lines', names: 'labels' },
  optional: ['names'],
  looks: { brain: { opacity: 0.35, color: [200, 50, 50] } },
}
const whole = { scan: volume, brain: mesh, vessels: lines, names: labels }
const many: SceneShape = { type: 'scene', each: 'mesh' }
const identity = [
  [1, 0, 0, 0],
  [0, 1, 0, 0],
  [0, 0, 1, 0],
]

/** Returns the sentence with which a return value is refused. */
function refusalOf(value: unknown, declared: SceneShape = shape): string {
  try {
    parseReturned(value, declared)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  return 'nothing'
}

describe('what a function returns', () => {
  it('is a scene of its parts, in the order of the signature, with the looks of its tags', () => {
    const scene = parseReturned({ vessels: lines, brain: mesh, scan: volume }, shape)
    expect(scene).toEqual({
      type: 'scene',
      parts: {
        scan: { type: 'volume', dtype: 'uint8', ...volume },
        brain: { type: 'mesh', ...mesh, look: { opacity: 0.35, color: [200, 50, 50] } },
        vessels: { type: 'lines', ...lines },
      },
    })
    expect(scene.type === 'scene' && Object.keys(scene.parts)).toEqual(['scan', 'brain', 'vessels'])
  })

  it('has a look of its own before that of its tag, and a place', () => {
    const brain = { ...mesh, look: { opacity: 1, title: 'Brain' }, place: identity }
    const scene = parseReturned({ ...whole, brain }, shape)
    expect(scene.type === 'scene' && scene.parts.brain).toMatchObject({
      look: { opacity: 1, color: [200, 50, 50], title: 'Brain' },
      place: identity,
    })
  })

  it('may be an open set: a list is counted from 1, an object keeps its names, none is a scene too', () => {
    const names = (value: unknown) => {
      const scene = parseReturned(value, many)
      return scene.type === 'scene' ? Object.keys(scene.parts) : []
    }
    expect(names([mesh, mesh])).toEqual(['1', '2'])
    expect(names({ left: mesh, right: mesh })).toEqual(['left', 'right'])
    expect(names([])).toEqual([])
  })

  it('is in one unit and one orientation, which parts without them have', () => {
    const scene = parseReturned(
      { ...whole, scan: { ...volume, unit: 'mm', orientation: 'RAS' }, brain: { ...mesh, unit: 'mm' } },
      shape,
    )
    expect(scene).toMatchObject({ unit: 'mm', orientation: 'RAS' })
    expect(scene.type === 'scene' && scene.parts.vessels).toMatchObject({ unit: 'mm', orientation: 'RAS' })
  })

  it.each([
    ['µm', 'mm', 0.001],
    ['cm', 'mm', 10],
    ['inch', 'mm', 25.4],
    ['m', 'mm', 1000],
    ['mm', 'in', 1 / 25.4],
    ['yd', 'ft', 3],
    ['angstrom', 'nm', 0.1],
    ['um', 'µm', undefined],
  ])('with a part in %s where the first is in %s has it scaled by its place', (unit, first, factor) => {
    const scene = parseReturned(
      {
        ...whole,
        scan: { ...volume, unit: first },
        brain: { ...mesh, unit, place: [...identity.slice(0, 2), [0, 0, 1, 2]] },
      },
      shape,
    )
    const f = factor ?? 1
    expect(scene).toMatchObject({ unit: first })
    expect(scene.type === 'scene' && scene.parts.brain).toMatchObject({
      unit, // alone it is what it was
      place: [
        [f, 0, 0, 0],
        [0, f, 0, 0],
        [0, 0, f, 2 * f],
      ],
    })
    const sentence = `brain: its lengths in ${unit} are scaled by ${factor} to ${first}, the scene's unit.`
    expect(scene.notes).toEqual(factor === undefined ? undefined : [sentence])
  })

  it('with parts in RAS and in LPS has the same landmark at one place', () => {
    // The tip of the nose: right 3, anterior 80, superior 5, in mm.
    const scan = { ...volume, unit: 'mm', orientation: 'RAS', origin: [5, 80, 3] }
    const nose = { points: Float32Array.of(-0.3, -8, 0.5), texts: ['nose'], unit: 'cm', orientation: 'LPS' }
    const turned = [
      [1, 0, 0],
      [0, 0, 1],
      [0, 1, 0],
    ]
    // Its x leads along y of the world, and its y along x: nearest to PLS, in a world of LPS.
    const again = { ...volume, unit: 'mm', orientation: 'PLS', origin: [5, -80, -3], direction: turned }
    const scene = parseReturned(
      { scan, nose, again },
      { type: 'scene', parts: { scan: 'volume', nose: 'labels', again: 'volume' } },
    )
    if (scene.type !== 'scene') throw new Error('no scene')
    expect(scene).toMatchObject({ unit: 'mm', orientation: 'RAS' })
    const placeOf = (name: string, point: readonly number[]) =>
      (scene.parts[name]?.place ?? identity).map(
        ([x = 0, y = 0, z = 0, offset = 0]) =>
          Math.round(1e4 * (x * (point[0] ?? 0) + y * (point[1] ?? 0) + z * (point[2] ?? 0) + offset)) / 1e4,
      )
    expect(placeOf('scan', [3, 80, 5])).toEqual([3, 80, 5])
    expect(placeOf('nose', Array.from(nose.points))).toEqual([3, 80, 5])
    expect(placeOf('again', [-3, -80, 5])).toEqual([3, 80, 5])
    expect(scene.parts.nose?.place).toEqual([
      [-10, 0, 0, 0],
      [0, -10, 0, 0],
      [0, 0, 10, 0],
    ])
    expect(scene.parts.nose).toMatchObject({ unit: 'cm', orientation: 'LPS' })
    expect(scene.notes).toEqual([
      "nose: its lengths in cm are scaled by 10 to mm, the scene's unit.",
      'nose: its directions LPS are turned to RAS, those of the scene.',
      'again: its directions LPS are turned to RAS, those of the scene.',
    ])
  })

  it.each<readonly [found: string, value: unknown, sentence: string]>([
    ['nothing', undefined, 'The function must return an object of parts (got undefined)'],
    ['no part', { scan: volume, brain: mesh }, 'vessels must be there (got undefined)'],
    ['a part of another kind', { ...whole, brain: lines }, 'brain: vertices must be a Float32Array'],
    ['a part that is a number', { ...whole, brain: 3 }, 'brain: a part must be an object (got 3)'],
    ['a part that nobody named', { ...whole, skull: mesh }, 'skull is no part of the signature'],
    [
      'units without a factor between them',
      { ...whole, scan: { ...volume, unit: 'mm' }, brain: { ...mesh, unit: 'voxels' } },
      'brain: unit must be mm, that of the scene, or a length that is converted to it, such as mm or in (got voxels)',
    ],
    [
      'a length beside a unit that is none',
      { ...whole, scan: { ...volume, unit: 'a.u.' }, brain: { ...mesh, unit: 'mm' } },
      'brain: unit must be a.u., that of the scene',
    ],
    [
      'a look of something else',
      { ...whole, brain: { ...mesh, look: { colour: 1 } } },
      'brain: look has no member colour',
    ],
    [
      'an opacity above 1',
      { ...whole, brain: { ...mesh, look: { opacity: 2 } } },
      'brain: look.opacity must be a number from 0 to 1',
    ],
    [
      'a place with NaN',
      { ...whole, brain: { ...mesh, place: [[Number.NaN, 0, 0, 0], ...identity.slice(1)] } },
      'brain: place must be three rows of four finite numbers',
    ],
    [
      'a flat place',
      {
        ...whole,
        brain: {
          ...mesh,
          place: [
            [1, 0, 0, 0],
            [1, 0, 0, 0],
            [0, 0, 1, 0],
          ],
        },
      },
      'brain: place must span a space',
    ],
    [
      'a place of two rows',
      { ...whole, brain: { ...mesh, place: identity.slice(1) } },
      'brain: place must be three rows',
    ],
  ])('is refused by name: %s', (_found, value, sentence) => {
    expect(refusalOf(value)).toContain(sentence)
  })

  it.each<readonly [found: string, value: unknown, sentence: string]>([
    [
      '65 parts',
      Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`p${i}`, mesh])),
      'at most 64 parts (got 65)',
    ],
    ['a name with a slash', { 'a/b': mesh }, 'The name of a part must have 1 to 64 letters'],
    ['__proto__', JSON.parse('{"__proto__": {}}'), 'The name of a part must have 1 to 64 letters'],
    ['names alike', { a: mesh, A: mesh }, 'The parts a and A must differ in more than capitals'],
    ['a scene within', { a: { type: 'scene', parts: {} } }, 'a: vertices must be a Float32Array'],
  ])('is refused in an open set: %s', (_found, value, sentence) => {
    expect(refusalOf(value, many)).toContain(sentence)
  })

  it('that is no scene has neither look nor place, which would be left out', () => {
    expect(() => parseReturned({ ...mesh, look: {} }, { type: 'mesh' })).toThrow(
      'look belongs to a part of a scene',
    )
  })
})

describe('a scene in transit', () => {
  const scene = parseReturned(whole, shape)

  it('has its arrays as blocks under the names of its parts', () => {
    const names = listBlocks(scene).map(({ name }) => name)
    expect(names).toEqual(['scan/data', 'brain/vertices', 'brain/indices', 'vessels/points', 'names/points'])
    expect(measureResult(scene)).toBe(2 + 36 + 12 + 24 + 12)
    expect(mapArrays(scene, (array) => array.slice())).toEqual(scene)
  })

  it('is the same behind a head and its bytes', () => {
    const { head, arrays } = toResultHead(scene)
    const plan = planResult(JSON.parse(JSON.stringify(head)), 1000)
    if (typeof plan === 'string') throw new Error(plan)
    const memory = new SharedArrayBuffer(plan.byteLength)
    for (const [i, { offset }] of plan.blocks.entries()) {
      const { buffer, byteOffset, byteLength } = arrays[i] ?? new Uint8Array()
      new Uint8Array(memory, offset, byteLength).set(new Uint8Array(buffer, byteOffset, byteLength))
    }
    expect(parseDeclared(toPlannedValue(plan, memory), shape)).toEqual(scene)
  })

  it('is refused with parts that its function does not declare', () => {
    const forged = {
      type: 'scene',
      parts: { ...(scene.type === 'scene' && scene.parts), brain: { type: 'lines', ...lines } },
    }
    expect(() => parseDeclared(forged, shape)).toThrow('brain must be mesh (got lines)')
    const more = {
      type: 'scene',
      parts: { ...(scene.type === 'scene' && scene.parts), more: { type: 'lines', ...lines } },
    }
    expect(() => parseDeclared(more, shape)).toThrow('more is no part of the signature')
  })

  it('says which part has an element that cannot be', () => {
    const bad = { ...whole, brain: { ...mesh, indices: Uint32Array.of(0, 1, 3) } }
    expect(() => checkElements(parseReturned(bad, shape))).toThrow('brain: indices[2] must be below 3')
    const apart = { ...whole, vessels: { ...lines, starts: Uint32Array.of(0, 0) } }
    expect(() => checkElements(parseReturned(apart, shape))).toThrow('vessels: starts[1] must be above')
  })

  it('refuses a head whose blocks are of no part or of no kind', () => {
    const { head } = toResultHead(scene)
    const rename = (name: string) => ({ ...head, blocks: [{ name, dtype: 'uint8', bytes: 2 }] })
    expect(planResult(rename('brain/nothing'), 1000)).toBe('the result announces arrays that no result has')
    expect(planResult(rename('a/b/vertices'), 1000)).toBe('the result announces arrays that no result has')
  })
})

describe('a part alone', () => {
  it('has neither look nor place, and says that its place is left out', () => {
    const scene = parseReturned({ ...whole, brain: { ...mesh, place: identity } }, shape)
    expect(takePart(scene, 'brain')).toEqual({
      type: 'mesh',
      ...mesh,
      notes: ['The place of this part in its scene is left out.'],
    })
    expect(() => takePart(scene, 'skull')).toThrow(
      'part must be one of scan, brain, vessels, names (got "skull")',
    )
    expect(() => takePart(scene, 'constructor')).toThrow('part must be one of')
    expect(findPartType(shape, 'vessels')).toBe('lines')
    expect(() => findPartType({ type: 'mesh' }, 'a')).toThrow('the result has no parts')
  })
})

describe('the shape of a scene', () => {
  const parse = (value: unknown) =>
    parseSceneShape(value, (found, wanted) => new Error(`${JSON.stringify(found)}, wanted ${wanted}`))

  it('is read as it was written', () => {
    expect(parse(JSON.parse(JSON.stringify(shape)))).toEqual(shape)
    expect(parse(many)).toEqual(many)
  })

  it.each([
    [null, 'type scene'],
    [{ type: 'scene' }, 'parts, or each'],
    [{ type: 'scene', each: 'scene' }, 'each as one of mesh'],
    [{ type: 'scene', parts: {} }, '1 to 64 parts'],
    [{ type: 'scene', parts: { a: 'scene' } }, 'parts.a as one of'],
    [{ type: 'scene', parts: { 'a b': 'mesh' } }, 'names of 1 to 64'],
    [{ type: 'scene', parts: { a: 'mesh' }, optional: ['b'] }, 'names of parts in optional: a'],
    [{ type: 'scene', parts: { a: 'mesh' }, looks: { b: {} } }, 'looks of a'],
    [{ type: 'scene', parts: { a: 'mesh' }, looks: { a: { opacity: 3 } } }, 'looks.a: look.opacity'],
  ])('refuses %j', (value, wanted) => {
    expect(() => parse(value)).toThrow(wanted)
  })
})
