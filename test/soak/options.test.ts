/** What `npm run soak` takes, and what it says to the rest. */
import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { faults, findFaults } from '../group/faults/fault-table.ts'

const { readSoakOptions, help } = await import(new URL('options.mjs', import.meta.url).href)
const command = new URL('run.mjs', import.meta.url).pathname

describe('npm run soak', () => {
  it('tells with --help all that it takes', () => {
    expect(execFileSync(process.execPath, [command, '--help'], { encoding: 'utf8' })).toBe(help)
    for (const flag of ['--requests', '--minutes', '--rounds', '--fault']) expect(help).toContain(flag)
  })

  it.each([
    [[], { kind: 'host', requests: 100_000, minutes: 30 }],
    [['--requests', '500', '--minutes', '2'], { kind: 'host', requests: 500, minutes: 2 }],
    [['group', '--minutes', '2'], { kind: 'group', minutes: 2 }],
    [['group', '--rounds', '3'], { kind: 'faults', rounds: 3, faults: [] }],
    [
      ['group', '--rounds', '3', '--fault', 'cut', '--fault', 'killed'],
      { kind: 'faults', rounds: 3, faults: ['cut', 'killed'] },
    ],
    [['--help', '--requests', '1'], { kind: 'help' }],
  ])('takes %j', (args, wanted) => {
    expect(readSoakOptions(args)).toEqual(wanted)
  })

  it.each([
    [['--requests', '99'], '--requests must be at least 100 (got 99)'],
    [['--minutes', 'x'], '--minutes must be above 0 (got x)'],
    [['group', '--rounds', '0'], '--rounds must be at least 1 (got 0)'],
    [['--rounds', '2'], '--rounds is of a group'],
    [['group', '--fault', 'cut'], '--fault goes with group --rounds N'],
    [['grp'], 'the only word it takes is group (got grp)'],
    [['--round', '2'], "Unknown option '--round'"],
  ])('refuses %j in words', (args, detail) => {
    expect(readSoakOptions(args)).toEqual({ kind: 'refused', detail: expect.stringContaining(detail) })
  })

  it('goes through the faults that are asked for, and knows no others', () => {
    expect(findFaults([])).toEqual(Object.keys(faults))
    expect(findFaults(['are cut', 'killed'])).toEqual([
      'the owner is killed',
      'all connections to Redis are cut',
    ])
    expect(() => findFaults(['flood'])).toThrow(
      'No fault has "flood" in its name; there are: nothing happens;',
    )
  })
})
