import type { Mesh } from 'specimen-host/plugin'

declare const mark: unique symbol

export function objectSymbolKey(x: { [mark]: number; a: 1 }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
