import type { Mesh } from 'specimen-host/plugin'

export const inner = (): Mesh => ({ vertices: new Float32Array(), indices: new Uint32Array() })
export const other = inner
