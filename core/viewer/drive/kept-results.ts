import type { ViewerCall } from './call.ts'
import type { RunState } from './run-state.ts'

type Shown = RunState['shown'] & {}

const mostResults = 6
const mostBytes = 256 * 2 ** 20

/** The results that the page has shown last, so that going back to one needs no request. */
export class KeptResults {
  readonly #kept = new Map<string, { readonly shown: Shown; readonly bytes: number }>()

  get({ request }: ViewerCall): Shown | undefined {
    return this.#kept.get(JSON.stringify(request))?.shown
  }

  /** Adds a result, or marks it as used last. */
  add({ request }: ViewerCall, shown: Shown): void {
    const key = JSON.stringify(request)
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

/** Returns the bytes of all arrays in a value; those of one block count once. */
export function measureBytes(value: unknown, seen = new Set<unknown>()): number {
  if (typeof value !== 'object' || value === null) return 0
  if (!ArrayBuffer.isView(value))
    return Object.values(value).reduce<number>((total, part) => total + measureBytes(part, seen), 0)
  if (seen.has(value.buffer)) return 0
  seen.add(value.buffer)
  return value.buffer.byteLength
}
