import type { Mesh, ProgressReporter } from 'specimen-host/plugin'

export function progressOptional(x = 1, progress?: ProgressReporter): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
