/** Pictures of scenes: the light of all parts along one ray, as it is computed by hand. */
import { describe, expect, it, test } from 'vitest'
import type {
  PartResult,
  Result,
  ScenePart,
  SceneResult,
} from '../../../core/contract/domain/result/result.ts'
import { toLevel, toLinear } from '../../../core/contract/look/linear-light.ts'
import { drawColors } from '../../../core/data/picture/draw-result.ts'

const shape = { width: 64, height: 64 }
/** Looks along y, with x to the right and z upward. */
const side = 'camera=0,-1,0 projection=orthographic'
const unlit = `${side} shading=none`
const ground = [0x1b, 0x1e, 0x25] as const
const red = [255, 0, 0] as const
const green = [0, 255, 0] as const
const blue = [0, 0, 255] as const

type Parts = { readonly [name: string]: ScenePart }
type Look = NonNullable<ScenePart['look']>

const toScene = (parts: Parts): SceneResult => ({ type: 'scene', parts })
const draw = (result: Result, view = unlit) => drawColors(result, { view }, shape).rgb

/** Returns the colour at a place, from -1 to 1 to the right and upward. */
function look(result: Result, view = unlit) {
  const rgb = draw(result, view)
  return (right = 0, up = 0): readonly number[] => {
    const [x, y] = [right, -up].map((part) => Math.floor(((part + 1) / 2) * (shape.width - 1)))
    const at = 3 * ((y ?? 0) * shape.width + (x ?? 0))
    return [...rgb.subarray(at, at + 3)]
  }
}

/** A square at right angles to y. */
function square(y: number, look: Look, half = 1): ScenePart {
  const vertices = Float32Array.of(-half, y, -half, half, y, -half, half, y, half, -half, y, half)
  return { type: 'mesh', vertices, indices: Uint32Array.of(0, 1, 2, 0, 2, 3), look }
}

/** A volume that fills a box of two a side, clear in its lower quarter and equal above, seen in one colour. */
function fog(look: Look, place?: ScenePart['place']): ScenePart {
  return {
    type: 'volume',
    shape: [8, 8, 8],
    dtype: 'uint8',
    data: Uint8Array.from({ length: 512 }, (_, i) => (i < 128 ? 0 : 100)),
    spacing: [0.25, 0.25, 0.25],
    origin: [-0.875, -0.875, -0.875],
    look,
    ...(place && { place }),
  }
}

/** The optical depth of fog along a side: its highest values have the opacity 1. */
const density = 0.005
const sideDepth = 200 * density
const foggy = `${unlit} density=${density}`
/** A place in the picture where it is equal, and has no light but its own. */
const [right, up] = [0.1, 0.5]

/** Adds layers of linear light, front to back, and shows the sum over the ground as a picture does. */
function compose(layers: readonly (readonly [light: readonly number[], opacity: number])[]): number[] {
  let through = 1
  const sum = [0, 0, 0]
  for (const [light, opacity] of layers) {
    for (const [c, part] of light.entries()) sum[c] = (sum[c] ?? 0) + through * opacity * part
    through *= 1 - opacity
  }
  const alpha = 1 - through
  return sum.map((part, c) => Math.round(toLevel(part / alpha) * alpha + (ground[c] ?? 0) * through))
}

function expectNear(found: readonly number[], wanted: readonly number[], most = 1): void {
  for (const [c, level] of wanted.entries())
    expect(Math.abs((found[c] ?? 0) - level), `${found} for ${wanted}`).toBeLessThanOrEqual(most)
}

const linear = (color: readonly number[]): readonly number[] => color.map((part) => toLinear(part / 255))

describe('surfaces', () => {
  it('that let light through are mixed with what is behind them, in linear light', () => {
    const parts = { behind: square(1, { color: green }), before: square(0, { color: red, opacity: 0.4 }) }
    const wanted = compose([
      [linear(red), 0.4],
      [linear(green), 1],
    ])
    expectNear(look(toScene(parts))(), wanted)
    expect(wanted).toEqual([toLevel(0.4), toLevel(0.6), 0])
  })

  it('are not seen behind an opaque one, in whatever order they come', () => {
    const parts = { veil: square(1, { color: red, opacity: 0.4 }), wall: square(0, { color: green }) }
    expect(look(toScene(parts))()).toEqual([...green])
    const turned = { wall: square(0, { color: green }), veil: square(1, { color: red, opacity: 0.4 }) }
    expect(look(toScene(turned))()).toEqual([...green])
  })

  it('of a hundred layers are all seen', () => {
    const veils = Array.from({ length: 50 }, (_, i) =>
      square(i / 50, { color: i % 2 ? red : blue, opacity: 0.02 }),
    )
    const parts = Object.fromEntries(veils.map((veil, i) => [`veil${i}`, veil]))
    const layers = veils.map((_, i) => [linear(i % 2 ? red : blue), 0.02] as const)
    expectNear(look(toScene(parts))(), compose(layers), 2)
  })

  it('are as opaque as part, view and settings of the part say', () => {
    const parts = { behind: square(1, { color: green }), before: square(0, { color: red, opacity: 0.5 }) }
    const at = (view: string) => look(toScene(parts), `${unlit} ${view}`)()
    expectNear(at('parts=before:0.25'), [toLevel(0.25), toLevel(0.75), 0])
    expectNear(at('opacity=0.5 parts=behind:off'), compose([[linear(red), 0.25]]))
    expect(at('parts=before:off')).toEqual([...green])
    expect(at('parts=before:1')).toEqual([...red])
  })
})

