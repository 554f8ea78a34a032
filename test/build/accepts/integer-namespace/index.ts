import type * as sdk from 'specimen-host/plugin'

export function integerNamespace(count: sdk.Integer = 1, r: sdk.Range<0, 1> = 1): sdk.Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
