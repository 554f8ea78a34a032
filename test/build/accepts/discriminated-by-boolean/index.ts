import type { Mesh } from 'specimen-host/plugin'

export function discriminatedByBoolean(x: { ok: true; value: number } | { ok: false; reason: string }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
