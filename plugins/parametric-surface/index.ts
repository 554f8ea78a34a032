/**
 * Famous surfaces given by two parameters, with exact normals: the tangents come from automatic
 * differentiation, so a coarse mesh is shaded as smoothly as a fine one.
 */
import type { Integer, Mesh, Range } from 'specimen-host/plugin'
import { fitPoints } from '../shared/fit-points.ts'
import { createIndexList, createVertexList, type IndexList, type VertexList } from '../shared/mesh-lists.ts'
import { type Chart, charts, type Disc, type Rectangle, type SurfaceName } from './charts.ts'
import { toVariable } from './dual.ts'

/**
 * One of the classic surfaces of geometry, from the torus to Boy's surface: the projective plane without a
 * single sharp point. Normals are exact (automatic differentiation). One-sided surfaces keep a seam, where
 * the two sides meet.
 *
 * @displayName Parametric surface
 * @tags mathematics, geometry, topology, mesh
 * @thumbnail parametric-surface.png
 * @view camera=0.35,-1,0.6 solid=plum roughness=0.3
 * @story A Möbius strip has one side and one edge. Close the edge and you get a surface that cannot live in
 * our space without passing through itself: the Klein bottle, or, with the edge of a single disc sewn to it,
 * the projective plane.
 * @story Boy's surface is the projective plane with no pinch anywhere. David Hilbert asked his student Werner
 * Boy to prove that this is impossible; in 1901 Boy found it instead.
 * @preset Boy's surface {"surface":"boy"}
 * @preset Klein bottle {"surface":"klein-bottle"}
 * @preset Möbius strip {"surface":"moebius-strip"}
 * @preset Enneper's surface {"surface":"enneper"}
 * @preset Roman surface {"surface":"roman"}
 * @preset Seashell {"surface":"seashell"}
 * @param surface - Which surface.
 * @param detail - Steps along each parameter.
 * @param size - Half the longest edge of the surface's bounding box.
 */
export function parametricSurface(
  surface: SurfaceName = 'boy',
  detail: Integer & Range<12, 256> = 96,
  size: Range<0.1, 10> = 1,
): Mesh {
  const chart = charts[surface]
  const { domain } = chart
  const vertices = createVertexList()
  const indices = createIndexList()
  const patch = { chart, vertices, indices }
  if (domain.kind === 'disc') meshDisc(patch, domain, detail)
  else meshRectangle(patch, domain, detail)
  const mesh = { ...vertices.finish(), indices: indices.finish() }
  fitPoints(mesh.vertices, size)
  return mesh
}

/** A surface and the mesh that is made of it. */
interface Patch {
  readonly chart: Chart
  readonly vertices: VertexList
  readonly indices: IndexList
}

/** Adds rings of triangles around a middle vertex, `detail` rings of 2·detail vertices. */
function meshDisc(patch: Patch, { radius }: Disc, detail: number): void {
  const { indices } = patch
  const around = 2 * detail
  addPoint(patch, 0, 0)
  for (let ring = 1; ring <= detail; ring++) {
    for (let i = 0; i < around; i++) {
      const [r, angle] = [(radius * ring) / detail, (2 * Math.PI * i) / around]
      addPoint(patch, r * Math.cos(angle), r * Math.sin(angle))
    }
  }
  for (let i = 0; i < around; i++) addTriangle(indices, [0, 1 + i, 1 + ((i + 1) % around)])
  for (let ring = 0; ring < detail - 1; ring++) {
    for (let i = 0; i < around; i++) {
      const [here, next] = [1 + ring * around + i, 1 + ring * around + ((i + 1) % around)]
      addQuad(indices, [here, here + around, next + around, next])
    }
  }
}

/** Adds a grid of 2·detail × detail cells; a closed direction shares its first and last vertices. */
function meshRectangle(patch: Patch, { u, v, closed }: Rectangle, detail: number): void {
  const [cellsU, cellsV] = [2 * detail, detail]
  const [countU, countV] = [closed.u ? cellsU : cellsU + 1, closed.v ? cellsV : cellsV + 1]
  for (let i = 0; i < countU; i++) {
    for (let j = 0; j < countV; j++) {
      addPoint(patch, u[0] + ((u[1] - u[0]) * i) / cellsU, v[0] + ((v[1] - v[0]) * j) / cellsV)
    }
  }
  for (let i = 0; i < cellsU; i++) {
    for (let j = 0; j < cellsV; j++) {
      const [row, nextRow] = [i * countV, ((i + 1) % countU) * countV]
      const nextColumn = (j + 1) % countV
      addQuad(patch.indices, [row + j, nextRow + j, nextRow + nextColumn, row + nextColumn])
    }
  }
}

/** Adds the point of (u, v) with the cross product of its two tangents. */
function addPoint({ chart, vertices }: Patch, u: number, v: number): void {
  const [x, y, z] = chart.toPoint(toVariable(u, 'u'), toVariable(v, 'v'))
  vertices.add(x.value, y.value, z.value, y.u * z.v - z.u * y.v, z.u * x.v - x.u * z.v, x.u * y.v - y.u * x.v)
}

function addQuad(indices: IndexList, [a, b, c, d]: readonly [number, number, number, number]): void {
  addTriangle(indices, [a, b, c])
  addTriangle(indices, [a, c, d])
}

function addTriangle(indices: IndexList, corners: readonly [number, number, number]): void {
  for (const corner of corners) indices.add(corner)
}
