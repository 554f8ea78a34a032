import type { Mesh } from 'specimen-host/plugin'

const plain: Mesh = { vertices: new Float32Array(), indices: new Uint32Array() }

export function dataInitializer(x: Mesh = plain): Mesh {
  return x
}

// @ts-expect-error TypeScript refuses it too.
export function dataReference(x: Mesh = { specimen: 'head' }): Mesh {
  return x
}

/** @param x - The surface. @default {"specimen": "head"} */
export function dataTwice(x: Mesh | null = null): Mesh {
  return x ?? plain
}
