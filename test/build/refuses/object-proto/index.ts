import type { Mesh } from 'specimen-host/plugin'

export function objectProto(x: { ['__proto__']: number }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
