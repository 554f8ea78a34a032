import type { Mesh } from 'specimen-host/plugin'

export function tagPatternSlash(/** @pattern /a/b/ */ x: string, /** @pattern /^a$ */ y: string): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
