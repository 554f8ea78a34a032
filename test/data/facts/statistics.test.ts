/** Statistics beside those of NumPy, by python3; skipped loudly where it is not there. */
import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { elementArrays } from '../../../core/contract/domain/result/elements.ts'
import type { FactStatistics } from '../../../core/contract/wire/facts.ts'
import { measureStatistics } from '../../../core/data/facts/measure-statistics.ts'

const hasNumpy = spawnSync('python3', ['-c', 'import numpy']).status === 0
if (!hasNumpy) console.warn('NOT TESTED: statistics beside NumPy: there is no Python 3 with numpy here.')

const program = `
import base64, json, sys
import numpy as np
def describe(dtype, text):
    values = np.frombuffer(base64.b64decode(text), dtype).astype(np.float64)
    finite = values[np.isfinite(values)]
    counts, edges = np.histogram(finite, 64)
    return {
        'count': len(values), 'not_finite_count': len(values) - len(finite),
        'min': finite.min(), 'max': finite.max(), 'mean': finite.mean(), 'median': np.median(finite),
        'deviation': finite.std(),
        'percentiles': [float(one) for one in np.percentile(finite, [1, 5, 25, 75, 95, 99])],
        'counts': [int(one) for one in counts],
    }
print(json.dumps([describe(*given) for given in json.load(sys.stdin)]))
`

/** Numbers from 0 to 1 that are the same in each run (mulberry32). */
function createNoise(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const noise = createNoise(7)
const length = 20_001
const spreads: { readonly [name: string]: (i: number) => number } = {
  'uniform noise': () => noise() * 200 - 80,
  'noise of many magnitudes': () => (noise() - 0.5) * 10 ** (noise() * 12 - 6),
  'a few values': (i) => (i * i) % 7,
  'values far from 0': () => 1e7 + noise() * 1000,
}
const cases = Object.entries(elementArrays).flatMap(([dtype, create]) =>
  Object.entries(spreads).map(([name, at]) => {
    const values = new create(length)
    for (let i = 0; i < length; i++) values[i] = at(i)
    return { name: `${name} as ${dtype}`, dtype, values }
  }),
)
const holes = [Number.NaN, -Number.NaN, Infinity, -Infinity, -0]
const holed = Array.from({ length }, (_, i) => (i % 9 < 5 ? (holes[i % 9] ?? 0) : noise() - 0.5))
cases.push(
  { name: 'holes as float32', dtype: 'float32', values: Float32Array.from(holed) },
  { name: 'holes as float64', dtype: 'float64', values: Float64Array.from(holed) },
)

interface NumpyStatistics {
  readonly percentiles: readonly number[]
  readonly counts: readonly number[]
  readonly [name: string]: number | readonly number[]
}

function askNumpy(): readonly NumpyStatistics[] {
  const given = cases.map(({ dtype, values: { buffer } }) => [dtype, Buffer.from(buffer).toString('base64')])
  const asked = spawnSync('python3', ['-c', program], {
    input: JSON.stringify(given),
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  if (asked.status !== 0) throw new Error(asked.stderr)
  return JSON.parse(asked.stdout)
}

function expectNear(found: number | null, wanted: unknown): void {
  expect(typeof wanted).toBe('number')
  const size = Math.abs(Number(wanted))
  expect(Math.abs((found ?? Number.NaN) - Number(wanted))).toBeLessThanOrEqual(1e-12 * size)
}

describe.skipIf(!hasNumpy)('statistics are those of NumPy', () => {
  const asked = hasNumpy ? askNumpy() : []
  it.each(cases.map(({ name, values }, i) => ({ name, values, i })))('for $name', ({ values, i }) => {
    const wanted = asked[i]
    const found = measureStatistics(values)
    if (!wanted) throw new Error('NumPy gave no answer.')
    for (const name of ['count', 'not_finite_count', 'min', 'max', 'median'] as const)
      expect(found[name], name).toBe(wanted[name])
    expectNear(found.mean, wanted.mean)
    expectNear(found.deviation, wanted.deviation)
    const { p1, p5, p25, p75, p95, p99 } = found.percentiles ?? {}
    expect([p1, p5, p25, p75, p95, p99]).toEqual(wanted.percentiles)
    expect(found.histogram?.counts).toEqual(wanted.counts)
  })
})

describe('statistics', () => {
  const none: Partial<FactStatistics> = { min: null, max: null, mean: null, median: null, deviation: null }

  it('are null where no value is finite', () => {
    const found = measureStatistics(Float32Array.of(Number.NaN, Infinity, -Infinity))
    expect(found).toMatchObject({ ...none, count: 3, not_finite_count: 3, not_finite_share: 1 })
    expect(measureStatistics(new Float64Array())).toMatchObject({ ...none, count: 0, not_finite_share: 0 })
    expect(measureStatistics(new Uint8Array())).toMatchObject({ ...none, count: 0, histogram: null })
  })

  it('have all equal values in the first bin', () => {
    const found = measureStatistics(new Float32Array(10).fill(2.5))
    expect(found).toMatchObject({ min: 2.5, max: 2.5, mean: 2.5, median: 2.5, deviation: 0 })
    expect(found.histogram).toMatchObject({ low: 2.5, high: 2.5 })
    expect(found.histogram?.counts[0]).toBe(10)
  })

  it('neither overflow nor vanish for the greatest and the least doubles', () => {
    const most = measureStatistics(Float64Array.of(-Number.MAX_VALUE, Number.MAX_VALUE))
    expect(most).toMatchObject({ mean: 0, median: 0, deviation: Number.MAX_VALUE })
    expect(most.histogram?.counts.at(0)).toBe(1)
    expect(most.histogram?.counts.at(-1)).toBe(1)
    const least = measureStatistics(Float64Array.of(2 ** -1000, 3 * 2 ** -1000))
    expect(least).toMatchObject({ mean: 2 ** -999, deviation: 2 ** -1000 })
  })

  it('keep the small deviation of large values', () => {
    const found = measureStatistics(Float64Array.from({ length: 1000 }, (_, i) => 2 ** 40 + (i % 2)))
    expect(found).toMatchObject({ mean: 2 ** 40 + 0.5, deviation: 0.5 })
  })
})
