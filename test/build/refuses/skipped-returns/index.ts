import type { Image, Mesh, Volume } from 'specimen-host/plugin'

declare const mesh: Mesh
declare const image: Image
declare function memo<F>(fn: F): F
export const promised = async (): Promise<Set<Mesh>> => new Set([mesh])
export const perhaps = (n: number): Mesh[] | null => (n > 0 ? [mesh] : null)
export const byName = (): Map<string, Image> => new Map([['a', image]])
export const record = (): Record<string, [Mesh]> => ({ a: [mesh] })
export const keyed = (): { a: Mesh; count: number } => ({ a: mesh, count: 1 })
export const nested = (): { parts: { mesh?: Mesh }[] } => ({ parts: [{ mesh }] })
export const iterated = (): Iterable<Mesh> => [mesh]
export const streamed = (): AsyncIterable<Mesh> => each()
export const started = (): Promise<Mesh>[] => []
export const curried = (n: number) => (m: number): Mesh => (n + m > 0 ? mesh : mesh)
export const factory = async (n: number) => async () => [n, mesh] as const
export const memoised = memo((n: number): Set<Mesh> => new Set(n > 0 ? [mesh] : []))
export const typed: (n: number) => ReadonlySet<Image> = () => new Set()
export function overloaded(n: number): Set<Mesh>
export function overloaded(n: string): Set<Mesh>
export function overloaded() {
  return new Set([mesh])
}
export async function* each(): AsyncGenerator<Mesh[]> {
  yield [mesh]
}
