import type { OutputStreams } from '../../core/domain/output-streams.ts'

/** How long a command may be silent. */
const patienceMs = 300

/** The one line that tells a waiting person what is going on. */
export interface ProgressLine {
  /** Shows a text in place of the one before; only on a terminal, and only when it has taken a while. */
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
