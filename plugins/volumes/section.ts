/** A plane through a volume. */
import type { Mesh, Plane, Volume } from 'specimen-host/plugin'
import { addNotes } from '../shared/add-notes.ts'
import { findWorld } from '../shared/find-world.ts'
import { listCorners, openWorld, type VolumeWorld } from '../shared/open-world.ts'
import { createSampler } from '../shared/sampler.ts'
import { add, cross, dot, findAcross, scale, subtract, type Vector } from '../shared/vector.ts'

/** The most samples of a section along either of its axes. */
const mostAcross = 1024

/** The values in a plane, and what lies behind it. */
interface Section {
  readonly section: Mesh
  readonly rest: Volume
}

/**
 * The values in a plane through any volume, and the volume behind it.
 *
 * @displayName Section
 * @tags volume, section, clipping, reslice, tool
 * @view camera=1,0.75,0.9
 * @part section title="Section"
 * @part rest title="Behind the plane"
 * @story Take the plane by its dot and pull it through the head; turn it by the tip of its arrow.
 * Radiologists call such a picture an oblique reformation: no slice of the scanner lay there.
 * @preset Through both eyes {"cut":{"point":[0,30,-30],"normal":[0,0.1,1]}}
 * @preset From the side {"cut":{"point":[2,-20,0],"normal":[1,0,0]}}
 * @param volume - The values. @default {"specimen":"headVolume"}
 * @param cut - The plane; what its normal leads to is taken away.
 * @within volume
 */
export function section(
  volume: Volume,
  cut: Plane = { point: [0, -20, 10], normal: [0.35, 0.15, 1] },
): Section {
  const world = openWorld(volume)
  const plane = layPlane(volume, world, cut)
  const isEmpty = plane.columns * plane.rows === 0
  const unit = volume.unit
  return {
    section: {
      ...paint(fillPlane(volume, world, plane), volume),
      unit,
      orientation: findWorld(volume),
      valueName: volume.valueName,
      valueUnit: volume.valueUnit,
      labels: volume.labels,
    },
    rest: {
      ...volume,
      data: emptyFront(volume, world, cut),
      notes: addNotes(
        [
          `Samples in front of the plane have ${volume.labels ? 'the label 0' : 'the least of its values'}.`,
          ...(isEmpty ? ['The plane does not meet the volume.'] : []),
          ...(plane.isCoarse ? [`The section has one value in ${plane.step.toPrecision(3)}, no more.`] : []),
        ],
        volume.notes,
      ),
    },
  }
}

/** A grid in a plane: its corner, two axes of length 1, the step along both, and the counts. */
interface PlaneGrid {
  readonly corner: Vector
  readonly across: Vector
  readonly up: Vector
  readonly step: number
  readonly columns: number
  readonly rows: number
  /** True where the step is larger than the least spacing of the volume. */
  readonly isCoarse: boolean
}

/**
 * Returns a grid that holds what the plane and the volume have in common; an empty one where that is nothing.
 */
function layPlane(volume: Volume, world: VolumeWorld, { point, normal }: Plane): PlaneGrid {
  const across = findAcross(normal)
  const up = cross(normal, across)
  const corners = listCorners(volume, world).map((corner) => subtract(corner, point))
  const range = (axis: Vector): readonly [low: number, high: number] => {
    const places = corners.map((corner) => dot(corner, axis))
    return [Math.min(...places), Math.max(...places)]
  }
  const [[left, right], [low, high], [back, front]] = [range(across), range(up), range(normal)]
  const finest = Math.min(...(volume.spacing ?? [1, 1, 1]))
  const step = Math.max(finest, (right - left) / mostAcross, (high - low) / mostAcross)
  const isMet = back <= 0 && front >= 0
  const count = (size: number): number => (isMet ? Math.max(2, Math.ceil(size / step) + 1) : 0)
  const corner = add(point, add(scale(across, left), scale(up, low)))
  return {
    corner,
    across,
    up,
    step,
    columns: count(right - left),
    rows: count(high - low),
    isCoarse: step > 1.001 * finest,
  }
}

/** Returns the values of the volume on a grid, as triangles where all corners of a square have one. */
function fillPlane(
  volume: Volume,
  { toIndex }: VolumeWorld,
  { corner, across, up, step, columns, rows }: PlaneGrid,
): Mesh {
  const sample = createSampler(volume, volume.labels ? 'nearest' : 'linear')
  const vertices: number[] = []
  const scalars: number[] = []
  const numbers = new Int32Array(columns * rows).fill(-1)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const place = add(corner, add(scale(across, column * step), scale(up, row * step)))
      const value = sample(...toIndex(place))
      if (value === undefined || Number.isNaN(value)) continue
      numbers[row * columns + column] = scalars.length
      vertices.push(...place)
      scalars.push(value)
    }
  }
  const indices: number[] = []
  for (let row = 0; row + 1 < rows; row++) {
    for (let first = row * columns; first < (row + 1) * columns - 1; first++) {
      const [a = -1, b = -1, c = -1, d = -1] = [first, first + 1, first + columns, first + columns + 1].map(
        (each) => numbers[each],
      )
      if (a >= 0 && b >= 0 && c >= 0 && d >= 0) indices.push(a, b, d, a, d, c)
    }
  }
  return {
    vertices: Float32Array.from(vertices),
    indices: Uint32Array.from(indices),
    scalars: Float32Array.from(scalars),
  }
}

/**
 * Returns a mesh with greys for its values, over the range in which the volume is first shown; labels have
 * colours.
 */
function paint(mesh: Mesh, { data, labels, window }: Volume): Mesh {
  const { scalars } = mesh
  if (labels || !scalars) return mesh
  const [low, high] = window ?? findRange(data)
  const colors = new Uint8Array(3 * scalars.length)
  for (const [i, value] of scalars.entries())
    colors.fill(
      Math.round((255 * (Math.min(high, Math.max(low, value)) - low)) / (high - low || 1)),
      3 * i,
      3 * i + 3,
    )
  return { ...mesh, colors }
}

function findRange(data: Volume['data']): readonly [low: number, high: number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let i = 0; i < data.length; i++) {
    const value = data[i] ?? 0
    if (value < low) low = value
    if (value > high) high = value
  }
  return low > high ? [0, 1] : [low, high]
}

/** Returns the values with the least of them, or the label 0, in front of the plane. */
function emptyFront(volume: Volume, { toPlace }: VolumeWorld, { point, normal }: Plane): Volume['data'] {
  const [depth, height, width] = volume.shape
  const data = volume.data.slice()
  const [least] = volume.labels ? [0] : findRange(volume.data)
  const toDepth = (index: Vector): number => dot(subtract(toPlace(index), point), normal)
  const start = toDepth([0, 0, 0])
  const [dz, dy, dx] = [toDepth([1, 0, 0]) - start, toDepth([0, 1, 0]) - start, toDepth([0, 0, 1]) - start]
  for (let z = 0, i = 0; z < depth; z++)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++, i++) if (start + z * dz + y * dy + x * dx > 0) data[i] = least
  return data
}
