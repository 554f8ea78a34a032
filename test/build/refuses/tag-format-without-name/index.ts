import type { Mesh } from 'specimen-host/plugin'

export function tagFormatWithoutName(/** @format */ x: string): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
