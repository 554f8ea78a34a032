/** How figures are judged. The benchmarks are scripts of Node, so that their exports have no types. */
import { expect, it } from 'vitest'

const figures = await import(new URL('figures.mjs', import.meta.url).href)
const { judgeRow, summarize, toExitCode } = figures
const missedTime = figures.toBoundRow('a poll', 51, 50, 'ms', '')
const missedRatio = figures.toRatioRow('a hit', 0.5, 0.9, '')
const reached = figures.toMultipleRow('a miss', 1.5, 2, '')
const failed = figures.toFailedRow('herd', new Error('refused\n  at a line'))
const verdictsOf = (isBusy: boolean, ...rows: readonly object[]): readonly string[] =>
  rows.map((row) => judgeRow(row, isBusy).verdict)

it('judges everything on a quiet machine', () => {
  expect(verdictsOf(false, missedTime, missedRatio, reached)).toEqual(['MISSED', 'MISSED', 'ok'])
})

it('does not judge a missed time on a busy machine, but ratios, counts and what is reached', () => {
  const memory = figures.toBoundRow('memory', 800, 700, 'MB', '')
  const each = figures.toBoundRow('a miss', 3, 2, 'ms/MB', '')
  const seconds = figures.toBoundRow('500 rooms', 3, 2, 's', '')
  const good = figures.toBoundRow('a poll', 49, 50, 'ms', '')
  expect(verdictsOf(true, missedTime, each, seconds)).toEqual(['TOO BUSY', 'TOO BUSY', 'TOO BUSY'])
  expect(verdictsOf(true, missedRatio, memory, good, reached)).toEqual(['MISSED', 'MISSED', 'ok', 'ok'])
})

it('gives notes no verdict, and keeps that of a benchmark that failed', () => {
  expect(verdictsOf(true, figures.toNoteRow('beside', '1', ''), failed)).toEqual(['', 'FAILED'])
  expect(failed.peer).toBe('refused')
})

it('exits with 0 when all is reached, 1 when something is missed or failed, 3 when something is not judged', () => {
  const exit = (isBusy: boolean, ...rows: readonly object[]): number =>
    toExitCode(rows.map((row) => judgeRow(row, isBusy)))
  expect(exit(true, reached)).toBe(0)
  expect(exit(false, reached, missedTime)).toBe(1)
  expect(exit(true, reached, failed)).toBe(1)
  expect(exit(true, reached, missedTime)).toBe(3)
  expect(exit(true, missedTime, missedRatio)).toBe(1)
})

it('sums the verdicts up', () => {
  const rows = [reached, missedTime, failed].map((row) => judgeRow(row, true))
  expect(summarize(rows)).toBe('1 reached, 0 missed, 1 failed, 1 not judged, as the machine was too busy')
  expect(figures.formatRows(rows)[2]).toMatch(/^a poll +51 ms +at most 50 ms +TOO BUSY$/)
})
