import type { Image, Mesh, Volume } from 'specimen-host/plugin'

declare const mesh: Mesh
declare const image: Image
declare function memo<F>(fn: F): F
export const promised = async (): Promise<Mesh[]> => [mesh]
export const perhaps = (n: number): Mesh[] | null => (n > 0 ? [mesh] : null)
export const byName = (): Map<string, Image> => new Map([['a', image]])
export const record = (): Record<string, Mesh> => ({ mesh })
export const keyed = (): Record<'a' | 'b', Mesh> => ({ a: mesh, b: mesh })
export const nested = (): { parts: { mesh?: Mesh }[] } => ({ parts: [{ mesh }] })
export const iterated = (): Iterable<Mesh> => [mesh]
export const streamed = (): AsyncIterable<Mesh> => each()
export const started = (): Promise<Mesh>[] => []
export const curried = (n: number) => (m: number): Mesh => (n + m > 0 ? mesh : mesh)
export const factory = async (n: number) => async () => [n, mesh] as const
export const memoised = memo((n: number): Mesh[] => (n > 0 ? [mesh] : []))
export const typed: (n: number) => readonly Image[] = () => []
export function overloaded(n: number): Mesh[]
export function overloaded(n: string): Mesh[]
export function overloaded() {
  return [mesh]
}
export async function* each(): AsyncGenerator<Mesh[]> {
  yield [mesh]
}
