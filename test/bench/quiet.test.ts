/** When a machine counts as busy, on numbers made by hand. */
import { describe, expect, it } from 'vitest'

const quiet = await import(new URL('quiet.mjs', import.meta.url).href)

describe('a machine', () => {
  const before = { duration: 20, total: 5000, others: 700 }
  const judge = (change: object, least = 20): { isBusy: boolean; text: string } =>
    quiet.judgeMachine(before, { ...before, total: 6000, ...change }, least)

  it('is quiet when nobody else kept it busy', () => {
    expect(judge({})).toEqual({
      isBusy: false,
      text: 'the machine was quiet: others took 0 % of it, fixed work 1.00 × its shortest time',
    })
  })

  it('is busy when others took more than a tenth of it', () => {
    expect(judge({ others: 799 }).isBusy).toBe(false)
    expect(judge({ others: 801 })).toMatchObject({
      isBusy: true,
      text: expect.stringContaining('others took 10 %'),
    })
  })

  it('is busy when fixed work took longer before or after, as with a neighbour that is not seen', () => {
    expect(judge({ duration: 25 }).isBusy).toBe(false)
    expect(judge({ duration: 27 }).isBusy).toBe(true)
    expect(judge({ duration: 14 }, 14).isBusy).toBe(true)
  })

  it('is judged by the work alone where the system counts nothing', () => {
    const nothing = { total: 0, others: 0 }
    expect(quiet.judgeMachine({ duration: 20, ...nothing }, { duration: 20, ...nothing }, 20).isBusy).toBe(
      false,
    )
    expect(quiet.judgeMachine({ duration: 20, ...nothing }, { duration: 40, ...nothing }, 20).isBusy).toBe(
      true,
    )
  })
})

it('reads the ticks of all cores: user, nice, system, idle, iowait, irq, softirq, steal, and guests in the first two', () => {
  const text = 'cpu  10 20 30 400 50 6 7 8 9 9\ncpu0 5 10 15 200 25 3 3 4 4 4\n'
  expect(quiet.parseTicks(text)).toEqual({ total: 531, unassigned: 21 })
})

it('sums the ticks of all but a process and its children, whatever their names, with what they have ended', () => {
  const toStat = (name: string, parent: number, ticks: string): string =>
    `7 (${name}) S ${parent} 1 1 0 -1 4194304 100 0 0 0 ${ticks} 20 0 1 0 12345`
  const processes = new Map(
    [
      [7, toStat('bench', 1, '1 2 3 4')],
      [8, toStat('a ) S 1 b', 7, '10 20 30 40')],
      [9, toStat('host', 8, '100 200 300 400')],
      [10, toStat('other', 1, '5 5 5 5')],
    ].map(([id, text]) => [id, quiet.parseProcess(text)]),
  )
  expect(quiet.sumOthers(processes, 8)).toBe(30)
  expect(quiet.sumOthers(processes, 7)).toBe(20)
})
