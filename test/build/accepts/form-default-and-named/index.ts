import type { Mesh } from 'specimen-host/plugin'

export function formDefaultAndNamed(x = 1): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}

export default formDefaultAndNamed
