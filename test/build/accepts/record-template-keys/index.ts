import type { Mesh } from 'specimen-host/plugin'

export function recordTemplateKeys(x: Record<`at-${number}`, string>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
