/** Scenes in which parts lie in, through and around each other, made from formulas. Lengths are near 1. */
import type {
  ArrowsResult,
  ImageResult,
  LabelsResult,
  LinesResult,
  MeshResult,
  PartResult,
  PointCloudResult,
  SceneResult,
  VolumeResult,
} from '../../../../core/contract/domain/result/result.ts'
import type { PartLook, PartPlace } from '../../../../core/contract/domain/result/scene.ts'
import type { Bounds } from '../../../../core/contract/look/box.ts'
import type { Vector3 } from '../../../../core/contract/look/display.ts'
import { toVector } from '../../../../core/contract/look/vectors.ts'

type Place3 = readonly [x: number, y: number, z: number]

/** A scene, and the words with which it is shown. */
export interface SceneRecipe {
  readonly make: () => SceneResult
  readonly view?: string
}

/** Returns a ball, or one that is stretched; `detail` is the number of its rings. */
function ball(middle: Place3, radius: number | Place3, detail = 24): MeshResult {
  const [around, across] = [2 * detail, detail + 1]
  const radii = typeof radius === 'number' ? [radius, radius, radius] : radius
  const vertices = new Float32Array(3 * around * across)
  for (let i = 0; i < around * across; i++) {
    const azimuth = (2 * Math.PI * (i % around)) / around
    const polar = (Math.PI * Math.floor(i / around)) / (across - 1)
    const unit = [Math.sin(polar) * Math.cos(azimuth), Math.sin(polar) * Math.sin(azimuth), -Math.cos(polar)]
    vertices.set(
      unit.map((part, axis) => (middle[axis] ?? 0) + part * (radii[axis] ?? 0)),
      3 * i,
    )
  }
  const indices = new Uint32Array(6 * around * (across - 1))
  for (let i = 0; i < around * (across - 1); i++) {
    const next = i - (i % around) + ((i + 1) % around)
    indices.set([i, next, i + around, next, next + around, i + around], 6 * i)
  }
  return { type: 'mesh', vertices, indices }
}

function plate(z: number): MeshResult {
  const vertices = Float32Array.of(-0.9, -0.7, z, 0.9, -0.7, z, 0.9, 0.7, z, -0.9, 0.7, z)
  return { type: 'mesh', vertices, indices: Uint32Array.of(0, 1, 2, 0, 2, 3) }
}

/** Returns samples of a box from -1 to 1, or of another: the middle, and half of its sides. */
function volume(
  valueAt: (x: number, y: number, z: number) => number,
  {
    middle = [0, 0, 0],
    half = [1, 1, 1],
    count = 64,
  }: { middle?: Place3; half?: Place3; count?: number } = {},
): VolumeResult {
  const data = new Float32Array(count ** 3)
  const at = (i: number, axis: 0 | 1 | 2): number => middle[axis] + half[axis] * ((2 * i + 1) / count - 1)
  for (let i = 0; i < data.length; i++)
    data[i] = valueAt(
      at(i % count, 0),
      at(Math.floor(i / count) % count, 1),
      at(Math.floor(i / count ** 2), 2),
    )
  const spacing = half.map((side) => (2 * side) / count).toReversed() as [number, number, number] // three
  const origin = middle.map((_, axis) => at(0, axis as 0 | 1 | 2)).toReversed() as [number, number, number]
  return { type: 'volume', shape: [count, count, count], dtype: 'float32', data, spacing, origin }
}

/** A soft ball, whose values fall from 1 in its middle to 0. */
const soft = (x: number, y: number, z: number): number => Math.max(0, 1 - Math.hypot(x, y, z) / 0.95)
/** A soft ring around z, beside which nothing is. */
const ring = (x: number, y: number, z: number): number =>
  Math.max(0, 1 - Math.hypot(Math.hypot(x, y) - 0.6, z) / 0.35)

function segmentation(): VolumeResult {
  const labelled = volume((x, y, z) => (Math.hypot(x, y, z) > 0.75 ? 0 : x > 0.1 ? 1 : y > 0 ? 2 : 3))
  return { ...labelled, dtype: 'uint8', data: Uint8Array.from(labelled.data) }
}

