import type { Mesh } from 'specimen-host/plugin'

/** A mesh as places: vertices at the same position are one. */
export interface WeldedMesh {
  /** The place of each vertex. */
  readonly placeOf: Uint32Array
  /** The neighbours of place `i` are those from `starts[i]` to before `starts[i + 1]`. */
  readonly starts: Uint32Array
  readonly neighbours: Uint32Array
  /** 1 for a place on an edge of one triangle only. */
  readonly isFixed: Uint8Array
}

/** Returns the places of a mesh, and which of them an edge joins. */
export function weldMesh({ vertices, indices }: Pick<Mesh, 'vertices' | 'indices'>): WeldedMesh {
  const { placeOf, count } = findPlaces(vertices)
  const pairs = listPairs(indices, placeOf, count)
  const isFixed = new Uint8Array(count)
  const starts = new Uint32Array(count + 1)
  const neighbours = new Uint32Array(pairs.length)
  let length = 0
  for (let i = 0; i < pairs.length; ) {
    const pair = pairs[i] ?? 0
    let next = i + 1
    while (pairs[next] === pair) next++
    const from = Math.floor(pair / count)
    if (next === i + 1) isFixed[from] = 1 // its edge has one triangle
    neighbours[length++] = pair % count
    starts[from + 1] = length
    i = next
  }
  for (let place = 1; place <= count; place++)
    starts[place] = Math.max(starts[place] ?? 0, starts[place - 1] ?? 0)
  return { placeOf, starts, neighbours, isFixed }
}

/** The place of each vertex, and how many places there are. */
export interface Places {
  readonly placeOf: Uint32Array
  readonly count: number
}

/** Returns the place of each vertex, by a table that is at most half full. */
export function findPlaces(vertices: Float32Array): Places {
  const placeOf = new Uint32Array(vertices.length / 3)
  const size = 2 ** Math.ceil(Math.log2(2 * placeOf.length + 2))
  const table = new Int32Array(size).fill(-1) // a vertex at each place that is known
  const plain = vertices.map((value) => value + 0) // without -0
  const bits = new Int32Array(plain.buffer)
  let count = 0
  for (let vertex = 0; vertex < placeOf.length; vertex++) {
    const [x = 0, y = 0, z = 0] = [bits[3 * vertex], bits[3 * vertex + 1], bits[3 * vertex + 2]]
    const mixed = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca6b) ^ Math.imul(z, 0xc2b2ae35)
    let slot = (mixed ^ (mixed >>> 15)) & (size - 1)
    for (; ; slot = (slot + 1) & (size - 1)) {
      const other = table[slot] ?? -1
      if (other === -1) {
        table[slot] = vertex
        placeOf[vertex] = count++
        break
      }
      if (bits[3 * other] === x && bits[3 * other + 1] === y && bits[3 * other + 2] === z) {
        placeOf[vertex] = placeOf[other] ?? 0
        break
      }
    }
  }
  return { placeOf, count }
}

/** Returns `from * count + to` for each edge of each triangle, both ways, in rising order. */
function listPairs(indices: Uint32Array, placeOf: Uint32Array, count: number): Float64Array {
  const pairs = new Float64Array(2 * indices.length)
  let length = 0
  for (let i = 0; i < indices.length; i++) {
    const next = i % 3 === 2 ? i - 2 : i + 1
    const [from, to] = [placeOf[indices[i] ?? 0] ?? 0, placeOf[indices[next] ?? 0] ?? 0]
    if (from === to) continue
    pairs[length++] = from * count + to
    pairs[length++] = to * count + from
  }
  return pairs.subarray(0, length).sort()
}
