import { shapeArrow, standOn, toArrowHead } from '../../contract/look/arrow-shape.ts'
import type { Display } from '../../contract/look/display.ts'
import { readVector, scale } from '../../contract/look/vectors.ts'
import type { PreparedArrows, PreparedMesh } from '../prepared/prepared.ts'
import type { Frame, PlacedContent } from './camera.ts'
import { drawMesh } from './draw-mesh.ts'

/** Returns sRGB with opacity, multiplied by it, of (size / factor)² pixels: arrows as a mesh of all. */
export function drawArrows(
  arrows: PreparedArrows & PlacedContent,
  display: Display,
  frame: Frame,
): Float32Array {
  const { placement } = arrows
  return drawMesh({ ...toMesh(arrows, display), ...(placement && { placement }) }, display, frame)
}

/** Returns the triangles of all arrows. The loop works on numbers alone: there are millions of them. */
export function toMesh(arrows: PreparedArrows, display: Display): PreparedMesh {
  const { bounds, centre, positions: tails, vectors, colors, scalars, range, usualLength } = arrows
  const count = vectors.length / 3
  const { places, ends, normals: ownNormals, indices: ownIndices } = shapeArrow(count)
  const each = ends.length
  const positions = new Float32Array(3 * each * count)
  const normals = new Float32Array(3 * each * count)
  const indices = new Uint32Array(ownIndices.length * count)
  const head = toArrowHead(usualLength, display)
  for (let arrow = 0; arrow < count; arrow++) {
    const tail = readVector(tails, 3 * arrow)
    const vector = readVector(vectors, 3 * arrow)
    const length = Math.hypot(...vector)
    if (length === 0) continue // its triangles are no more than points
    const [ax, ay, az] = scale(vector, 1 / length)
    const [[ux, uy, uz], [vx, vy, vz]] = standOn([ax, ay, az])
    const size = Math.min(head.length, head.share * length)
    for (let vertex = 0; vertex < each; vertex++) {
      const own = 3 * vertex
      const at = 3 * (arrow * each + vertex)
      const x = (places[own] ?? 0) * size
      const y = (places[own + 1] ?? 0) * size
      const z = (places[own + 2] ?? 0) * size + (ends[vertex] ?? 0) * length
      positions[at] = tail[0] + ux * x + vx * y + ax * z
      positions[at + 1] = tail[1] + uy * x + vy * y + ay * z
      positions[at + 2] = tail[2] + uz * x + vz * y + az * z
      const nx = ownNormals[own] ?? 0
      const ny = ownNormals[own + 1] ?? 0
      const nz = ownNormals[own + 2] ?? 0
      normals[at] = ux * nx + vx * ny + ax * nz
      normals[at + 1] = uy * nx + vy * ny + ay * nz
      normals[at + 2] = uz * nx + vz * ny + az * nz
    }
    const first = arrow * ownIndices.length
    for (let i = 0; i < ownIndices.length; i++) indices[first + i] = arrow * each + (ownIndices[i] ?? 0)
  }
  return {
    type: 'mesh',
    result: { type: 'mesh', vertices: positions, indices },
    bounds,
    centre,
    positions,
    normals,
    indices,
    ...(colors && { colors: repeatEach(colors, new Uint8Array(3 * each * count), 3) }),
    ...(scalars && { scalars: repeatEach(scalars, new Float32Array(each * count), 1) }),
    range,
  }
}

/** Fills a list with groups of another, each as often as all have room. */
function repeatEach<List extends Float32Array | Uint8Array>(list: List, repeated: List, size: number): List {
  const each = repeated.length / list.length
  for (let i = 0; i < repeated.length; i++)
    repeated[i] = list[size * Math.floor(i / (size * each)) + (i % size)] ?? 0
  return repeated
}
