/** Scenes as OBJ: each part a named object, with its places applied and its own numbers of vertices. */
import {
  type LinesResult,
  listParts,
  type MeshResult,
  type PointCloudResult,
  type ScenePart,
  type SceneResult,
} from '../../contract/domain/result/result.ts'
import { writeInteger } from '../../contract/wire/number-text.ts'
import { planRecords } from './line-rows.ts'
import { createMover, type Mover } from './move-rows.ts'
import { noRows, type Rows, toComments, toIntegers, toRows, toSpace, toText, type Write } from './rows.ts'
import { pickParts } from './scene-parts.ts'

type ObjPart = ScenePart & (MeshResult | LinesResult | PointCloudResult)

/** Vertices and normals of the parts before one, from which its numbers go on. */
interface Before {
  readonly vertices: number
  readonly normals: number
}

/** Returns the rows of a scene. @throws `form.unavailable` for one whose parts OBJ does not hold */
export function planObjScene(scene: SceneResult, target: Uint8Array): readonly Rows[] {
  const { unit, orientation, notes = [] } = scene
  const { held, said } = pickParts(scene, 'obj')
  const lengths = unit === undefined ? [] : [`Lengths are in ${unit}.`]
  // OBJ holds no other parts.
  const parts = listParts(held) as readonly (readonly [string, ObjPart])[]
  const areColored = parts.some(([, part]) => part.look?.color ?? part.colors)
  let before: Before = { vertices: 0, normals: 0 }
  const rows = parts.flatMap(([name, part]) => {
    const planned = planPart(part, { name, before, areColored, target })
    const count = listPlaces(part).length / 3
    const normals = part.type === 'mesh' && part.normals ? count : 0
    before = { vertices: before.vertices + count, normals: before.normals + normals }
    return planned
  })
  return [
    toText('# specimen-host\n', target),
    toText(toSpace('#', orientation, '\n'), target),
    toComments('#', [...notes, ...lengths, ...said], target),
    ...rows,
  ]
}

/** A part on its way into a file. */
interface PartPlan {
  readonly name: string
  readonly before: Before
  /** True where any part has colours: programs take those of all vertices or of none. */
  readonly areColored: boolean
  readonly target: Uint8Array
}

function planPart(part: ObjPart, { name, before, areColored, target }: PartPlan): readonly Rows[] {
  const places = listPlaces(part)
  const count = places.length / 3
  const mover = createMover(part)
  const colors = areColored ? toLevels(part, target) : []
  return [
    toText(`o ${name}\n`, target),
    toRows(
      count,
      areColored ? 'v % % % % % %\n' : 'v % % %\n',
      [...mover.toPlaces(places, target), ...colors],
      target,
    ),
    ...planElements(part, mover, { before, target }),
  ]
}

function planElements(
  part: ObjPart,
  mover: Mover,
  { before, target }: Pick<PartPlan, 'before' | 'target'>,
): readonly Rows[] {
  switch (part.type) {
    case 'point_cloud':
      return [
        toRows(
          part.points.length / 3,
          'p %\n',
          [(row, at) => writeInteger(row + 1 + before.vertices, target, at)],
          target,
        ),
      ]
    case 'lines':
      return [planRecords(part, target, before.vertices)]
    case 'mesh': {
      const { indices, normals } = part
      // A mirrored triangle is counter-clockwise the other way around.
      const turn = (writes: readonly Write[]): readonly Write[] =>
        mover.isMirrored ? writes.toReversed() : writes
      const corners = turn(toIntegers(indices, 3, target, 1 + before.vertices))
      const normalCorners = turn(toIntegers(indices, 3, target, 1 + before.normals))
      return [
        normals ? toRows(normals.length / 3, 'vn % % %\n', mover.toNormals(normals, target), target) : noRows,
        toRows(
          indices.length / 3,
          normals ? 'f %//% %//% %//%\n' : 'f % % %\n',
          corners.flatMap((corner, i) => (normals ? [corner, normalCorners[i] ?? corner] : [corner])),
          target,
        ),
      ]
    }
  }
}

function listPlaces(part: ObjPart): Float32Array {
  return part.type === 'mesh' ? part.vertices : part.points
}

/** Returns what writes the colours of a part, from 0 to 1: that of its look, its own, or white. */
function toLevels({ look, colors }: ObjPart, target: Uint8Array): readonly Write[] {
  const texts = Array.from({ length: 256 }, (_, level) => encoder.encode((level / 255).toFixed(5)))
  return [0, 1, 2].map(
    (part): Write =>
      (row, at) => {
        const level = look?.color ? (look.color[part] ?? 255) : colors ? (colors[3 * row + part] ?? 0) : 255
        const text = texts[level] ?? new Uint8Array()
        target.set(text, at)
        return at + text.length
      },
  )
}

const encoder = new TextEncoder()
