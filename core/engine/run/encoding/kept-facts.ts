import type { Result } from '../../../contract/domain/result/result.ts'
import type { Encoder } from './encoder.ts'

type Measure = Encoder['measureFacts']

/**
 * Returns a function that measures a result once for the same words, also for callers at the same time. Facts
 * live as long as the result in memory; failures are not kept.
 */
export function keepFacts(measure: Measure): Measure {
  const kept = new WeakMap<Result, Map<string, Promise<Uint8Array>>>()
  return async (result, words) => {
    const byWords = kept.get(result) ?? new Map<string, Promise<Uint8Array>>()
    kept.set(result, byWords)
    const name = JSON.stringify([words.axes, words.value])
    const known = byWords.get(name)
    if (known) return await known
    const measured = measure(result, words)
    byWords.set(name, measured)
    measured.catch(() => byWords.delete(name)) // awaited below
    return await measured
  }
}
