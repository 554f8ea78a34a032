import type { Mesh, ProgressReporter } from 'specimen-host/plugin'

export function tagOnAReporter(/** @minimum 0 */ report: ProgressReporter): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
