/** Smoothing of any mesh, by the means of neighbours, and fewer triangles for it. */
import type { Integer, Mesh, Range } from 'specimen-host/plugin'
import { weldMesh } from '../shared/weld.ts'

export { decimate } from './decimate.ts'

/** The part of the way to the mean of its neighbours that a vertex goes, and by Taubin's method back. */
const there = 0.5
const back = -0.53

/**
 * Any mesh with its roughness taken away: each vertex moves towards the mean of its neighbours. Taubin's
 * method moves it back again, so that the whole keeps its size. Vertices at one place move as one; those on
 * an open edge stay.
 *
 * @displayName Smooth
 * @tags geometry, mesh, tool
 * @thumbnail smooth.png
 * @view camera=1,0.6,0.3 creaseAngle=180 solid=sand
 * @story What stands in "mesh" is another specimen: choose any surface that this host has, and set its own
 * parameters below it.
 * @story Go from 0 to 50 steps, first by Taubin's method, then by Laplace's: both take the small folds away,
 * and one of them shrinks the brain.
 * @preset Worn gear wheel {"mesh":{"specimen":"gearWheel"},"steps":50}
 * @preset Shrunk gear wheel {"mesh":{"specimen":"gearWheel"},"steps":50,"method":"laplace"}
 * @preset Smooth island {"mesh":{"process":"island","inputs":{"points":8000}},"steps":20}
 * @param mesh - The surface. @default {"specimen":"headSurface"}
 * @param steps - How often it is smoothed.
 * @param method - Taubin keeps the size, Laplace shrinks.
 */
export function smooth(
  mesh: Mesh,
  steps: Integer & Range<0, 100> = 10,
  method: 'taubin' | 'laplace' = 'taubin',
): Mesh {
  const { placeOf, starts, neighbours, isFixed } = weldMesh(mesh)
  const count = isFixed.length
  const toIndex = (i: number): number => 3 * (placeOf[Math.floor(i / 3)] ?? 0) + (i % 3)
  let places = new Float64Array(3 * count)
  for (let i = 0; i < mesh.vertices.length; i++) places[toIndex(i)] = mesh.vertices[i] ?? 0
  const move = (share: number): void => {
    const moved = places.slice()
    for (let place = 0; place < count; place++) {
      const [from, to] = [starts[place] ?? 0, starts[place + 1] ?? 0]
      if (isFixed[place] === 1 || from === to) continue
      for (let axis = 0; axis < 3; axis++) {
        let sum = 0
        for (let i = from; i < to; i++) sum += places[3 * (neighbours[i] ?? 0) + axis] ?? 0
        const at = places[3 * place + axis] ?? 0
        moved[3 * place + axis] = at + share * (sum / (to - from) - at)
      }
    }
    places = moved
  }
  for (let step = 0; step < steps; step++) {
    move(there)
    if (method === 'taubin') move(back)
  }
  const vertices = mesh.vertices.map((_, i) => places[toIndex(i)] ?? 0)
  // Its normals were those of the rough surface.
  return { ...mesh, vertices, normals: undefined }
}
