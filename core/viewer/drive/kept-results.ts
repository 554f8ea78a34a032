import type { ViewerCall } from './call.ts'
import type { RunState } from './run-state.ts'

type Shown = RunState['shown'] & {}

const mostResults = 12
const mostBytes = 256 * 2 ** 20

/** The results that a page has shown last in any of its views, so that going back to one needs no request. */
export class KeptResults {
  readonly #kept = new Map<string, { readonly shown: Shown; readonly bytes: number }>()

  get({ request }: ViewerCall): Shown | undefined {
    return this.#kept.get(toKey(request))?.shown
  }

  /** Adds a result, or marks it as used last. */
  add({ request }: ViewerCall, shown: Shown): void {
    const key = toKey(request)
    this.#kept.delete(key)
    this.#kept.set(key, { shown, bytes: measureBytes(shown.content) })
    const sum = (): number => [...this.#kept.values()].reduce((total, { bytes }) => total + bytes, 0)
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= mostResults && sum() <= mostBytes) break
      this.#kept.delete(oldest)
    }
  }

  clear(): void {
    this.#kept.clear()
  }
}

/** The views of a page have a room each. */
function toKey({ specimenId, params }: ViewerCall['request']): string {
  return JSON.stringify([specimenId, params])
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
