import type { Mesh } from 'specimen-host/plugin'

export function tagInteger(/** @integer */ x: number, /** @int */ y: { /** @asType integer */ z: number }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
