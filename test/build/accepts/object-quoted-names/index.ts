import type { Mesh } from 'specimen-host/plugin'

export function objectQuotedNames(x: { 'a b': number; "c-d": string }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
