/** The fair queue: turns, its limit, and the ways to leave it. */
import { describe, expect, it } from 'vitest'
import { SpecimenError } from '../../../core/contract/domain/errors.ts'
import { isRoomAhead, toRoomAhead } from '../../../core/contract/domain/invocation.ts'
import { RunQueue, type Waiting } from '../../../core/engine/run/run-queue.ts'
import { fc } from '../../support/seeded-fast-check.ts'

interface Run extends Waiting {
  readonly name: string
}

const busyError = (): SpecimenError => new SpecimenError('host.busy', 'full')

function createQueue(limit: number): RunQueue<Run, string> {
  return new RunQueue({ limit, busyError })
}

function toRun(roomId: string, name: string, signal = new AbortController().signal): Run {
  return {
    roomId,
    name,
    signal,
    cancelledError: () => new SpecimenError('run.cancelled', 'left'),
    onQueued: () => {},
  }
}

/** Returns what becomes of a wait: what its turn gave it, or the code of its refusal. */
async function settle(wait: Promise<string>): Promise<string> {
  return await wait.catch((error: SpecimenError) => error.code)
}

describe('turns', () => {
  it('go round the rooms, and keep the order within each', async () => {
    const queue = createQueue(10)
    const waits = ['a', 'a', 'b', 'a', 'c'].map((room, i) => queue.wait(toRun(room, `${room}${i}`)))
    const order: string[] = []
    for (let turn = 0; queue.size > 0; turn++) {
      const next = queue.find()?.name
      queue.grant(({ name }) => {
        expect(name).toBe(next)
        order.push(name)
        return `turn ${turn}`
      })
    }
    expect(order).toEqual(['a0', 'b2', 'c4', 'a1', 'a3'])
    expect(await Promise.all(waits)).toEqual(['turn 0', 'turn 3', 'turn 1', 'turn 4', 'turn 2'])
    expect(queue.find()).toBeUndefined()
  })

  it('go round the callers first, however many rooms one of them uses', async () => {
    const queue = createQueue(10)
    const runs = ['a1', 'a2', 'a3', 'b1', 'a1', 'b1'].map((room, i) => ({
      ...toRun(room, `${room}:${i}`),
      caller: room.slice(0, 1),
    }))
    for (const run of runs) void queue.wait(run)
    const order: string[] = []
    while (queue.size > 0) queue.grant(({ name }) => order.push(name).toString())
    expect(order).toEqual(['a1:0', 'b1:3', 'a2:1', 'b1:5', 'a3:2', 'a1:4'])
  })

  it('give runs ahead of their use none while another waits', async () => {
    const queue = createQueue(10)
    const rooms = [toRoomAhead('lab', '1'), 'lab', toRoomAhead('lab', '2'), 'hall', 'lab']
    const runs = rooms.map((room, i) => ({ ...toRun(room, `${i}`), caller: i < 3 ? 'a' : 'b' }))
    for (const run of runs) void queue.wait(run)
    const order: string[] = []
    while (queue.size > 0) queue.grant(({ name }) => order.push(name).toString())
    expect(order).toEqual(['1', '3', '4', '0', '2'])
  })

  it('pass over runs that do not fit, which keep their places', async () => {
    const queue = createQueue(10)
    const waits = ['a', 'b', 'a'].map((room, i) => queue.wait(toRun(room, `${room}${i}`)))
    const grant = (fits: (room: string) => boolean): boolean =>
      queue.grant(
        ({ name }) => name,
        ({ roomId }) => fits(roomId),
      )
    expect(grant((room) => room === 'b')).toBe(true)
    expect(await waits[1]).toBe('b1')
    expect([queue.size, queue.find()?.name]).toEqual([2, 'a0'])
    expect(grant(() => false)).toBe(false)
    expect([queue.size, queue.find()?.name]).toEqual([2, 'a0'])
    expect([grant(() => true), grant(() => true), grant(() => true)]).toEqual([true, true, false])
    expect(await Promise.all(waits)).toEqual(['a0', 'b1', 'a2'])
  })

  it('find the run out of the queue already', async () => {
    const queue = createQueue(1)
    const wait = queue.wait(toRun('a', 'f'))
    queue.grant(() => `${queue.size} left`)
    expect(await wait).toBe('0 left')
  })

  it('pass unused when no run waits', () => {
    const queue = createQueue(1)
    expect(queue.grant(() => expect.fail('there is nobody'))).toBe(false)
    queue.refuse(new SpecimenError('host.stopping', 'stopping'))
    expect(queue.size).toBe(0)
  })
})

