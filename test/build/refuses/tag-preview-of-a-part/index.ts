import type { Mesh, ProgressReporter } from 'specimen-host/plugin'

interface Options {
  /** @preview 24 */
  resolution: number
}

export function tagPreviewOfAPart(
  options: Options,
  /** @preview 1 */ report: ProgressReporter,
): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
