/** The standing of a host that does not reach Redis, by what the others say; time is passed by hand. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { MemberAnswer } from '../../../core/group/members/ask-member.ts'
import { Standing } from '../../../core/group/members/standing.ts'

type Said = Exclude<MemberAnswer['kind'], 'refused'>

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function open(said: Said[]) {
  let [now, asked] = [0, 0]
  const listeners: ((isAway: boolean) => void)[] = []
  const reachability = {
    isAway: false,
    onChange: (listener: (isAway: boolean) => void) => void listeners.push(listener),
  }
  const changes: string[] = []
  const standing: Standing = new Standing({
    reachability,
    findOthers: () => said.map((_, i) => String(i)),
    ask: async (address) => {
      asked++
      return { kind: said[Number(address)] ?? 'gone' }
    },
    onChange: () => void changes.push(standing.isLost ? 'lost' : standing.isAlone ? 'alone' : 'waits'),
    clock: () => now,
  })
  const pass = async (milliseconds: number): Promise<void> => {
    now += milliseconds
    await vi.advanceTimersByTimeAsync(milliseconds)
    await nextTurn()
  }
  const turn = async (isAway: boolean): Promise<void> => {
    reachability.isAway = isAway
    for (const listener of listeners) listener(isAway)
    await nextTurn()
  }
  return { standing, changes, pass, turn, countAsked: () => asked }
}

it('is alone at once where it is the only host', async () => {
  const { changes, turn } = open([])
  await turn(true)
  await turn(false)
  expect(changes).toEqual(['alone', 'waits'])
})

it.each<[Said, Said]>([
  ['lost', 'lost'],
  ['lost', 'gone'],
])('is alone when no other reaches Redis: %s, %s', async (...said) => {
  const { standing, turn } = open(said)
  await turn(true)
  expect([standing.isAlone, standing.isLost]).toEqual([true, false])
})

it.each<[Said, Said]>([
  ['reaches', 'lost'],
  ['silent', 'lost'],
])(
  'waits while another may reach Redis, and is lost when the others have its rooms: %s, %s',
  async (...said) => {
    const { standing, turn, pass } = open(said)
    await turn(true)
    for (let i = 0; i < 15; i++) {
      expect([standing.isAlone, standing.isLost]).toEqual([false, false])
      await pass(250)
    }
    await pass(250)
    await pass(250)
    expect([standing.isAlone, standing.isLost]).toEqual([false, true])
    await turn(false)
    expect([standing.isAlone, standing.isLost]).toEqual([false, false])
  },
)

it('is lost only after as long again where it was alone between, and asks on', async () => {
  const said: Said[] = ['lost']
  const { changes, turn, pass, countAsked } = open(said)
  await turn(true)
  await pass(1000)
  said[0] = 'reaches'
  for (let i = 0; i < 6; i++) await pass(1000)
  said[0] = 'lost'
  await pass(1000)
  expect(changes).toEqual(['waits', 'alone', 'waits', 'lost', 'alone'])
  const asked = countAsked()
  await turn(false)
  await pass(5000)
  expect(countAsked()).toBe(asked)
})

it('is not lost by a cut that is over before the answer', async () => {
  const { changes, turn, pass } = open(['reaches'])
  for (let i = 0; i < 20; i++) {
    await turn(true)
    await pass(500)
    await turn(false)
  }
  expect(changes).not.toContain('lost')
})
