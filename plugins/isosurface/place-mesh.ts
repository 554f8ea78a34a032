import type { Mesh, Volume } from 'specimen-host/plugin'

/** Returns a mesh from the axes of a volume, with sample (0, 0, 0) at zero, in the world of the volume. */
export function placeMesh({ vertices, indices, normals = new Float32Array() }: Mesh, volume: Volume): Mesh {
  const { origin = [0, 0, 0], direction } = volume
  const [z, y, x] = origin
  // Rows and columns of a volume are z, y, x: as x, y, z both turn round.
  const [rz = [1, 0, 0], ry = [0, 1, 0], rx = [0, 0, 1]] = direction ?? []
  const [[a = 1, b = 0, c = 0], [d = 0, e = 1, f = 0], [g = 0, h = 0, k = 1]] = [rx, ry, rz].map((row) =>
    [...row].reverse(),
  ) as [number[], number[], number[]] // of three rows
  const turn = turnRows(vertices, [a, b, c, d, e, f, g, h, k], [x, y, z])
  // Normals keep to the surface under slanted axes by the cofactors.
  const cofactors = [
    [e * k - f * h, f * g - d * k, d * h - e * g],
    [c * h - b * k, a * k - c * g, b * g - a * h],
    [b * f - c * e, c * d - a * f, a * e - b * d],
  ].flat()
  const determinant = a * (cofactors[0] ?? 0) + b * (cofactors[1] ?? 0) + c * (cofactors[2] ?? 0)
  const sign = determinant < 0 ? -1 : 1
  const turned = turnRows(
    normals,
    cofactors.map((each) => sign * each),
    [0, 0, 0],
  )
  for (let i = 0; i < turned.length; i += 3) {
    const [nx = 0, ny = 0, nz = 1] = [turned[i], turned[i + 1], turned[i + 2]]
    const size = Math.hypot(nx, ny, nz) || 1
    turned[i] = nx / size
    turned[i + 1] = ny / size
    turned[i + 2] = nz / size
  }
  // A mirror turns the triangles round.
  const corners = sign < 0 ? indices.map((_, i) => indices[i - (i % 3) + 2 - (i % 3)] ?? 0) : indices
  return { vertices: turn, indices: corners, normals: turned }
}

/** Returns each xyz, multiplied by a matrix of nine numbers in rows, plus a shift. */
function turnRows(points: Float32Array, matrix: readonly number[], shift: readonly number[]): Float32Array {
  const turned = new Float32Array(points.length)
  for (let i = 0; i < points.length; i += 3) {
    for (let row = 0; row < 3; row++) {
      let sum = shift[row] ?? 0
      for (let column = 0; column < 3; column++)
        sum += (matrix[3 * row + column] ?? 0) * (points[i + column] ?? 0)
      turned[i + row] = sum
    }
  }
  return turned
}
