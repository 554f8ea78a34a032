import type { Mesh } from 'specimen-host/plugin'

export function utilityPartialRecord(x: Partial<Record<'a' | 'b', number>> = {}): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
