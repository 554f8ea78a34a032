import type { Integer, Mesh, Range } from 'specimen-host/plugin'

export function tagPreviewMisfit(
  /** @preview 4 */ resolution: Integer & Range<8, 96> = 48,
  /** @preview [1, "a"] */ size: number[] = [],
): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
