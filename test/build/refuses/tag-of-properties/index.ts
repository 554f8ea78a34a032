import type { Mesh } from 'specimen-host/plugin'

export function tagOfProperties(/** @properties.minimum 1 */ x: { size: number }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
