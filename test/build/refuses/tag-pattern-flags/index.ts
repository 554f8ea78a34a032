import type { Mesh } from 'specimen-host/plugin'

export function tagPatternFlags(/** @pattern /^a+$/i */ x: string, /** @pattern /^b$/gm */ y: string): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
