import type { Mesh, Range } from 'specimen-host/plugin'

interface Options {
  /** @unit 1/mm */
  density: number | null
}

/**
 * @param size - Edge.
 * @minimum 1
 * @unit mm
 * @param options.angle - Turn.
 * @unit °
 */
export function tagUnit(
  size: number,
  /** @unit mm */ spacing: [x: number, y: number],
  /** @unit µm */ steps: (1 | 2)[],
  options: Options & { angle?: Range<0, 360> },
): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
