import type { Mesh } from 'specimen-host/plugin'

export function descriptionInline(/** First. */ a = 1, /** Second {@link b | label}. */ b = 2): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
