import type { Mesh } from 'specimen-host/plugin'

const HALF = SIZE_LATER() ? 1 : 2
const SIZE = 4 as const
export const DEFAULTS = { radius: SIZE * 2, nested: { on: true }, list: [7, 8] } as const
function SIZE_LATER(): boolean {
  return HALF > 0
}

export function defaultConstant(a = SIZE as number, r: number = DEFAULTS.radius, on: boolean = DEFAULTS['nested'].on, l: number = DEFAULTS.list[1]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
