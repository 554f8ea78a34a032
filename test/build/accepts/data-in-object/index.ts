import type { Lines, Mesh, Part } from 'specimen-host/plugin'

export function dataInObject(x: { mesh: Mesh; over?: readonly Part<Lines>[] }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
