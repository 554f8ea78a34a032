import type { Mesh } from 'specimen-host/plugin'

export function objectEscapedNames(x: { 'a\u0062': number; 'c\'d': 1 }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
