import type { OutputStreams } from '../../core/domain/output-streams.ts'

/** The silence before a progress line appears. */
const patienceMs = 300

/** A line on the terminal that shows the current step to a waiting person. */
export interface ProgressLine {
  /** Replaces the shown text; only on a terminal, and only after a while. */
  readonly show: (text: string) => void
  readonly clear: () => void
}

/** Returns a progress line on standard error. `now` is in milliseconds. */
export function createProgressLine({ stderr }: OutputStreams, now: () => number): ProgressLine {
  const started = now()
  let shown = false
  return {
    show: (text) => {
      if (stderr.isTTY !== true || now() - started < patienceMs) return
      stderr.write(`\r\u001b[K${text} …`)
      shown = true
    },
    clear: () => {
      if (shown) stderr.write('\r\u001b[K')
      shown = false
    },
  }
}
