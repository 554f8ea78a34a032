import type { Mesh } from 'specimen-host/plugin'

export function tagOfAFunctionOnAValue(
  /** @displayName Radius */ x: number,
  options: { /** @tags a, b */ a: number },
): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
