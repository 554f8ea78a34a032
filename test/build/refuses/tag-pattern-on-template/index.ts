import type { Mesh } from 'specimen-host/plugin'

export function tagPatternOnTemplate(/** @pattern ^a */ x: `a${string}`): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
