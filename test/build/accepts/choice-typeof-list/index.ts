import type { Mesh } from 'specimen-host/plugin'

const MODES = ['smooth', 'flat', 'wire'] as const

export function choiceTypeofList(mode: (typeof MODES)[number] = 'flat'): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
