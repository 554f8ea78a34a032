import type { Integer, Mesh, Range } from 'specimen-host/plugin'

type Share = Range<0, 1>
type Small = Integer & Range<1, 8>

export function rangeThroughAlias(share: Share = 0, small: Small = 1): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
