import type { Mesh, ProgressReporter } from 'specimen-host/plugin'

export function progressOrAbsent(progress: ProgressReporter | undefined | null): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
