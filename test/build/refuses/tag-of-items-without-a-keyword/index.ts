import type { Mesh } from 'specimen-host/plugin'

export function tagOfItemsWithoutAKeyword(/** @items.type integer */ x: number[]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
