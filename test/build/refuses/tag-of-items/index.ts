import type { Mesh } from 'specimen-host/plugin'

export function tagOfItems(/** @items.minLength 2 */ x: string[]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
