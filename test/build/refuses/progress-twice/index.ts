import type { Mesh, ProgressReporter } from 'specimen-host/plugin'

export function progressTwice(a: ProgressReporter, b?: ProgressReporter): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
