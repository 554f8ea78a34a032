import type { Params } from '../../contract/domain/schema.ts'
import { toCanonicalJson } from '../../contract/values/json.ts'
import type { LoadRequest } from '../data/data-source.ts'
import type { ShownResult } from './run-state.ts'

const mostResults = 12
const mostBytes = 256 * 2 ** 20

/** The results that a page has shown last in any of its views, so that going back to one needs no request. */
export class KeptResults {
  readonly #kept = new Map<string, { readonly shown: ShownResult; readonly bytes: number }>()

  get({ specimenId, params }: LoadRequest): ShownResult | undefined {
    return this.#kept.get(toKey(specimenId, params))?.shown
  }

  /** Adds a result, or marks it as used last. The newest one stays, whatever its size. */
  add(specimenId: string, shown: ShownResult): void {
    const key = toKey(specimenId, shown.params)
    this.#kept.delete(key)
    const sum = (): number => [...this.#kept.values()].reduce((total, { bytes }) => total + bytes, 0)
    const bytes = measureBytes(shown.content)
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size < mostResults && sum() + bytes <= mostBytes) break
      this.#kept.delete(oldest)
    }
    this.#kept.set(key, { shown, bytes })
  }

  clear(): void {
    this.#kept.clear()
  }
}

/** The views of a page have a room each, which is no part of the key. */
function toKey(specimenId: string, params: Params): string {
  return toCanonicalJson([specimenId, params])
}

/** Returns the bytes of all arrays in a value; those of one block count once. */
export function measureBytes(value: unknown, seen = new Set<unknown>()): number {
  if (typeof value !== 'object' || value === null) return 0
  if (!ArrayBuffer.isView(value))
    return Object.values(value).reduce<number>((total, part) => total + measureBytes(part, seen), 0)
  if (seen.has(value.buffer)) return 0
  seen.add(value.buffer)
  return value.buffer.byteLength
}
