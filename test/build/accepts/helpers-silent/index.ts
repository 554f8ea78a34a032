import type { Mesh, ProgressReporter } from 'specimen-host/plugin'
import type { inner } from './inner.ts'

export type { other } from './inner.ts'
export type { inner }
export interface Maker {
  make(): Mesh
}
export enum Side {
  left,
  right,
}
/** A constant is no function. */
export const unit: Mesh = { vertices: new Float32Array(), indices: new Uint32Array() }
export const presets = { small: unit, sizes: [1, 2], name: () => 'x' }
export const countCorners = (mesh: Mesh): number => mesh.vertices.length / 3
export const toCounter = (mesh: Mesh) => (): number => mesh.indices.length
export const isMesh = (value: unknown): value is Mesh => value === unit
export const eachCorner = (mesh: Mesh, take: (x: number) => Mesh): void => void take(mesh.vertices.length)
export const startBuilder = (): { build(): Mesh } => ({ build: () => unit })
export const silent: ProgressReporter = { report: () => undefined }
export class Counter {
  count = 0
  private last: Mesh | null = null
  add(mesh: Mesh): number {
    this.last = mesh
    return ++this.count + this.peek().vertices.length
  }
  protected peek(): Mesh {
    return this.last ?? unit
  }
}
export function helpersSilent(size = 1): Mesh {
  return { vertices: new Float32Array([size, 0, 0]), indices: new Uint32Array() }
}
/** What is exported by itself may be in an object as well. */
export default { helpersSilent, more: { helpersSilent } }
