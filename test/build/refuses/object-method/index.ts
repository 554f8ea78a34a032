import type { Mesh } from 'specimen-host/plugin'

export function objectMethod(x: { run(): void }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
