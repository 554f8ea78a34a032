/** The samples of the compressed pictures that `make-files.py` wrote, computed again. */
import { readFileSync } from 'node:fs'
import type { Result } from '../../../../core/contract/domain/result/result.ts'

const pixels = Array.from({ length: 12 * 16 }, (_, i) => [i % 16, Math.floor(i / 16)] as const)

/** A ramp of 12 bits. */
export const grey12: readonly number[] = pixels.map(([x, y]) => (x * 37 + y * 91 + x * y * 3) % 4096)
/** The same with a sign. */
export const signed16: readonly number[] = grey12.map((value) => value - 2048)
/** A ramp of 8 bits. */
export const bytes: readonly number[] = pixels.map(([x, y]) => (x * 7 + y * 5) % 256)
/** Colours. */
export const rainbow: readonly number[] = pixels.flatMap(([x, y]) => [(15 * x) % 256, (20 * y) % 256, x * y])

/** Returns the samples of an image or a volume. */
export function greys(result: Result): number[] {
  return 'data' in result ? Array.from(result.data) : []
}

/** Returns what another decoder made of a picture that was compressed with loss. */
export function lossyValues(name: string): readonly number[] {
  const expected: { readonly [name: string]: readonly number[] } = JSON.parse(
    readFileSync(new URL('expected.json', import.meta.url), 'utf8'),
  )
  return expected[name] ?? []
}
