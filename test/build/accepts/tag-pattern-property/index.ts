import type { Mesh } from 'specimen-host/plugin'

export function tagPatternProperty(/** @pattern ^[\p{L}µ°]*$ */ unit = 'Ω'): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
