import type { Mesh } from 'specimen-host/plugin'

export function templateEscaped(x: `a.b(${string})`): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