describe('volumes', () => {
  it('are added along the ray as absorption has it', () => {
    const wanted = compose([[linear(red), 1 - Math.exp(-sideDepth)]])
    expectNear(look(toScene({ fog: fog({ color: red }) }), foggy)(right, up), wanted)
    const thin = compose([[linear(red), 1 - Math.exp(-sideDepth / 2)]])
    expectNear(look(toScene({ fog: fog({ color: red, opacity: 0.5 }) }), foggy)(right, up), thin)
  })

  it.each([-0.9, -0.37, 0, 0.8])('have a surface within them where it is: at %f', (y) => {
    const parts = { fog: fog({ color: red }), veil: square(y, { color: green, opacity: 0.5 }) }
    const before = (sideDepth * (1 + y)) / 2
    const wanted = compose([
      [linear(red), 1 - Math.exp(-before)],
      [linear(green), 0.5],
      [linear(red), 1 - Math.exp(before - sideDepth)],
    ])
    expectNear(look(toScene(parts), foggy)(right, up), wanted)
  })

  it('end at an opaque surface', () => {
    const parts = { wall: square(0.5, { color: blue }), fog: fog({ color: red }) }
    const wanted = compose([
      [linear(red), 1 - Math.exp(-0.75 * sideDepth)],
      [linear(blue), 1],
    ])
    expectNear(look(toScene(parts), foggy)(right, up), wanted)
  })

  it('that cross add their depths, and mix their colours by these', () => {
    const shift = [
      [1, 0, 0, 0],
      [0, 1, 0, 1],
      [0, 0, 1, 0],
    ] as const
    const parts = { one: fog({ color: red }), other: fog({ color: blue, opacity: 0.5 }, shift) }
    const [near, far] = [linear(red), linear(blue)]
    const both = near.map((part, c) => (2 * part + (far[c] ?? 0)) / 3)
    const wanted = compose([
      [near, 1 - Math.exp(-sideDepth / 2)],
      [both, 1 - Math.exp(-0.75 * sideDepth)],
      [far, 1 - Math.exp(-sideDepth / 4)],
    ])
    expectNear(look(toScene(parts), foggy)(right, up), wanted)
  })

  it.each(['maximum', 'minimum', 'mean', 'isosurface'])(
    'of %s are there with surfaces before and behind',
    (name) => {
      const data = Float32Array.from({ length: 512 }, (_, i) =>
        Math.max(0, 4 - Math.hypot((i & 7) - 3.5, ((i >> 3) & 7) - 3.5, (i >> 6) - 3.5)),
      )
      const ball: ScenePart = {
        type: 'volume',
        shape: [8, 8, 8],
        dtype: 'float32',
        data,
        spacing: [0.25, 0.25, 0.25],
        origin: [-0.875, -0.875, -0.875],
      }
      const view = `${unlit} rendering=${name}`
      const at = (parts: Parts) => look(toScene(parts), view)()
      const alone = at({ ball, box: square(-1, { color: red, hidden: true }) })
      expect(alone).not.toEqual([...ground])
      expect(at({ ball, wall: square(-1.1, { color: red }) })).toEqual([...red])
      const before = at({
        ball,
        wall: square(1.1, { color: red }),
        veil: square(-1.1, { color: green, opacity: 0.5 }),
      })
      expect(before).not.toEqual(alone)
      expect(before[1]).toBeGreaterThan(100)
    },
  )
})

