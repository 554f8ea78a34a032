import { beforeEach, expect, test, vi } from 'vitest'
import { createProgressLine, type ProgressLine } from '../../build/report/progress-line.ts'

beforeEach(() => {
  vi.useFakeTimers()
  return () => void vi.useRealTimers()
})

/** Returns a line and all that it has written. */
function openLine(isTTY: boolean): { readonly line: ProgressLine; readonly read: () => string } {
  let written = ''
  const write = (text: string): void => {
    written += text
  }
  const line = createProgressLine({ stdout: { write }, stderr: { write, isTTY } }, Date.now)
  return { line, read: () => written }
}

test('says in lines for whom a command waits, ever more rarely, and nothing of what is quick', () => {
  const { line, read } = openLine(false)
  line.show('bundling 1 of 1 plugin')
  vi.advanceTimersByTime(60_000)
  line.wait('quick')
  vi.advanceTimersByTime(4000)
  expect(read()).toBe('')
  line.wait('slow')
  vi.advanceTimersByTime(3000)
  line.wait('slow', 'half of it\u001b[31m')
  vi.advanceTimersByTime(18_000)
  line.clear()
  vi.advanceTimersByTime(60_000)
  const told = 'waiting for slow: half of it\\u001b[31m'
  expect(read()).toBe([5, 10, 20].map((seconds) => `${told}, ${seconds} s so far\n`).join(''))
})

test('counts the seconds of a wait on a terminal, and clears the line', () => {
  const { line, read } = openLine(true)
  line.wait('slow')
  expect(read()).toBe('')
  vi.advanceTimersByTime(2000)
  line.clear()
  const start = '\r\u001b[K'
  expect(read()).toBe(`${start}waiting for slow … 1 s${start}waiting for slow … 2 s${start}`)
})
