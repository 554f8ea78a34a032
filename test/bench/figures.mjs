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

/** A figure that must reach `least`. */
export function toRatioRow(what, ratio, least, peer) {
  return { what, measured: ratio.toFixed(2), asked: `at least ${least}`, peer, ok: ratio >= least }
}

/** A figure that must stay at or below `most`. */
export function toBoundRow(what, value, most, unit, peer) {
  const digits = value < 10 ? 2 : 0
  return {
    what,
    measured: `${value.toFixed(digits)} ${unit}`,
    asked: `at most ${most} ${unit}`,
    peer,
    ok: value <= most,
  }
}

/** A figure nobody asked for, which explains another. */
export function toNoteRow(what, measured, peer) {
  return { what, measured, asked: '', peer, ok: true }
}

/** @throws unless the two are the same bytes */
export function checkBytes(found, wanted, what) {
  if (Buffer.compare(found, wanted) !== 0) throw new Error(`${what}: other bytes than wanted`)
}

/** Returns the rows as lines of equal columns. */
export function formatRows(rows) {
  const head = { what: 'what', measured: 'measured', asked: 'asked', peer: 'beside', verdict: '' }
  const cells = [
    head,
    ...rows.map((row) => ({ ...row, verdict: row.ok ? (row.asked ? 'ok' : '') : 'MISSED' })),
  ]
  const columns = ['what', 'measured', 'asked', 'peer', 'verdict']
  const widths = columns.map((column) => Math.max(...cells.map((cell) => cell[column].length)))
  return cells.map((cell) =>
    columns
      .map((column, index) => cell[column].padEnd(widths[index]))
      .join('  ')
      .trimEnd(),
  )
}
