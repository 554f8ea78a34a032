import type { Mesh } from 'specimen-host/plugin'

/**
 * @param size - Without the name of the whole.
 * @minimum 0
 * @param param1 - A name of the editor's choice.
 */
export function parameterDestructuredNames({ size }: { size: number }, { next }: Node): Mesh {
  return { vertices: new Float32Array([size, next ? 1 : 0, 0]), indices: new Uint32Array() }
}

interface Node {
  next?: Node
}
