import type { Mesh, ProgressReporter } from 'specimen-host/plugin'

interface Options {
  /** @unit mm */
  size: number
}

export function tagUnit(
  /** @unit mm */ name: string,
  /** @unit */ size: number,
  /** @unit 'mm' */ width: number,
  /** @units mm */ height: number,
  /** @unit mm */ report: ProgressReporter,
  depth: Options['size'],
): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
