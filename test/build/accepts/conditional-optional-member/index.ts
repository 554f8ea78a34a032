import type { Mesh } from 'specimen-host/plugin'

type MemberA<T> = T extends { a?: infer A } ? { found: A } : never

export function conditionalOptionalMember(x: MemberA<{ a?: number }>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
