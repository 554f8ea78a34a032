/** The command line of `npm run soak`: its help, and its options once they are checked. */
import { parseArgs } from 'node:util'

/** The help, as `--help` prints it. */
export const help = `npm run soak -- [options]
  Sends a host requests of all kinds at once, and compares what it holds with what it held before.
  --requests N   so many requests, at least 100 (100000)
  --minutes N    ends it after that time, as a failure where requests are left (30)

npm run soak -- group [--minutes N]
  The same to a group of hosts, to which everything happens that may. It needs redis-server.

npm run soak -- group --rounds N [--fault TEXT]...
  Rooms of three hosts go through each fault N times; prints a table. It needs redis-server.
  --fault TEXT   those alone that have TEXT in their names, such as "cut"; another TEXT lists all names

It exits with 1 when something was wrong, has grown or was lost, and with 2 when an option is wrong.
`

/**
 * Returns `{ kind: 'help' }`, `{ kind: 'refused', detail }`, or what is to be done: `{ kind: 'host', requests,
 * minutes }`, `{ kind: 'group', minutes }` or `{ kind: 'faults', rounds, faults }`.
 */
export function readSoakOptions(args) {
  const found = parse(args)
  if (found.detail !== undefined) return { kind: 'refused', detail: found.detail }
  const { values, positionals } = found
  if (values.help) return { kind: 'help' }
  const [requests, minutes, rounds] = [values.requests, values.minutes, values.rounds].map(Number)
  const wrong = [
    positionals.some((word) => word !== 'group') &&
      `the only word it takes is group (got ${positionals.join(' ')})`,
    !(requests >= 100) && `--requests must be at least 100 (got ${values.requests})`,
    !(minutes > 0) && `--minutes must be above 0 (got ${values.minutes})`,
    values.rounds !== undefined && !(rounds >= 1) && `--rounds must be at least 1 (got ${values.rounds})`,
    values.rounds !== undefined && positionals.length === 0 && '--rounds is of a group: group --rounds N',
    values.fault && values.rounds === undefined && '--fault goes with group --rounds N',
  ].find(Boolean)
  if (wrong) return { kind: 'refused', detail: wrong }
  if (values.rounds !== undefined) return { kind: 'faults', rounds, faults: values.fault ?? [] }
  return positionals.length > 0 ? { kind: 'group', minutes } : { kind: 'host', requests, minutes }
}

function parse(args) {
  const options = {
    help: { type: 'boolean', short: 'h' },
    requests: { type: 'string', default: '100000' },
    minutes: { type: 'string', default: '30' },
    rounds: { type: 'string' },
    fault: { type: 'string', multiple: true },
  }
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    return { detail: error.message }
  }
}
