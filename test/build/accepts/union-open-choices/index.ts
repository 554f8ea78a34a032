import type { Mesh } from 'specimen-host/plugin'

export function unionOpenChoices(x: 'a' | (string & {})): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
