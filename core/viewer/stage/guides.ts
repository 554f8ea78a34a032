import { Group } from 'three'
import { cornerOf, longestSide } from '../../contract/look/box.ts'
import type { Display, Vector3 } from '../../contract/look/display.ts'
import { listTicks } from '../../contract/look/ticks.ts'
import { add, at, scale, toVector } from '../../contract/look/vectors.ts'
import { findColorAxis } from '../../data/prepared/placement.ts'
import type { Bounds } from '../../data/prepared/prepared.ts'
import { findShift, type Sight } from './keep-inside.ts'
import { type Boxed, listAxes, listLabels, listRulers } from './labels.ts'
import { createLines, type Segment } from './lines.ts'

/** Colours of x, y and z, for light and dark grounds: of anatomy those of the world, see `findColorAxis`. */
const axisColors = [0xe5484d, 0x2f9e62, 0x3b82f6]
const boxColor = 0x8b93a1
/** Length in parts of the box's largest extent. */
const tickLength = 0.014
/** After volumes, and before measurements. */
const crossOrder = 900
/** It passes before all of the content, and is to say no more than where the slices lie. */
const crossOpacity = 0.45

/** Axes, box and planes around what is shown. */
export interface Guides {
  readonly object: Group
  show(boxed: Boxed | null, { axes, box, up, slices }: Display): void
  /**
   * Moves the axes into the picture, above all that is there: an untouched camera is as near as the content
   * allows, and not its box. Null puts them back.
   */
  keepInside(sight: Omit<Sight, 'matrix'> | null): void
  /** The way by which the axes are moved, in the specimen's coordinates. */
  readonly shift: Vector3
  dispose(): void
}

/**
 * Returns the guides around a specimen, empty at first: axes, the bounding box with ticks, and the crosshair
 * of its slices, which is seen through the specimen.
 */
export function createGuides(): Guides {
  const rays = axisColors.map((color) => createLines({ color, width: 2, isHidden: true }))
  const edges = createLines({ color: boxColor, width: 1, isHidden: true })
  const cross = axisColors.map((color) =>
    createLines({ color, width: 1, isHidden: false, opacity: crossOpacity }),
  )
  const object = new Group()
  const triad = new Group()
  for (const lines of rays) triad.add(lines.object)
  for (const { object: lines } of [edges, ...cross]) object.add(lines)
  object.add(triad)
  let places: readonly Vector3[] = []
  for (const lines of cross) lines.object.renderOrder = crossOrder
  let drawn = ''
  return {
    object,
    show(boxed: Boxed | null, { axes, box, up, slices }: Display): void {
      const key = JSON.stringify([boxed && toKey(boxed), axes, box, up, slices])
      if (key === drawn) return
      drawn = key
      const isSolid = boxed !== null && boxed.type !== 'image'
      const shown = isSolid && axes ? listAxes(boxed, up) : []
      places = listFreePlaces(boxed, { axes, box, up })
      rays.forEach((ray, axis) => {
        ray.show(shown.filter((other) => other.axis === axis).map(({ from, to }) => [from, to]))
      })
      edges.show(isSolid && box ? [...listEdges(boxed.bounds), ...listTickLines(boxed, up)] : [])
      const hasCross = boxed?.type === 'volume' && slices
      cross.forEach((line, color) => {
        const axis = boxed ? [0, 1, 2].findIndex((own) => findColorAxis(boxed, own) === color) : -1
        line.show(hasCross && axis >= 0 ? [toCrossLine(boxed.bounds, slices, axis)] : [])
      })
    },
    /**
     * Moves the axes into the picture, above all that is there: an untouched camera is as near as the content
     * allows, and not its box. Null puts them back.
     */
    keepInside(sight: Omit<Sight, 'matrix'> | null): void {
      triad.position.set(0, 0, 0)
      triad.updateMatrixWorld(true)
      const way = sight ? findShift(places, { ...sight, matrix: triad.matrixWorld }) : ([0, 0, 0] as const)
      const isMoved = way.some((part) => part !== 0)
      for (const { object: ray, setHidden } of rays) {
        setHidden(!isMoved)
        ray.renderOrder = isMoved ? crossOrder : 0
      }
      triad.position.set(...way)
      triad.updateMatrixWorld(true)
    },
    /** The way by which the axes are moved, in the specimen's coordinates. */
    get shift(): Vector3 {
      return [triad.position.x, triad.position.y, triad.position.z]
    },
    dispose() {
      for (const lines of [...rays, edges, ...cross]) lines.dispose()
    },
  }
}

/**
 * Returns the places of the axes that have to be inside the picture: their corner, and their names. None of
 * anatomical axes, which stand on all sides, and none beside a box, which has them at its corner.
 */
function listFreePlaces(boxed: Boxed | null, shown: Pick<Display, 'axes' | 'box' | 'up'>): Vector3[] {
  if (!boxed || boxed.type === 'image' || boxed.orientation !== undefined || shown.box) return []
  const corners = shown.axes ? listAxes(boxed, shown.up).slice(0, 1) : []
  return [...corners.map(({ from }) => from), ...listLabels(boxed, shown).map(({ place }) => place)]
}

function toKey({ type, bounds, placement, orientation }: Boxed): unknown {
  return [type, bounds, placement, orientation]
}

/** Returns the line along an axis through a place, given as fractions of the box, from side to side. */
function toCrossLine({ low, high }: Bounds, place: Vector3, axis: number): Segment {
  const toEnd = (end: Vector3) =>
    toVector((other) =>
      other === axis ? end[other] : low[other] + place[other] * (high[other] - low[other]),
    )
  return [toEnd(low), toEnd(high)]
}

function listEdges(bounds: Bounds): Segment[] {
  const edges: Segment[] = []
  for (let sides = 0; sides < 8; sides++)
    for (let axis = 0; axis < 3; axis++)
      if (!(sides & (1 << axis)) && at(bounds.high, axis) > at(bounds.low, axis))
        edges.push([cornerOf(bounds, sides), cornerOf(bounds, sides | (1 << axis))])
  return edges
}

function listTickLines(boxed: Boxed, up: Display['up']): Segment[] {
  const length = tickLength * longestSide(boxed.bounds)
  return listRulers(boxed, up).flatMap(({ axis, from, to, outward }) =>
    listTicks(at(from, axis), at(to, axis), 5).map((value): Segment => {
      const place = toVector((other) => (other === axis ? value : at(from, other)))
      return [place, add(place, scale(outward, length))]
    }),
  )
}
