/**
 * `npm run bench [name…]`: measures the figures the host promises, one file each, and prints them as a table.
 * Exits 1 when one is missed, 2 when a name is unknown. Never part of the tests: a figure says something
 * about a machine, too.
 */
import { formatRows } from './figures.mjs'
import { growthNames } from './growth.mjs'

const names = [
  'hit',
  'poll',
  'access',
  'guard',
  'latency',
  'hostile',
  'miss',
  'cancel',
  'first-run',
  'walls',
  'herd',
  'memory',
  'limits',
  'start',
  'build',
  'viewer',
  'federation-volume',
  'federation-overhead',
  'federation-slow-reader',
  'federation-workers',
  'group-hit',
  'group-poll',
  'group-runs',
  'group-rooms',
  'group-lost',
  'group-capacity',
]
/** Those that run when they are asked for: minutes of filling a host. */
const longNames = ['growth', ...growthNames]

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => ![...names, ...longNames].includes(name))
if (unknown.length > 0) {
  process.stderr.write(
    `There is no benchmark ${unknown.join(', ')}; there are ${[...names, ...longNames].join(', ')}.\n`,
  )
  process.exit(2)
}

const rows = []
for (const name of asked.length > 0 ? asked : names) {
  const { measure } = await import(`./${name}.mjs`)
  const started = performance.now()
  const measured = await measure()
  rows.push(...measured)
  console.log(`${name}, ${((performance.now() - started) / 1000).toFixed(0)} s`)
  for (const line of formatRows(measured).slice(1)) console.log(`  ${line}`)
  globalThis.gc?.() // bodies of one figure are not collected in the middle of the next
}
console.log(`\n${formatRows(rows).join('\n')}`)
const missed = rows.filter(({ ok }) => !ok).length
console.log(`\n${rows.filter(({ asked }) => asked).length - missed} reached, ${missed} missed`)
process.exitCode = missed > 0 ? 1 : 0
