import type { Mesh } from 'specimen-host/plugin'

enum Flags {
  Up = 1 << 0,
  Down = 1 << 1,
  Both = Up | Down,
}

export function enumFlags(x: Flags = Flags.Both): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
