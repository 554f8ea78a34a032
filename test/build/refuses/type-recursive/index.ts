import type { Mesh } from 'specimen-host/plugin'

type Loop = 'a' | Loop

export function typeRecursive(x: Loop): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
