import type { Mesh } from 'specimen-host/plugin'

type Split<S extends string> = S extends `${infer A}-${infer B}` ? A | Split<B> : S

export function conditionalSplitsAText(x: Split<'x-y-z'>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