describe('a full queue', () => {
  it('refuses one more at once, and does not call it queued', async () => {
    const queue = createQueue(2)
    const queued: string[] = []
    const wait = (name: string) =>
      settle(queue.wait({ ...toRun('a', name), onQueued: () => queued.push(name) }))
    void wait('first')
    void wait('second')
    expect(await wait('third')).toBe('host.busy')
    expect([queued, queue.size]).toEqual([['first', 'second'], 2])
  })

  it('has room again for each that leaves, is refused or has its turn', async () => {
    const queue = createQueue(1)
    const leaving = new AbortController()
    const first = settle(queue.wait(toRun('a', 'first', leaving.signal)))
    leaving.abort()
    expect([await first, queue.size]).toEqual(['run.cancelled', 0])
    const second = settle(queue.wait(toRun('a', 'second')))
    queue.refuse(new SpecimenError('internal', 'no process'))
    expect([await second, queue.size]).toEqual(['internal', 0])
    const third = settle(queue.wait(toRun('a', 'third')))
    queue.grant(() => 'turn')
    expect([await third, queue.size]).toEqual(['turn', 0])
  })
})

describe('a queue that one caller has filled', () => {
  const ask = (queue: RunQueue<Run, string>, caller: string, count: number) =>
    Array.from({ length: count }, (_, i) => settle(queue.wait({ ...toRun('r', `${caller}${i}`), caller })))

  it('still takes as many runs of another as are its share', async () => {
    const queue = createQueue(6)
    ask(queue, 'greedy', 8)
    expect(queue.size).toBe(6)
    ask(queue, 'b', 8)
    expect(queue.size).toBe(6 + 3)
    ask(queue, 'c', 8)
    expect(queue.size).toBe(6 + 3 + 2)
    ask(queue, 'greedy', 1)
    expect(queue.size).toBe(6 + 3 + 2)
  })

  it('takes one of each, of however many callers', async () => {
    const queue = createQueue(1)
    for (let caller = 0; caller < 50; caller++) ask(queue, `${caller}`, 2)
    expect(queue.size).toBe(50)
  })

  it('takes nothing when nothing may wait', async () => {
    const queue = createQueue(0)
    expect(await ask(queue, 'a', 1)[0]).toBe('host.busy')
  })

  it('serves the callers in turn', async () => {
    const queue = createQueue(4)
    const [, , last] = ask(queue, 'greedy', 4)
    const [only] = ask(queue, 'b', 1)
    for (let turn = 0; turn < 2; turn++) queue.grant(({ name }) => name)
    expect([await only, queue.size]).toEqual(['b0', 3])
    queue.refuseAll(new SpecimenError('host.stopping', 'stopping'))
    expect(await last).toBe('host.stopping')
  })
})

it('gives the next turn to who has used least, of callers and then of the rooms of one', async () => {
  const spent: { [name: string]: number } = { a: 5, b: 1, 'b x': 3, 'b y': 2 }
  const toSpent = (caller: string, room?: string) => spent[room ? `${caller} ${room}` : caller] ?? 0
  const queue = new RunQueue<Run, void>({ limit: 10, busyError, toSpent })
  const runs = ['a x', 'b x', 'b y', 'c x'].map((name) => {
    const [caller = '', room = ''] = name.split(' ')
    return { ...toRun(room, name), caller }
  })
  for (const run of runs) void queue.wait(run)
  const order: string[] = []
  const give = ({ name }: Run): void => void order.push(name)
  while (queue.grant(give));
  expect(order).toEqual(['c x', 'b y', 'b x', 'a x'])
})

