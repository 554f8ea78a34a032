import type { Mesh, ProgressReporter } from 'specimen-host/plugin'

export function objectReporter(x: { progress: ProgressReporter }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
