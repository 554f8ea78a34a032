import { describe, expect, test } from 'vitest'
import { createReportLimiter } from '../../../core/run/plugin-side/report-limiter.ts'

describe('report limiter', () => {
  test('passes ordinary rates at once', () => {
    let time = 0
    const sent: [number, readonly string[]][] = []
    const { report } = createReportLimiter(
      (skipped, texts) => sent.push([skipped, texts]),
      () => time,
    )
    for (let i = 0; i < 5000; i++) {
      time += 1
      report(`r${i}`)
    }
    expect(sent.length).toBe(5000)
    expect(sent.every(([skipped, texts]) => skipped === 0 && texts.length === 1)).toBe(true)
  })

  test('gathers a flood, sends it by time, and counts every call', () => {
    let time = 0
    const sent: [number, readonly string[]][] = []
    const { report, flush } = createReportLimiter(
      (skipped, texts) => sent.push([skipped, texts]),
      () => time,
    )
    for (let i = 0; i < 50_000; i++) {
      time += 0.01 // 100,000 a second
      report(`r${i}`)
    }
    flush()
    expect(sent.reduce((total, [skipped, texts]) => total + skipped + texts.length, 0)).toBe(50_000)
    expect(sent.flatMap(([, texts]) => texts).slice(-1000)).toEqual(
      Array.from({ length: 1000 }, (_, i) => `r${49_000 + i}`),
    )
    expect(sent.filter(([, texts]) => texts.length > 1).length).toBeLessThan(10)
  })
})
