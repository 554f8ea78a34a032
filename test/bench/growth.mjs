/** All of `growth-*`: with the catalog, rooms, runs that wait, messages, bundles, results and viewers. */
import { formatRows, judgeRow } from './figures.mjs'

/** The names of its parts, each of which is a benchmark of its own. */
export const growthNames = ['catalog', 'rooms', 'waiting', 'messages', 'bundles', 'results', 'viewers'].map(
  (part) => `growth-${part}`,
)

/** Returns the rows of all parts. */
export async function measure() {
  const rows = []
  for (const name of growthNames) {
    const { measure: measurePart } = await import(`./${name}.mjs`)
    const started = performance.now()
    const measured = await measurePart()
    console.log(`${name}, ${((performance.now() - started) / 1000).toFixed(0)} s`)
    for (const line of formatRows(measured.map((row) => judgeRow(row, false))).slice(1))
      console.log(`  ${line}`)
    rows.push(...measured)
    globalThis.gc?.()
  }
  return rows
}
