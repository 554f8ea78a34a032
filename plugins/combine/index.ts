/**
 * Union, difference and intersection of two solids, and holes in one, by Manifold (compiled to WebAssembly,
 * in the bundle).
 */
import type { Manifold } from 'manifold-3d'
import type { Mesh, Range } from 'specimen-host/plugin'
import { addNotes } from '../shared/add-notes.ts'
import { type Turn, turnWorld } from '../shared/find-world.ts'
import { computeSolids } from '../shared/manifold.ts'
import { readSolid, toMesh } from './read-solid.ts'

export { drill } from './drill.ts'

/** Where the surface of the result comes from. */
const labels = [
  { value: 1, name: 'of a', color: [122, 136, 152] },
  { value: 2, name: 'of b', color: [214, 150, 74] },
] as const

/**
 * Two solids as one: their union, the first without the second, or what both have. The result is closed, and
 * each vertex knows from which of the two its surface comes.
 *
 * @displayName Combine
 * @tags geometry, mesh, solid, boolean, CSG, tool
 * @view camera=0.6,-1,0.9
 * @story Solids that are cut by others: so machines are drawn, and so a [lattice](?operation=union) is
 * brought into the shape of a part that should weigh less.
 * @preset Union {"operation":"union"}
 * @preset Difference {"operation":"difference"}
 * @param a - The first solid.
 * @default {"process":"gearWheel","inputs":{"faceWidth":30,"helixAngle":0,"holes":0}}
 * @param b - The second one, which is scaled and moved.
 * @default {"process":"minimalSolid","inputs":{"outline":"cube","resolution":16,"wall":0.2}}
 * @param operation - The union of both, the first without the second, or what is in both.
 * @param scale - Factor by which the second one is larger.
 * @param shift - Way by which it is moved along x, y and z, in the unit of the first.
 */
export async function combine(
  a: Mesh,
  b: Mesh,
  operation: 'union' | 'difference' | 'intersection' = 'intersection',
  scale: Range<0.001, 1000> = 22,
  shift: readonly [x: number, y: number, z: number] = [0, 0, 0],
): Promise<Mesh> {
  if (a.unit !== undefined && b.unit !== undefined && a.unit !== b.unit)
    throw new Error(
      `a is in ${a.unit} and b in ${b.unit}. Give both in one unit, ` +
        'or the factor as "scale" and b without a unit.',
    )
  return await computeSolids((loaded, keep) => {
    const turn = turnWorld(b.orientation, a.orientation)
    const first = keep(readSolid(loaded, a, { name: 'a', label: 1, turn: turnWorld(undefined, undefined) }))
    const scaled = keep(keep(readSolid(loaded, b, { name: 'b', label: 2, turn })).scale(scale))
    const second = keep(scaled.translate(findWay(a, b, { turn, scale, shift })))
    const result = keep(joiners[operation](first, second))
    const isColored = [a, b].some(({ colors, scalars }) => colors?.length || scalars?.length)
    const notes = [
      ...(result.isEmpty()
        ? ['Nothing is left: the two have no part of space that this operation keeps.']
        : []),
      ...(isColored ? ['Colours and values of a and b are left out.'] : []),
    ]
    return {
      ...toMesh(result),
      offset: a.offset,
      unit: a.unit ?? b.unit,
      orientation: a.orientation ?? b.orientation,
      labels: result.isEmpty() ? undefined : labels,
      notes: addNotes(notes, [...(a.notes ?? []), ...(b.notes ?? [])]),
    }
  })
}

const joiners = {
  union: (a: Manifold, b: Manifold) => a.add(b),
  difference: (a: Manifold, b: Manifold) => a.subtract(b),
  intersection: (a: Manifold, b: Manifold) => a.intersect(b),
} as const

/** How the second solid is placed before it is combined. */
interface Place {
  readonly turn: Turn
  readonly scale: number
  readonly shift: Vector
}

type Vector = readonly [x: number, y: number, z: number]

/** Returns the way by which the second solid is moved: by the shift, and as the offsets of both differ. */
function findWay(a: Mesh, b: Mesh, { turn, scale, shift }: Place): [x: number, y: number, z: number] {
  const [from, to] = [b.offset ?? [0, 0, 0], a.offset ?? [0, 0, 0]]
  const along = (row: number): number =>
    scale * (turn[row] ?? []).reduce((sum, part, axis) => sum + part * (from[axis] ?? 0), 0) -
    (to[row] ?? 0) +
    (shift[row] ?? 0)
  return [along(0), along(1), along(2)]
}
