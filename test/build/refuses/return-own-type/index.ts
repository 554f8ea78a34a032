interface Mesh {
  vertices: number[]
}

export function returnOwnType(x = 1): Mesh {
  return { vertices: [x] }
}