function spiral(radius = 0.6): LinesResult {
  const places = Array.from({ length: 200 }, (_, i) => [
    radius * Math.cos(i / 10),
    radius * Math.sin(i / 10),
    i / 100 - 1,
  ])
  return { type: 'lines', points: Float32Array.from(places.flat()) }
}

function arrows(): ArrowsResult {
  const points = Array.from({ length: 60 }, (_, i) => [
    0.8 * Math.cos(i),
    0.8 * Math.sin(i),
    (i / 30 - 1) * 0.8,
  ])
  const vectors = points.map(([x = 0, y = 0]) => [-0.5 * y, 0.5 * x, 0.1])
  return {
    type: 'arrows',
    points: Float32Array.from(points.flat()),
    vectors: Float32Array.from(vectors.flat()),
  }
}

function cloud(): PointCloudResult {
  const places = Array.from({ length: 300 }, (_, i) => {
    const [z, turn] = [1 - (2 * i + 1) / 300, i * 2.4]
    const r = Math.sqrt(1 - z * z)
    return [0.8 * r * Math.cos(turn), 0.8 * r * Math.sin(turn), 0.8 * z]
  })
  return { type: 'point_cloud', points: Float32Array.from(places.flat()) }
}

function labels(): LabelsResult {
  return {
    type: 'labels',
    points: Float32Array.of(0, 0, 1, 0.9, 0, 0, 0, -0.9, 0, -0.5, 0.5, 0.5),
    texts: [' ', ' ', ' ', ' '], // which stand over the picture, and not in it
  }
}

function picture(): ImageResult {
  const data = Uint8Array.from({ length: 3 * 40 * 30 }, (_, i) => 80 + ((i * 7) % 120))
  return { type: 'image', width: 40, height: 30, channels: 3, dtype: 'uint8', data }
}

const clay = [196, 122, 92] as const
const blue = [92, 140, 220] as const
const gold = [230, 180, 60] as const
/** Stands the image upright in the middle, as wide as the box. */
const upright: PartPlace = [
  [0.04, 0, 0, -0.8],
  [0, 0, -1, 0],
  [0, 0.04, 0, -0.6],
]
const turned: PartPlace = [
  [0.8, -0.6, 0, 0.2],
  [0.6, 0.8, 0, -0.1],
  [0, 0, 1, 0.1],
]

type Parts = Readonly<Record<string, PartResult & { look?: PartLook; place?: PartPlace }>>

function scene(parts: () => Parts, view?: string): SceneRecipe {
  return { make: () => ({ type: 'scene', parts: parts() }), ...(view && { view }) }
}

const core = () => ({ ...ball([0.1, 0, 0], 0.35), look: { color: clay } })
const skin = (opacity: number) => ({ ...ball([0, 0, 0], 0.85), look: { color: blue, opacity } })

/** So that the middle of a volume is seen. */
const thin = 'density=0.2'

