import type { Mesh } from 'specimen-host/plugin'

export function tagPatternWithWords(
  /** @pattern ^a+$ only letters a */ x: string,
  /** @pattern /^b+$/ only letters b */ y: string,
  /** @pattern ^John Smith$ */ z: string,
): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
