/** What the drawer shows after some entries, and what of them is new to a page. */
import { describe, expect, it } from 'vitest'
import type { DevEntry, DevEvent } from '../../../core/contract/domain/dev-event.ts'
import {
  addEntry,
  type DevState,
  findPlace,
  findServed,
  initialState,
  isOwnFrame,
} from '../../../core/viewer/dev/dev-state.ts'

const toEntries = (events: readonly DevEvent[], first = 1): DevEntry[] =>
  events.map((event, i) => ({ ...event, seq: first + i, ts: 0 }))
const reduce = (...events: DevEvent[]): DevState => toEntries(events).reduce(addEntry, initialState)
const failure = (name: string): DevEvent => ({
  kind: 'failure',
  function: name,
  message: `${name} failed`,
  params: '{}',
  stack: '',
})
const served = (...functions: string[]): DevEvent => ({ kind: 'served', functions, milliseconds: 1 })
const output = (text: string): DevEvent => ({ kind: 'output', function: 'wave', text })

describe('the state of the drawer', () => {
  it('has the newest problems and faults only', () => {
    const before = reduce({ kind: 'problems', problems: [], more: 3 }, { kind: 'faults', faults: ['a'] })
    expect([before.more, before.faults]).toEqual([3, ['a']])
    const [problems, faults] = toEntries([
      { kind: 'problems', problems: [], more: 0 },
      { kind: 'faults', faults: [] },
    ])
    const after = [problems, faults].reduce<DevState>(
      (state, entry) => (entry ? addEntry(state, entry) : state),
      before,
    )
    expect([after.more, after.faults]).toEqual([0, []])
  })

  it('forgets failures of functions that were built again, and no others', () => {
    const { failures } = reduce(failure('one'), failure('two'), served('one'))
    expect(failures.map(({ message }) => message)).toEqual(['two failed'])
  })

  it('keeps the last failures and lines', () => {
    const many = Array.from({ length: 1000 }, (_, i) => i)
    const state = reduce(...many.flatMap((i) => [output(String(i)), failure(String(i))]))
    expect([state.output.length, state.output.at(-1)?.text]).toEqual([300, '999'])
    expect([state.failures.length, state.failures[0]?.function]).toEqual([20, '999'])
  })
})

describe('what was served since a page was sent', () => {
  const known = { feed: 'one', seq: 2 }
  const answer = (entries: readonly DevEntry[], more: object = {}) => ({
    feed: 'one',
    entries,
    missed: false,
    ...more,
  })

  it('is nothing when it was before the page, or something else has happened', () => {
    expect(findServed(known, answer(toEntries([served('a'), served('b')])))).toBeNull()
    expect(findServed(known, answer(toEntries([output('a')], 3)))).toBeNull()
  })

  it('is each function once, and none where a plugin has only gone', () => {
    expect(findServed(known, answer(toEntries([served('a'), served('b', 'a')], 3)))).toEqual(['a', 'b'])
    expect(findServed(known, answer(toEntries([served()], 3)))).toEqual([])
  })

  it('may be anything after another start of the command, or a long sleep', () => {
    expect(findServed(known, answer([], { feed: 'two' }))).toBe('any')
    expect(findServed(known, answer([], { missed: true }))).toBe('any')
  })
})

describe('places in a stack', () => {
  const stack = `RangeError: no
    at check (node_modules/lib/check.ts:1:2)
    at wave (plugins/wave/index.ts:5:23)
    at plugins/wave/index.ts:9:1
    at node:internal/process:1:1`

  it('are those in sources of one’s own', () => {
    expect(stack.split('\n').map(isOwnFrame)).toEqual([false, false, true, true, false])
    expect(findPlace(stack)).toBe('plugins/wave/index.ts:5:23')
    expect(findPlace('Error: at wave (a.ts:1:2)')).toBeNull()
  })
})
