/** `npm run soak`: soaks a host, or a group; `--help` tells how. Prints a table, exits 1 when something is wrong. */
import { spawnSync } from 'node:child_process'
import { help, readSoakOptions } from './options.mjs'
import { soak } from './soak.mjs'

const options = readSoakOptions(process.argv.slice(2))
if (options.kind === 'help') {
  process.stdout.write(help)
  process.exit(0)
}
if (options.kind === 'refused') {
  process.stderr.write(`${options.detail}; \`npm run soak -- --help\` tells what it takes.\n`)
  process.exit(2)
}
if (options.kind !== 'host') {
  const fixed = ['--config', 'test/vitest.config.ts', '--root', '.', '--project', 'long']
  const isByFault = options.kind === 'faults'
  const file = isByFault ? 'test/group/faults/every-fault.test.ts' : 'test/soak/group.test.ts'
  const args = ['vitest', 'run', ...fixed, '--reporter', 'verbose', file]
  const asked = isByFault
    ? { SOAK_ROUNDS: options.rounds, SOAK_FAULTS: options.faults.join('\n') }
    : { SOAK_MINUTES: options.minutes }
  process.exit(spawnSync('npx', args, { env: { ...process.env, ...asked }, stdio: 'inherit' }).status ?? 1)
}
const { requests, minutes } = options
const every = Math.max(1000, requests / 20)
const report = await soak({ requests, minutes }, (sent, counts) => {
  if (sent % every === 0) process.stdout.write(`${sent} requests, ${toList(counts)}\n`)
})
process.stdout.write(`\n${toTable(report.rows)}\n`)
for (const fault of report.faults.slice(0, 20)) process.stdout.write(`WRONG ${fault}\n`)
const grown = report.rows.filter(({ isFlat }) => !isFlat).map(({ name }) => name)
const verdict = grown.length > 0 ? `grown: ${grown.join(', ')}` : 'all flat'
process.stdout.write(`${report.sent} requests in ${report.seconds.toFixed(0)} s, ${toList(report.acts)}\n`)
process.stdout.write(`answers: ${toList(report.statuses)}; ${report.faults.length} wrong; ${verdict}\n`)
process.exitCode = report.faults.length > 0 || grown.length > 0 ? 1 : 0

function toList(counts) {
  const sorted = [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
  return sorted.map(([name, count]) => `${name} ${count}`).join(', ')
}

function toTable(rows) {
  const lines = rows.map(
    ({ name, before, after, most, isFlat }) =>
      [name.padEnd(28), before, after, most].map((cell) => String(cell).padStart(10)).join('  ') +
      (isFlat ? '' : '  GROWN'),
  )
  return [['held'.padEnd(28), '    before', '     after', '   at most'].join('  '), ...lines].join('\n')
}
