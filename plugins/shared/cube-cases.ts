/**
 * The triangles of a cube whose corners lie inside or outside a surface: the 256 cases of marching cubes
 * (Lorensen and Cline 1987), derived here rather than copied from a printed table. On each face the crossings
 * are joined so that inside corners stay apart. That depends on the face's own four corners alone, so the two
 * cubes at a face always agree and the surface has no holes (the flaw of the 1987 table). Corner `c` lies at
 * x = c & 1, y = c >> 1 & 1, z = c >> 2 & 1.
 */

/** The 12 edges as pairs of corners, lower corner first: four along x, four along y, four along z. */
export const cubeEdges: readonly (readonly [from: number, to: number])[] = [1, 2, 4].flatMap((step) =>
  [0, 1, 2, 3, 4, 5, 6, 7]
    .filter((corner) => (corner & step) === 0)
    .map((corner) => [corner, corner + step] as const),
)

/** The corners of each face, counter-clockwise as seen from outside the cube. */
const cubeFaces: readonly (readonly number[])[] = [
  [0, 4, 6, 2],
  [1, 3, 7, 5],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 2, 3, 1],
  [4, 5, 7, 6],
]

/**
 * Returns the triangles of every case: index = the set of inside corners as bits, value = edge numbers, three
 * a triangle, counter-clockwise as seen from outside the surface. Takes about 3 ms.
 */
export function deriveCubeCases(): Uint8Array[] {
  return Array.from({ length: 256 }, (_, inside) => Uint8Array.from(traceLoops(inside).flatMap(triangulate)))
}

/** Joins the segments of all faces to closed loops of edge numbers. */
function traceLoops(inside: number): number[][] {
  const next = new Map(cubeFaces.flatMap((face) => traceFace(face, inside)))
  const loops: number[][] = []
  while (next.size > 0) {
    const loop: number[] = []
    for (let edge = next.keys().next().value; edge !== undefined; ) {
      loop.push(edge)
      const following: number | undefined = next.get(edge)
      next.delete(edge)
      edge = following !== undefined && next.has(following) ? following : undefined
    }
    loops.push(loop)
  }
  return loops
}

/**
 * Returns a segment for each run of inside corners: from the edge where the run begins to the one where it
 * ends.
 */
function traceFace(face: readonly number[], inside: number): [from: number, to: number][] {
  const isInside = (i: number): boolean => ((inside >> (face[i % 4] ?? 0)) & 1) === 1
  const toEdge = (i: number): number => findEdge(face[i % 4] ?? 0, face[(i + 1) % 4] ?? 0)
  const segments: [number, number][] = []
  for (let i = 0; i < 4; i++) {
    if (isInside(i) || !isInside(i + 1)) continue
    let end = i + 1
    while (isInside(end + 1)) end++
    segments.push([toEdge(i), toEdge(end)])
  }
  return segments
}

function findEdge(a: number, b: number): number {
  return cubeEdges.findIndex(([from, to]) => from === Math.min(a, b) && to === Math.max(a, b))
}

/**
 * Returns triangles of a loop. No diagonal may lie in a face of the cube: the neighbour could draw the same
 * one, and four triangles would meet at it. Every loop of the 256 cases has such a triangulation.
 */
function triangulate(loop: readonly number[]): number[] {
  const triangles = splitLoop(loop)
  if (!triangles) throw new Error(`The loop of edges ${loop.join(' ')} has no triangulation inside the cube.`)
  return triangles
}

function splitLoop(loop: readonly number[]): number[] | null {
  const [first = 0] = loop
  const last = loop.at(-1) ?? 0
  if (loop.length === 3) return [...loop]
  for (let i = 1; i < loop.length - 1; i++) {
    const middle = loop[i] ?? 0
    const isFree =
      (i === 1 || !shareFace(first, middle)) && (i === loop.length - 2 || !shareFace(middle, last))
    const before = isFree ? splitRest(loop.slice(0, i + 1)) : null
    const after = before && splitRest(loop.slice(i))
    if (after) return [first, middle, last, ...before, ...after]
  }
  return null
}

function splitRest(loop: readonly number[]): number[] | null {
  return loop.length < 3 ? [] : splitLoop(loop)
}

function shareFace(a: number, b: number): boolean {
  const corners = [...(cubeEdges[a] ?? []), ...(cubeEdges[b] ?? [])]
  return cubeFaces.some((face) => corners.every((corner) => face.includes(corner)))
}
