/** Says on standard error what a command is at, and for how long it has waited. */
import type { OutputStreams } from '../../core/contract/text/output-streams.ts'
import { toShownText } from '../../core/contract/text/visible-text.ts'

/** The silence before a progress line appears. */
const patienceMs = 300
/** The first line elsewhere than on a terminal; each further one comes after twice the time. */
const firstNoticeMs = 5000
const tickMs = 1000

/** The line at the end of the output that is overwritten. */
export interface ProgressLine {
  /** Replaces the shown text; only on a terminal, and only after a while. */
  show(text: string): void
  /**
   * Says for whom the command waits, a function as a rule, and what is told of it. The seconds count from the
   * first call for it. Elsewhere than on a terminal a long wait is said in lines, which become rarer.
   */
  wait(subject: string, text?: string): void
  clear(): void
}

/** The text that is shown now. */
interface Step {
  readonly subject: string | null
  readonly text: string
  readonly since: number
  readonly noticeMs: number
}

/** Returns a progress line on standard error. `now` is in milliseconds. */
export function createProgressLine({ stderr }: OutputStreams, now: () => number): ProgressLine {
  const started = now()
  let shown = false
  let step: Step | null = null
  let timer: NodeJS.Timeout | undefined
  const draw = (): void => {
    if (!step) return
    const waited = now() - step.since
    const seconds = Math.floor(waited / 1000)
    if (stderr.isTTY === true) {
      if (now() - started < patienceMs) return
      const time = step.subject !== null && seconds > 0 ? ` ${seconds} s` : ''
      stderr.write(`\r\u001b[K${step.text} …${time}`)
      shown = true
    } else if (step.subject !== null && waited >= step.noticeMs) {
      stderr.write(`${step.text}, ${seconds} s so far\n`)
      step = { ...step, noticeMs: 2 * waited }
    }
  }
  const enter = (next: Step): void => {
    step = next
    draw()
    timer ??= setInterval(draw, tickMs).unref()
  }
  return {
    show: (text) => enter({ subject: null, text, since: now(), noticeMs: 0 }),
    wait: (subject, said = '') => {
      const told = said === '' ? '' : `: ${said}`
      const { since, noticeMs } = step?.subject === subject ? step : { since: now(), noticeMs: firstNoticeMs }
      enter({ subject, text: toShownText(`waiting for ${subject}${told}`), since, noticeMs })
    },
    clear: () => {
      clearInterval(timer)
      timer = undefined
      step = null
      if (shown) stderr.write('\r\u001b[K')
      shown = false
    },
  }
}
