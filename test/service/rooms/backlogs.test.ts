/** The unread bytes of all peers: of one client, those go that read least, and none of another. */
import { expect, it } from 'vitest'
import { Account } from '../../../core/service/account/account.ts'
import { holdings } from '../../../core/service/account/holdings.ts'
import { type Backlog, Backlogs } from '../../../core/service/rooms/backlogs.ts'

const half = holdings.backlogs.limit / 2
const large = half / 4
/** A little below it: the first bytes of further connections have a place beside. */
const most = large - 2 ** 16

function createBacklogs() {
  const account = new Account({ answerBytes: 1, jobLimit: 1, cacheBytes: 1, fileBytes: 1 })
  const backlogs = new Backlogs(account)
  const cuts: string[] = []
  const open = (name: string, client = 'a class'): Backlog => {
    const backlog = backlogs.open(client, () => {
      cuts.push(name)
      backlog.release()
    })
    return backlog
  }
  return { ledger: account.of('backlogs'), open, cuts }
}

it('cuts the connection of a client that has left most unread for one that reads', () => {
  const { ledger, open, cuts } = createBacklogs()
  const slow = ['a', 'b', 'c', 'd'].map((name) => open(name))
  for (const [i, backlog] of slow.entries()) expect(backlog.resize(most - (i === 2 ? 0 : 16_384))).toBe(true)
  const reader = open('reader')
  expect(reader.resize(600_000)).toBe(true)
  expect(cuts).toEqual(['c'])
  expect(ledger.held).toBeLessThanOrEqual(half)
})

it('refuses more to a connection that has left most unread itself', () => {
  const { ledger, open, cuts } = createBacklogs()
  const slow = ['a', 'b', 'c', 'd'].map((name) => open(name))
  for (const backlog of slow) expect(backlog.resize(most)).toBe(true)
  const before = ledger.held
  expect(slow[0]?.resize(2 * large)).toBe(false)
  expect([ledger.held, cuts]).toEqual([before, []])
})

it('cuts none of a client for another one, which has a place still', () => {
  const { ledger, open, cuts } = createBacklogs()
  for (const name of ['a', 'b', 'c', 'd']) open(name).resize(most)
  expect(open('other', 'other').resize(large)).toBe(true)
  expect(cuts).toEqual([])
  expect(ledger.of('other')).toBeGreaterThanOrEqual(large)
})

it('takes in steps, and gives all back once', () => {
  const { ledger, open } = createBacklogs()
  const backlog = open('a')
  const first = ledger.held
  backlog.resize(first)
  expect(ledger.held).toBe(first)
  backlog.resize(first + 1)
  expect(ledger.held).toBe(2 * first)
  backlog.resize(0)
  expect(ledger.held).toBe(first)
  backlog.release()
  backlog.release()
  expect([ledger.held, ledger.clients]).toEqual([0, 0])
})
