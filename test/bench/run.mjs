/**
 * `npm run bench [name…]`: measures the figures the host promises, one file each, and prints them as a table.
 * Exits 1 when one is missed or a benchmark failed, 3 when the machine was too busy to judge one, 2 when a
 * name is unknown. `--help` lists the names. Never part of the tests: a figure says something about a machine, too.
 */
import { formatRows, judgeRow, summarize, toExitCode, toFailedRow } from './figures.mjs'
import { startQuietWatch } from './quiet.mjs'

const names = [
  'hit',
  'poll',
  'latency',
  'hostile',
  'miss',
  'cancel',
  'sweep',
  'release',
  'first-run',
  'memory',
  'start',
  'build',
  'viewer',
  'drag',
  'frames',
  'headset',
  'scenes',
  'beside',
  'picture',
  'agents',
  'facts',
  'formats',
  'relay',
  'rooms',
  'bursts',
  'group',
  'earlier',
]

const asked = process.argv.slice(2)
if (asked.some((word) => word === '--help' || word === '-h')) {
  process.stdout.write(`npm run bench [-- NAME...]
  Measures the figures of these names, or all, each beside its peer, and prints a table; test/bench/README.md
  says what each is.
  ${names.join(', ')}

It exits with 1 when a figure was missed or a benchmark failed, with 3 when the machine was too busy to judge one,
and with 2 when a name is unknown.
`)
  process.exit(0)
}
const unknown = asked.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  process.stderr.write(`There is no benchmark ${unknown.join(', ')}; there are ${names.join(', ')}.\n`)
  process.exit(2)
}

const watch = await startQuietWatch()
const rows = []
for (const name of asked.length > 0 ? asked : names) {
  const started = performance.now()
  const measured = await measure(name)
  const seconds = (performance.now() - started) / 1000
  const { isBusy, text } = await watch.look()
  const judged = measured.map((row) => judgeRow(row, isBusy))
  rows.push(...judged)
  console.log(`${name}, ${seconds.toFixed(0)} s, ${text}`)
  for (const line of formatRows(judged).slice(1)) console.log(`  ${line}`)
  globalThis.gc?.() // bodies of one figure are not collected in the middle of the next
}
await watch.close()
console.log(`\n${formatRows(rows).join('\n')}\n\n${summarize(rows)}`)
process.exitCode = toExitCode(rows)

/** One that throws costs no other its figures. */
async function measure(name) {
  try {
    return await (await import(`./${name}.mjs`)).measure()
  } catch (error) {
    console.error(error)
    return [toFailedRow(name, error)]
  }
}
