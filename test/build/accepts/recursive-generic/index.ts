import type { Mesh } from 'specimen-host/plugin'

interface List<T> {
  head: T
  tail: List<T> | null
}

export function recursiveGeneric(x: List<number>, y: List<string>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
