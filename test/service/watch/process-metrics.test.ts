import { createHistogram, type IntervalHistogram } from 'node:perf_hooks'
import { expect, it } from 'vitest'
import { ProcessMetrics } from '../../../core/service/watch/process-metrics.ts'

it('keeps the delays of the event loop for whoever else asks, and forgets them after two minutes', async () => {
  let now = 0
  const opened: { record(nanoseconds: number): void; isOn: boolean }[] = []
  const monitor = (): IntervalHistogram => {
    const histogram = createHistogram()
    const state = { record: (nanoseconds: number) => histogram.record(nanoseconds), isOn: false }
    opened.push(state)
    return Object.assign(histogram, {
      enable: () => turn(state, true),
      disable: () => turn(state, false),
      [Symbol.dispose]: () => {},
    })
  }
  const metrics = new ProcessMetrics(() => now, monitor)
  const readMost = async (): Promise<number> => {
    const found = (await metrics.collect()).find(({ name }) => name === 'nodejs_eventloop_lag_max_seconds')
    const value = found?.samples[0]?.value
    return typeof value === 'number' ? Math.round(value * 10) / 10 : 0
  }
  const delay = (seconds: number): void => {
    for (const { record, isOn } of opened) if (isOn) record((seconds + 0.02) * 1e9)
  }
  await readMost()
  delay(3)
  now = 59_000
  expect([await readMost(), await readMost()]).toEqual([3, 3]) // two that ask
  now = 60_000
  expect(await readMost()).toBe(3)
  delay(2)
  now = 119_000
  expect(await readMost()).toBe(3)
  now = 120_000
  expect(await readMost()).toBe(2)
  delay(1)
  now = 180_000
  expect(await readMost()).toBe(1)
  expect(opened.map(({ isOn }) => isOn)).toEqual([false, false, true, true])
  metrics.close()
  expect(opened.some(({ isOn }) => isOn)).toBe(false)
})

function turn(state: { isOn: boolean }, isOn: boolean): boolean {
  state.isOn = isOn
  return true
}