/** The scenes by their names. */
export const scenes: { readonly [name: string]: SceneRecipe } = {
  'volume alone': scene(() => ({ scan: volume(soft) })),
  'plain mesh': scene(() => ({ core: ball([0, 0, 0], [0.9, 0.6, 0.4]) })),
  'mesh alone': scene(() => ({ core: core() })),
  'mesh in volume': scene(() => ({ scan: volume(soft), core: core() }), thin),
  'mesh through volume': scene(() => ({ scan: volume(soft), rod: ball([0, 0, 0], [1.2, 0.2, 0.2]) })),
  'volume in opaque mesh': scene(() => ({ scan: volume(soft), skin: skin(1) })),
  'skin of 0.7 over a volume': scene(() => ({ scan: volume(ring), skin: skin(0.7) })),
  'skin of 0.35 over a volume': scene(() => ({ scan: volume(ring), skin: skin(0.35) })),
  'skin of 0.1 over a volume': scene(() => ({ scan: volume(ring), skin: skin(0.1) })),
  'two crossing volumes': scene(() => ({
    one: volume(soft, { half: [1, 0.6, 0.6] }),
    other: volume(ring, { middle: [0.3, 0.2, 0.1], half: [0.8, 0.9, 0.9] }),
  })),
  'two crossing volumes with a mesh': scene(
    () => ({
      one: volume(soft, { half: [1, 0.6, 0.6] }),
      other: volume(ring, { middle: [0.3, 0.2, 0.1], half: [0.8, 0.9, 0.9] }),
      core: core(),
    }),
    thin,
  ),
  'segmentation over a scan': scene(
    () => ({
      scan: volume(soft),
      found: { ...segmentation(), look: { opacity: 0.3 } },
    }),
    thin,
  ),
  'labels over a scan': scene(() => ({ scan: volume(ring), names: labels() })),
  'lines through a volume': scene(
    () => ({
      scan: volume(soft),
      way: { ...spiral(), look: { color: gold } },
    }),
    thin,
  ),
  'lines through both': scene(() => ({
    scan: volume(ring),
    skin: skin(0.35),
    way: { ...spiral(), look: { color: gold, width: 0.04 } },
  })),
  'arrows in a volume': scene(() => ({ scan: volume(ring), flow: { ...arrows(), look: { color: gold } } })),
  'points over a volume': scene(() => ({ scan: volume(soft), atoms: { ...cloud(), look: { width: 0.12 } } })),
  'a plate through a volume': scene(
    () => ({
      scan: volume(soft),
      plate: { ...plate(0), look: { opacity: 0.5 } },
    }),
    thin,
  ),
  'an image in a volume': scene(() => ({ scan: volume(ring), slice: { ...picture(), place: upright } })),
  'two shells in a volume': scene(
    () => ({
      scan: volume(soft),
      outer: skin(0.3),
      inner: { ...ball([0, 0, 0], 0.5), look: { color: clay, opacity: 0.4 } },
    }),
    thin,
  ),
  'shells in shells': scene(() => ({
    outer: { ...ball([0, 0, 0], 0.9), look: { color: blue, opacity: 0.3 } },
    inner: { ...ball([0.1, 0, 0], 0.5), look: { color: clay, opacity: 0.5 } },
  })),
  'a clip plane through all': scene(
    () => ({
      scan: volume(ring),
      skin: skin(0.5),
      core: core(),
      way: { ...spiral(), look: { color: gold } },
    }),
    'slabs=0,0.5,0,1,0,1',
  ),
  'places that turn': scene(() => ({
    scan: { ...volume(ring, { half: [1, 0.8, 0.6] }), place: turned },
    skin: { ...ball([0, 0, 0], [0.9, 0.5, 0.4]), look: { color: blue, opacity: 0.4 }, place: turned },
    core: core(),
  })),
  'a part that is moved': scene(
    () => ({
      scan: volume(ring),
      core: core(),
      skin: skin(0.35),
      way: { ...spiral(), look: { color: gold } },
    }),
    'parts=core:moved/0.3/-0.2/0.3,way:moved/0/0/0/40/0/30,scan:moved/0.1/0/0/0/50/0',
  ),
  'isosurface with a mesh': scene(
    () => ({ scan: volume(ring), core: { ...ball([0.5, 0, 0], 0.35), look: { color: clay } } }),
    'rendering=isosurface',
  ),
  'maximum with a mesh': scene(() => ({ scan: volume(ring), skin: skin(0.4) }), 'rendering=maximum'),
  'mean with a mesh': scene(() => ({ scan: volume(ring), core: core() }), 'rendering=mean'),
  'without perspective': scene(
    () => ({ scan: volume(ring), skin: skin(0.35), core: core() }),
    'projection=orthographic',
  ),
}

/** Returns the box that a camera fits so that a scene fills the picture. */
export function shrink({ low, high }: Bounds): Bounds {
  const toward = (from: Vector3, to: Vector3): Vector3 =>
    toVector((axis) => from[axis] + 0.2 * (to[axis] - from[axis]))
  return { low: toward(low, high), high: toward(high, low) }
}
