import type { Mesh } from 'specimen-host/plugin'

interface A {
  a: number
}
interface B {
  b: string
}
interface Both extends A, B {
  c: boolean
}

export function objectExtendsTwo(x: Both): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
