import type { Mesh } from 'specimen-host/plugin'

const ITEMS = [{ id: 'z' }, { id: 'a' }] as const

export function typeofListOfObjects(x: (typeof ITEMS)[number]['id']): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
