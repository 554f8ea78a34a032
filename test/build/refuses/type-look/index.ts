import type { Look, Mesh } from 'specimen-host/plugin'

export function typeLook(x: Look): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
