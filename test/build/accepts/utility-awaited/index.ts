import type { Mesh } from 'specimen-host/plugin'

export function utilityAwaited(x: Awaited<Promise<number> | null>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
