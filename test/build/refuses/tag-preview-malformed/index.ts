import type { Mesh } from 'specimen-host/plugin'

export function tagPreviewMalformed(
  /** @preview */ x: number = 3,
  /** @preview low */ y: number = 3,
  /** @prevew 3 */ z: number = 3,
): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
