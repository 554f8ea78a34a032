import { describe, expect, test } from 'vitest'
import { messageLength, messageLimit, type Report } from '../../../core/contract/domain/job.ts'
import { encodeFrame } from '../../../core/contract/wire/frames.ts'
import { headLimits, messages } from '../../../core/engine/run/pool-message.ts'
import { createReportLimiter, progressFrameLength } from '../../../core/engine/run/report-limiter.ts'

describe('report limiter', () => {
  test('passes ordinary rates at once', () => {
    let time = 0
    const sent: [number, readonly Report[]][] = []
    const { report } = createReportLimiter(
      (skipped, reports) => sent.push([skipped, reports]),
      () => time,
    )
    for (let i = 0; i < 5000; i++) {
      time += 1
      report(`r${i}`)
    }
    expect(sent.length).toBe(5000)
    expect(sent.every(([skipped, reports]) => skipped === 0 && reports.length === 1)).toBe(true)
  })

  test('gathers a flood, sends it by time, and counts every call', () => {
    let time = 0
    const sent: [number, readonly Report[]][] = []
    const { report, flush } = createReportLimiter(
      (skipped, reports) => sent.push([skipped, reports]),
      () => time,
    )
    for (let i = 0; i < 50_000; i++) {
      time += 0.01 // 100,000 a second
      if (i % 2 === 0) report(`r${i}`, i / 50_000)
      else report(`r${i}`)
    }
    flush()
    expect(sent.reduce((total, [skipped, reports]) => total + skipped + reports.length, 0)).toBe(50_000)
    expect(sent.flatMap(([, reports]) => reports).slice(-1000)).toEqual(
      Array.from({ length: 1000 }, (_, i) => {
        const text = `r${49_000 + i}`
        return i % 2 === 0 ? { text, fraction: (49_000 + i) / 50_000 } : { text }
      }),
    )
    expect(sent.filter(([, reports]) => reports.length > 1).length).toBeLessThan(10)
  })

  test('sends frames that the host takes, however long texts and fractions are as JSON', () => {
    const lengths: number[] = []
    const { report, flush } = createReportLimiter(
      (skipped, reports) => lengths.push(encodeFrame(messages.progress, { run: 1, skipped, reports }).length),
      () => 0,
    )
    for (const textLength of [0, 1, progressFrameLength / messageLimit, messageLength]) {
      for (let i = 0; i < 2 * messageLimit; i++) report('\0'.repeat(textLength), 2.2250738585072014e-308)
      flush()
    }
    expect(Math.max(...lengths)).toBeGreaterThan(200_000)
    expect(Math.max(...lengths)).toBeLessThan(headLimits.get(messages.progress) ?? 0)
  })
})