it('takes out a run that leaves from the middle of its room, and no other', async () => {
  const queue = createQueue(10)
  const leaving = new AbortController()
  const waits = [
    queue.wait(toRun('a', 'first')),
    queue.wait(toRun('a', 'second', leaving.signal)),
    queue.wait(toRun('a', 'third')),
  ].map(settle)
  leaving.abort()
  while (queue.size > 0) queue.grant(({ name }) => name)
  expect(await Promise.all(waits)).toEqual(['first', 'run.cancelled', 'third'])
})

it('lets a run go on that has had its turn when its signal aborts', async () => {
  const queue = createQueue(1)
  const leaving = new AbortController()
  const wait = queue.wait(toRun('a', 'first', leaving.signal))
  queue.grant(() => 'turn')
  const next = queue.wait(toRun('a', 'next'))
  leaving.abort()
  expect([await wait, queue.size]).toEqual(['turn', 1])
  queue.grant(() => 'turn')
  expect(await next).toBe('turn')
})

it('refuses everybody when it is emptied', async () => {
  const queue = createQueue(10)
  const waits = ['a', 'b', 'a'].map((room) => settle(queue.wait(toRun(room, room))))
  queue.refuseAll(new SpecimenError('host.stopping', 'stopping'))
  expect([...(await Promise.all(waits)), queue.size]).toEqual([
    'host.stopping',
    'host.stopping',
    'host.stopping',
    0,
  ])
})

describe('places', () => {
  const caller = fc.constantFrom('ada', 'bob', 'eve')
  const room = fc.constantFrom('r1', 'r2', toRoomAhead('r1', 'v'))

  it('of few that wait are those in which they get their turns', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(caller, room), { minLength: 1, maxLength: 15 }), (asked) => {
        const queue = createQueue(100)
        const counts = new Map<string, () => number>()
        for (const [i, [caller, roomId]] of asked.entries()) {
          const name = String(i)
          const onQueued = (count: () => number): void => void counts.set(name, count)
          void queue.wait({ ...toRun(roomId, name), caller, onQueued })
        }
        const shown = [...counts].map(([name, count]) => [count(), name] as const).sort(([a], [b]) => a - b)
        const granted: string[] = []
        while (queue.size > 0) queue.grant(({ name }) => String(granted.push(name)))
        expect(shown.map(([place]) => place)).toEqual(granted.map((_, i) => i))
        // What is computed ahead comes after all others, in an order that their turns change.
        const others = asked.filter(([, roomId]) => !isRoomAhead(roomId)).length
        expect(shown.slice(0, others).map(([, name]) => name)).toEqual(granted.slice(0, others))
      }),
    )
  })

  it('of many cost each change a few steps, however often they are asked for, and are never too high', () => {
    const most = 2000
    let orders = 0
    const toSpent = (): number => {
      orders++
      return 0
    }
    const queue = new RunQueue<Run, string>({ limit: 2 * most, busyError, toSpent })
    const counts: (() => number)[] = []
    for (let i = 0; i < most; i++) {
      const onQueued = (count: () => number): void => void counts.push(count)
      void queue.wait({ ...toRun('a room', `${i}`), caller: i % 2 === 0 ? 'ada' : 'bob', onQueued })
    }
    expect(counts.map((count) => count())).toEqual(counts.map((_, i) => i))
    orders = 0
    for (let left = most; left > most / 2; left--) {
      const first = most - left
      queue.grant(
        ({ name }) => name,
        ({ name }) => Number(name) === first,
      )
      const places = counts.slice(first + 1, first + 50).map((count) => count())
      expect(Math.max(...places)).toBeLessThan(left - 1)
    }
    // Two callers are compared once for each order; the turns order them, too.
    expect(orders).toBeLessThan(2 * (most / 2) + 2 * 50)
  })
})
