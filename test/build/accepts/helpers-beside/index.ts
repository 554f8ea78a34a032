import type { Mesh } from 'specimen-host/plugin'

export const SIZE = 3
export type Mode = 'a'
export class Grid {}
export enum Level {
  Low,
}
export function half(x: number[]): number {
  return (x[0] ?? 0) / 2
}
export async function wait(): Promise<void> {}

export function helpersBeside(x: number = SIZE): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