describe('places', () => {
  const turned = [
    [0, -0.5, 0, 0.25],
    [0.5, 0, 0, 0],
    [0, 0, 2, -0.5],
  ] as const
  const moved = (vertices: Float32Array): Float32Array =>
    Float32Array.from({ length: vertices.length }, (_, i) => {
      const [row, first] = [turned[i % 3] ?? [0, 0, 0, 0], i - (i % 3)]
      return row[3] + [0, 1, 2].reduce((sum, c) => sum + (row[c] ?? 0) * (vertices[first + c] ?? 0), 0)
    })
  const corners = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1)
  const indices = Uint32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3)
  const frame = square(2, { color: blue }, 0.1)

  it.each<[string, (points: Float32Array) => PartResult]>([
    ['mesh', (vertices) => ({ type: 'mesh', vertices, indices })],
    ['lines', (points) => ({ type: 'lines', points })],
    ['points', (points) => ({ type: 'point_cloud', points })],
    ['labels', (points) => ({ type: 'labels', points, texts: ['a', 'b', 'c', 'd'] })],
  ])('turn, scale and move %s', (_, create) => {
    const place = create(corners).type === 'point_cloud' ? 'size=40 shading=none' : ''
    const view = `camera=1,-3,1 ${place}`
    const placed = draw(toScene({ part: { ...create(corners), place: turned }, frame }), view)
    const own = draw(toScene({ part: create(moved(corners)), frame }), view)
    const other = draw(toScene({ part: create(corners), frame }), view)
    const differ = (rgb: Uint8Array) => rgb.filter((level, i) => Math.abs(level - (own[i] ?? 0)) > 2).length
    expect(differ(placed)).toBeLessThan(30)
    expect(differ(other)).toBeGreaterThan(300)
  })

  it('turn images, whose rows go down', () => {
    const image = {
      type: 'image',
      width: 2,
      height: 1,
      channels: 3,
      dtype: 'uint8',
      data: Uint8Array.of(...red, ...green),
    } as const
    const upright = [
      [1, 0, 0, -1],
      [0, 0, 1, 0],
      [0, -1, 0, 0.5],
    ] as const
    const at = look(toScene({ image: { ...image, place: upright }, wall: square(1, { color: blue }) }))
    expect([at(-0.5), at(0.5), at(0, 0.8)]).toEqual([[...red], [...green], [...blue]])
    expect(look(toScene({ image }))(-0.5)).toEqual([...red])
  })
})

describe('a clip plane', () => {
  it('cuts every part in the coordinates of the scene', () => {
    const half = [
      [0.5, 0, 0, 0],
      [0, 1, 0, 0],
      [0, 0, 1, 0],
    ] as const
    const wall = square(1, { color: green })
    for (const part of [square(0, { color: red }), fog({ color: red })]) {
      const scene = toScene({ wall, part: { ...part, place: half } })
      const at = look(scene, `${unlit} slabs=0.6,1,0,1,0,1`)
      expect(at(-0.1)).toEqual([...ground])
      expect(at(0.1)).toEqual([...ground])
      expect(at(0.3)[0]).toBeGreaterThan(60)
      expect(at(0.6)).toEqual([...green])
    }
  })
})

describe('hidden parts', () => {
  it('are left out, unless a view shows them', () => {
    const parts = { wall: square(1, { color: green }), veil: square(0, { color: red, hidden: true }) }
    expect(look(toScene(parts))()).toEqual([...green])
    expect(look(toScene(parts), `${unlit} parts=veil:on`)()).toEqual([...red])
    expect(look(toScene(parts), `${unlit} parts=wall:off`)()).toEqual([...ground])
  })

  it('may be all, and a scene may be empty', () => {
    for (const parts of [{}, { wall: square(1, { hidden: true }) }])
      expect(new Set(draw(toScene(parts)))).toEqual(new Set(ground))
  })
})

describe('widths', () => {
  it('of lines and points are in the unit of lengths', () => {
    const line = { type: 'lines', points: Float32Array.of(-1, 0, 0, 1, 0, 0) } as const
    const wall = square(1, { color: green })
    const at = look(toScene({ wall, line: { ...line, look: { color: red, width: 1 } } }))
    expect([at(0, 0.4), at(0, 0.6)]).toEqual([[...red], [...green]])
    const point = {
      type: 'point_cloud',
      points: new Float32Array(3),
      look: { color: red, width: 1 },
    } as const
    const dot = look(toScene({ wall, point }))
    expect([dot(0, 0.4), dot(0.6, 0)]).toEqual([[...red], [...green]])
  })
})

describe('many layers', () => {
  const layers = (count: number, opacity: number): ScenePart => {
    const vertices = Float32Array.from(
      { length: 12 * count },
      (_, i) => [-1, 0, -1, 1, 0, -1, 1, 0, 1, -1, 0, 1][i % 12] ?? 0,
    )
    const indices = Uint32Array.from(
      { length: 6 * count },
      (_, i) => 4 * Math.floor(i / 6) + ([0, 1, 2, 0, 2, 3][i % 6] ?? 0),
    )
    return { type: 'mesh', vertices, indices, look: { color: red, opacity } }
  }

  test.each([
    [100, 0.001], // more than are kept at once
    [2000, 0.2], // nothing gets through most of them
  ])('%i of them in one place let light through as all of them do, at opacity %f', (count, opacity) => {
    const wanted = compose([[linear(red), 1 - (1 - opacity) ** count]])
    expectNear(look(toScene({ layers: layers(count, opacity) }))(), wanted, 2)
  })
})
