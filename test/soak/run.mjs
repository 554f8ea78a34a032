/**
 * `npm run soak [--requests N] [--minutes N]`: soaks a host, prints a table, exits 1 when something is wrong.
 * `npm run soak group [--minutes N]`: a group of hosts, to which everything happens that may.
 * `npm run soak -- group --rounds N`: rooms of a group through each fault N times; prints a table.
 */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { soak } from './soak.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    requests: { type: 'string', default: '100000' },
    minutes: { type: 'string', default: '30' },
    rounds: { type: 'string' },
  },
})
const [requests, minutes, rounds] = [values.requests, values.minutes, values.rounds ?? 1].map(Number)
if (!(requests >= 100 && minutes > 0 && rounds >= 1)) {
  process.stderr.write('--requests must be at least 100, --minutes above 0, and --rounds at least 1.\n')
  process.exit(2)
}
if (positionals.includes('group')) {
  const options = ['--config', 'test/vitest.config.ts', '--root', '.', '--project', 'long']
  const isByFault = values.rounds !== undefined
  const file = isByFault ? 'test/group/faults/every-fault.test.ts' : 'test/soak/group.test.ts'
  const args = ['vitest', 'run', ...options, '--reporter', 'verbose', file]
  const env = { ...process.env, ...(isByFault ? { SOAK_ROUNDS: rounds } : { SOAK_MINUTES: minutes }) }
  process.exit(spawnSync('npx', args, { env, stdio: 'inherit' }).status ?? 1)
}
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
