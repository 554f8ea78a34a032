import type { Mesh, ProgressReporter } from 'specimen-host/plugin'

export function progressFirst(progress: ProgressReporter, x: number = 1): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
