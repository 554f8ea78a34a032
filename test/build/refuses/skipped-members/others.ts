import type { Mesh } from 'specimen-host/plugin'

export const torus = (): Mesh => ({ vertices: new Float32Array(), indices: new Uint32Array() })
