/** Statistics of measured values, and the table of figures. */

/** Returns the value that `share` of the values lie below (nearest rank). */
export function toQuantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
}

export function toMedian(values) {
  return toQuantile(values, 0.5)
}

/** Returns how many milliseconds `work` took. */
export async function time(work) {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Returns the results of `count` calls, one after the other. */
export async function repeat(count, work) {
  const results = []
  for (let index = 0; index < count; index++) results.push(await work(index))
  return results
}

/**
 * A figure that must reach `least` of a peer's, which took turns with it: what else the machine does falls on
 * both.
 */
export function toRatioRow(what, ratio, least, peer) {
  return { what, measured: ratio.toFixed(2), asked: `at least ${least}`, peer, ok: ratio >= least }
}

/** A figure that may be at most `most` times that of a peer, which took turns with it. */
export function toMultipleRow(what, multiple, most, peer) {
  const measured = `${multiple.toFixed(2)} ×`
  return { what, measured, asked: `at most ${most} ×`, peer, ok: multiple <= most }
}

/** A figure that must stay at or below `most`. A time can be judged on a quiet machine only. */
export function toBoundRow(what, value, most, unit, peer) {
  const digits = value < 10 ? 2 : 0
  return {
    what,
    measured: `${value.toFixed(digits)} ${unit}`,
    asked: `at most ${most} ${unit}`,
    peer,
    ok: value <= most,
    needsQuiet: /^m?s\b/.test(unit),
  }
}

/** A figure nobody asked for, which explains another. */
export function toNoteRow(what, measured, peer) {
  return { what, measured, asked: '', peer, ok: true }
}

/** In place of the figures of a benchmark that threw. */
export function toFailedRow(name, error) {
  return { what: name, measured: '', asked: '', peer: error.message.split('\n', 1)[0], verdict: 'FAILED' }
}

/** Returns the row with its verdict. What is missed on a busy machine says nothing, what is reached does. */
export function judgeRow(row, isBusy) {
  if (row.verdict) return row
  if (row.ok) return { ...row, verdict: row.asked ? 'ok' : '' }
  return { ...row, verdict: isBusy && row.needsQuiet ? 'TOO BUSY' : 'MISSED' }
}

/** Returns how many of judged rows have which verdict, as a sentence. */
export function summarize(rows) {
  const count = (wanted) => rows.filter(({ verdict }) => verdict === wanted).length
  const parts = [`${count('ok')} reached`, `${count('MISSED')} missed`]
  if (count('FAILED') > 0) parts.push(`${count('FAILED')} failed`)
  if (count('TOO BUSY') > 0) parts.push(`${count('TOO BUSY')} not judged, as the machine was too busy`)
  return parts.join(', ')
}

/** Returns what the benchmarks exit with. */
export function toExitCode(rows) {
  const verdicts = new Set(rows.map(({ verdict }) => verdict))
  if (verdicts.has('MISSED') || verdicts.has('FAILED')) return 1
  return verdicts.has('TOO BUSY') ? 3 : 0
}

/** @throws unless the two are the same bytes */
export function checkBytes(found, wanted, what) {
  if (Buffer.compare(found, wanted) !== 0) throw new Error(`${what}: other bytes than wanted`)
}

/** Returns judged rows as lines of equal columns. */
export function formatRows(rows) {
  const head = { what: 'what', measured: 'measured', asked: 'asked', peer: 'beside', verdict: '' }
  const cells = [head, ...rows]
  const columns = ['what', 'measured', 'asked', 'peer', 'verdict']
  const widths = columns.map((column) => Math.max(...cells.map((cell) => cell[column].length)))
  return cells.map((cell) =>
    columns
      .map((column, index) => cell[column].padEnd(widths[index]))
      .join('  ')
      .trimEnd(),
  )
}
