import type { Mesh } from 'specimen-host/plugin'

/**
 * @param list - Some.
 * @param list[].size - In metres.
 * @minimum 0
 */
export function tagsOfARestOnParam(list: [number, ...{ size: number }[]]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
