import type { Mesh, ProgressReporter } from 'specimen-host/plugin'

const mesh: Mesh = { vertices: new Float32Array(), indices: new Uint32Array() }
export function many(): Set<Mesh> {
  return new Set([mesh])
}
export async function wrapped(_report: ProgressReporter): Promise<{ mesh: Mesh; time: number }> {
  return { mesh, time: 0 }
}
export const pair = () => [mesh, 1] as const
export function count(): number {
  return 1
}
export function sizes(): Float32Array[] {
  return []
}
