/** A result of every kind, in each form that is drawn in its own way, none of them like its mirror image. */
import type { Host } from 'specimen-host'
import { headAt, makeHead, makeNifti, makeObliqueHead } from '../../support/head-phantom.ts'

type Kind = 'mesh' | 'volume' | 'point_cloud' | 'image'

/** Vertices around and along the surface of the head. */
const [around, across] = [48, 25]
const size = [34, 38, 38] as const
/** The middle of the first sample of the head, and the distance of samples, in mm. */
const [first, step] = [[-82.5, -92.5, -92.5] as const, 5]

/** Returns the head as a closed surface in mm of the world RAS, with a value and a colour at each vertex. */
function makeSurface() {
  const vertices = new Float32Array(3 * around * across)
  const scalars = new Float32Array(around * across)
  const colors = new Uint8Array(3 * around * across)
  for (let i = 0; i < around * across; i++) {
    const azimuth = (2 * Math.PI * (i % around)) / around
    const polar = (Math.PI * Math.floor(i / around)) / (across - 1)
    const [x, y, z] = [
      Math.sin(polar) * Math.cos(azimuth),
      Math.sin(polar) * Math.sin(azimuth),
      -Math.cos(polar),
    ]
    let radius = 0
    while (headAt(x * radius, y * radius, z * radius) > 30) radius += 0.5
    vertices.set([x * radius, y * radius, z * radius], 3 * i)
    scalars[i] = x * radius
    colors.set([128 + 120 * x, 128 + 120 * y, 128 + 120 * z], 3 * i)
  }
  const indices = new Uint32Array(6 * around * (across - 1))
  for (let i = 0; i < around * (across - 1); i++) {
    const next = i - (i % around) + ((i + 1) % around)
    indices.set([i, next, i + around, next, next + around, i + around], 6 * i)
  }
  return { vertices, indices, scalars, colors }
}

/** Returns samples of the head's box without anatomical directions. */
function makeVolume(data: Uint8Array | Float32Array, valueAt = headAt) {
  const [width, height] = size
  for (let i = 0; i < data.length; i++) {
    const row = Math.floor(i / width)
    const index = [i % width, row % height, Math.floor(row / height)]
    const [x = 0, y = 0, z = 0] = index.map((place, axis) => (first[axis] ?? 0) + step * place)
    data[i] = valueAt(x, y, z)
  }
  const dtype = data instanceof Uint8Array ? 'uint8' : 'float32'
  return {
    shape: size.toReversed(),
    dtype,
    data,
    spacing: [step, step, step],
    origin: first.toReversed(),
  }
}

/** Returns 1 in the head, 3 in its upper part and 7 in the ball on its left cheek. */
function labelAt(x: number, y: number, z: number): number {
  if (headAt(x, y, z) <= 30) return 0
  if (x < -45) return 7
  return z > 20 ? 3 : 1
}

/** Returns a ramp to the right, with others downward in further channels. */
function makeImage(channels: 1 | 2 | 3 | 4, data: Uint8Array | Uint16Array) {
  const [width, height] = [60, 45]
  const most = data instanceof Uint8Array ? 255 : 65_535
  for (let i = 0; i < width * height; i++) {
    const [right, down] = [(i % width) / width, Math.floor(i / width) / height]
    const parts = { 1: [right], 2: [right, down], 3: [right, down, 0.5], 4: [right, 0.2, 0.8, down] }
    data.set(
      parts[channels].map((part) => most * part),
      channels * i,
    )
  }
  return { width, height, channels, dtype: most === 255 ? 'uint8' : 'uint16', data }
}

interface Row {
  readonly kind: Kind
  readonly make: () => object
  /** The author's words. */
  readonly view?: string
  readonly axes?: string
}

const surface = makeSurface()
const { vertices, indices, scalars, colors } = surface
const count = size[0] * size[1] * size[2]
const mesh = (more: object = {}) => ({ kind: 'mesh', make: () => ({ vertices, indices, ...more }) }) as const
const points = (more: object = {}) =>
  ({ kind: 'point_cloud', make: () => ({ points: vertices, ...more }) }) as const
