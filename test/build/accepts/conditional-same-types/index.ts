import type { Mesh } from 'specimen-host/plugin'

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? 'same' : 'other'

export function conditionalSameTypes(x: [Same<'a' | 'b', 'b' | 'a'>, Same<{ a: 1 }, { readonly a: 1 }>]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
