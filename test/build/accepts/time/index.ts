import type { Integer, Mesh, Time } from 'specimen-host/plugin'

type Clock = Time<0, 10, 0.1>

/**
 * @param t - A time. @time ms
 * @param at - Another. @unit s
 * @param with_unit - A third. @time h
 */
export function times(
  t: number = 0,
  at: Clock = 1,
  frames: Integer & Time<0, 8> = 2,
  maybe: Time<-1, 1> | null = null,
  with_unit?: Time<0, 24>,
  inside: { /** @time */ readonly since: number } = { since: 0 },
): Mesh {
  const all = [t, at, frames, maybe ?? 0, with_unit ?? 0, inside.since, 0, 0, 0]
  return { vertices: Float32Array.from(all), indices: Uint32Array.of(0, 1, 2) }
}
