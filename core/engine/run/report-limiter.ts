import { messageLength, messageLimit, type Report, toFraction } from '../../contract/domain/job.ts'

/** Messages a second that pass immediately, and the size of a burst. */
const rate = 1000
const flushMilliseconds = 250
/** Characters of messages sent at a time. */
export const progressFrameLength = 32_768

/** Passes on reports of progress, no more of them than can be read. */
export interface ReportLimiter {
  report(given: unknown, share?: unknown): void
  flush(): void
}

/**
 * Returns the rate limiter between a function's `report` calls and the transport. Ordinary rates pass
 * immediately; a flood is batched a few times a second, with the last 1,000 reports in order and a count of
 * those before them. `send` gets reports in order and the number of calls dropped before them; `now` is in
 * milliseconds. In a computation that blocks its event loop, held-back reports leave with the next `report`
 * after 250 ms.
 */
export function createReportLimiter(
  send: (skipped: number, reports: readonly Report[]) => void,
  now: () => number,
): ReportLimiter {
  const held: Report[] = [] // a ring once it is full: `oldest` is its start
  let oldest = 0
  let skipped = 0
  let tokens = rate
  let refilledAt = now()
  let heldSince = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    const reports = [...held.slice(oldest), ...held.slice(0, oldest)]
    for (const [i, part] of splitByLength(reports).entries()) send(i === 0 ? skipped : 0, part)
    held.length = 0
    oldest = 0
    skipped = 0
  }

  function hold(report: Report, time: number): void {
    if (held.length === 0) {
      heldSince = time
      timer = setTimeout(flush, flushMilliseconds)
    }
    if (held.length < messageLimit) held.push(report)
    else {
      held[oldest] = report
      oldest = (oldest + 1) % messageLimit
      skipped++
    }
    if (time - heldSince >= flushMilliseconds) flush()
  }

  function report(given: unknown, share?: unknown): void {
    const text = String(given).slice(0, messageLength).toWellFormed()
    const fraction = toFraction(share)
    const said = fraction === undefined ? { text } : { text, fraction }
    const time = now()
    tokens = Math.min(rate, tokens + ((time - refilledAt) / 1000) * rate)
    refilledAt = time
    if (held.length > 0 || tokens < 1) hold(said, time)
    else {
      tokens--
      send(0, [said])
    }
  }

  return { report, flush }
}

function splitByLength(reports: readonly Report[]): Report[][] {
  const parts: Report[][] = []
  let length = 0
  for (const report of reports) {
    if (parts.length === 0 || length + report.text.length > progressFrameLength) {
      parts.push([])
      length = 0
    }
    parts.at(-1)?.push(report)
    length += report.text.length
  }
  return parts
}
