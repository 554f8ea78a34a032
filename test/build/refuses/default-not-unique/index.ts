import type { Mesh } from 'specimen-host/plugin'

export function defaultNotUnique(/** @uniqueItems */ x: number[] = [1, 1]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
