import type { Mesh, ProgressReporter } from 'specimen-host/plugin'

export function typeUnionWithReporter(x: ProgressReporter | number): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
