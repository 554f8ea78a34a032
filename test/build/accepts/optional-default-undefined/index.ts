import type { Mesh } from 'specimen-host/plugin'

export function optionalDefaultUndefined(x: number | undefined = undefined): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
