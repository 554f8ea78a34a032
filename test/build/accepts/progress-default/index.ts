import type { Mesh, ProgressReporter } from 'specimen-host/plugin'

const silent: ProgressReporter = { report: () => undefined }

export function progressDefault(p: ProgressReporter = silent): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
