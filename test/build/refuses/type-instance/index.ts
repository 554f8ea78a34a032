import type { Mesh } from 'specimen-host/plugin'

class Grid {
  size = 1
}

export function typeInstance(x: InstanceType<typeof Grid>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
