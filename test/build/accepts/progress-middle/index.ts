import type { Mesh, ProgressReporter } from 'specimen-host/plugin'

export function progressMiddle(x: number, report: ProgressReporter, y = 2): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
