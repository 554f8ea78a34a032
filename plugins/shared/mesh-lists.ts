/**
 * Vertices and indices of meshes whose size is not known beforehand: typed arrays that double when they are
 * full.
 */

/** Vertices with unit normals, in the order they were added. */
export interface VertexList {
  /**
   * Adds a vertex and returns its index. The normal may have any length; without one it points along z. Six
   * numbers and no object, for it is called for each vertex.
   */
  add(x: number, y: number, z: number, nx: number, ny: number, nz: number): number
  /** Returns n×3 vertices and normals, cut to length. */
  finish(): { vertices: Float32Array; normals: Float32Array }
}

/** Returns an empty list of vertices. */
export function createVertexList(): VertexList {
  let vertices = new Float32Array(3 * 4096)
  let normals = new Float32Array(3 * 4096)
  let length = 0
  return {
    add(x, y, z, nx, ny, nz) {
      if (length === vertices.length) [vertices, normals] = [grow(vertices), grow(normals)]
      const size = Math.hypot(nx, ny, nz)
      vertices[length] = x
      vertices[length + 1] = y
      vertices[length + 2] = z
      normals[length] = size > 0 ? nx / size : 0
      normals[length + 1] = size > 0 ? ny / size : 0
      normals[length + 2] = size > 0 ? nz / size : 1
      length += 3
      return length / 3 - 1
    },
    finish: () => ({ vertices: vertices.slice(0, length), normals: normals.slice(0, length) }),
  }
}

/** Indices, three a triangle. */
export interface IndexList {
  add(index: number): void
  /** Returns the indices, cut to length. */
  finish(): Uint32Array
}

/** Returns an empty list of indices. */
export function createIndexList(): IndexList {
  let indices = new Uint32Array(3 * 8192)
  let length = 0
  return {
    add(index) {
      if (length === indices.length) {
        const larger = new Uint32Array(2 * length)
        larger.set(indices)
        indices = larger
      }
      indices[length++] = index
    },
    finish: () => indices.slice(0, length),
  }
}

function grow(array: Float32Array): Float32Array<ArrayBuffer> {
  const larger = new Float32Array(2 * array.length)
  larger.set(array)
  return larger
}
