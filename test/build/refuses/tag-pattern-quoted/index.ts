import type { Mesh } from 'specimen-host/plugin'

export function tagPatternQuoted(
  /** @pattern "^a+$" */ x: string,
  /** @pattern '^b+$' */ y: string,
  /** @pattern `^c+$` */ z: string,
): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