const floats = { kind: 'volume', make: () => makeVolume(new Float32Array(count)) } as const
const image = (channels: 1 | 2 | 3 | 4, elements: typeof Uint8Array | typeof Uint16Array) =>
  ({ kind: 'image', make: () => makeImage(channels, new elements(60 * 45 * channels)) }) as const

/** The results that functions make, by the id of their specimen. */
export const computed: { readonly [id: string]: Row } = {
  mesh: mesh(),
  'mesh-in-RAS': { ...mesh(), axes: 'mm, RAS' },
  'mesh-in-LPS': { ...mesh(), axes: 'mm, LPS' },
  'mesh-with-scalars': mesh({ scalars }),
  'mesh-with-scalars-in-a-window': { ...mesh({ scalars }), view: 'window=-20,40 colormap=coolwarm' },
  'mesh-with-scalars-and-no-shading': { ...mesh({ scalars }), view: 'shading=none' },
  'mesh-with-colors': mesh({ colors }),
  'mesh-with-y-up': { ...mesh(), view: 'up=y' },
  'mesh-in-parallel-projection': { ...mesh(), view: 'projection=orthographic' },
  'mesh-that-is-cut': { ...mesh({ scalars }), view: 'slabs=0,0.5,0,1,0,1' },
  points: points(),
  'points-with-scalars': points({ scalars }),
  'points-with-colors': points({ colors }),
  'points-in-LPS': { ...points({ scalars }), axes: 'mm, LPS' },
  'image-of-grey': image(1, Uint8Array),
  'image-of-grey-and-alpha': image(2, Uint8Array),
  'image-of-RGB': image(3, Uint8Array),
  'image-of-RGBA': image(4, Uint8Array),
  'image-of-16-bits': image(3, Uint16Array),
  'volume-of-bytes': { kind: 'volume', make: () => makeVolume(new Uint8Array(count)) },
  'volume-of-floats': floats,
  'volume-in-a-window': { ...floats, view: 'window=40,80' },
  'volume-by-isosurface': { ...floats, view: 'rendering=isosurface' },
  'volume-by-maximum': { ...floats, view: 'rendering=maximum' },
  'volume-by-mean': { ...floats, view: 'rendering=mean' },
  'volume-by-minimum': { ...floats, view: 'rendering=minimum' },
  'volume-that-is-cut': { ...floats, view: 'slabs=0,0.5,0,1,0,1' },
  labels: { kind: 'volume', make: () => makeVolume(new Uint8Array(count), labelAt) },
}

/** Files of one head by their axes, one with a window (`cal_max`, `cal_min`) and one without an affine. */
export const files: { readonly [id: string]: Uint8Array } = {
  ...Object.fromEntries(
    ['RAS', 'LAS', 'LPS', 'PIR', 'LAI'].map((axes) => [`head-in-${axes}`, makeHead(axes)]),
  ),
  'head-in-an-oblique-box': makeObliqueHead(25),
  'head-in-LPS-with-a-window': withWindow(makeHead('LPS'), 20, 60),
  'head-without-an-affine': makeNifti([...size], null, (...at) => {
    const [x, y, z] = at.map((place, axis) => place + (first[axis] ?? 0))
    return headAt(x ?? 0, y ?? 0, z ?? 0)
  }),
}

function withWindow(bytes: Uint8Array<ArrayBuffer>, low: number, high: number): Uint8Array {
  const view = new DataView(bytes.buffer)
  view.setFloat32(124, high, true)
  view.setFloat32(128, low, true)
  return bytes
}

/** Adds the functions to a host. */
export function addComputed(host: Host): void {
  for (const [id, { kind, make, view = '', axes = '' }] of Object.entries(computed)) {
    const words = { id, ...(view && { view }), ...(axes && { axes }) }
    host.registerSpecimen(words, make as never, { returns: kind }) // its kinds differ
  }
}
