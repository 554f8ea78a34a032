import { type Integer, Mesh } from 'specimen-host/plugin'

export function valueImportOfTheSdk(n: Integer = 1): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
