/**
 * Rooms of three hosts through every fault of hosts and Redis that was ever tried, while programs and agents ask:
 * their peers, at any hosts, end with the same values, progress and results, and have lost no change that was
 * acknowledged. Once each in `npm run test:long`; `npm run soak -- group --rounds N` does each N times, or those
 * of `--fault`, and prints a table.
 */
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testMilliseconds } from '../../support/limits.ts'
import { isRedisOwn, redisMissing, startRedis, type TestRedis } from '../../support/redis.ts'
import { readOwner } from '../rooms/read-owner.ts'
import { plain, readTag } from './fault-group.ts'
import { FaultyGroup, faults, findFaults, resultTag } from './fault-table.ts'
import { SteadyAgent } from './steady-agent.ts'
import { SteadyPeer } from './steady-peer.ts'

const rounds = Number(process.env.SOAK_ROUNDS ?? 0)
/** Texts of names of faults, one a line; none for all. */
const asked = (process.env.SOAK_FAULTS ?? '').split('\n').filter((text) => text !== '')
const hostCount = 3
const roomNames = ['lab', 'ward', 'study']
/** Milliseconds for which a fault lasts: Redis counts as away after two seconds. */
const hold = rounds > 0 ? 5000 : 2200
/** Milliseconds between two changes of a peer. */
const changePause = 100
/** Codes with which a host may refuse a call for the moment. */
const passing = ['group.away', 'host.busy', 'host.stopping', 'result.lost', 'worker.lost']
const longRun = 60_000

interface FaultRoom {
  readonly name: string
  readonly peers: readonly SteadyPeer[]
  /** For each peer the last number that was acknowledged to it. */
  readonly kept: number[]
}

/** One fault, as it was measured. */
interface Measured {
  readonly fault: string
  readonly rounds: number
  readonly views: number
  readonly changes: number
  readonly answers: string
  readonly 'longest change, ms': number
  readonly 'settled after, ms': number
}

describe.skipIf(redisMissing !== undefined || !isRedisOwn)('rooms of a group', () => {
  let redis: TestRedis
  let group: FaultyGroup
  let rooms: readonly FaultRoom[]
  let labels = 0
  const table: Measured[] = []

  beforeAll(async () => {
    redis = await startRedis([
      ...['--appendonly', 'yes', '--appendfsync', 'always', '--enable-debug-command', 'yes'],
    ])
    group = new FaultyGroup(redis, hold, async () => await readOwner(redis, roomNames[0] ?? ''))
    for (let i = 0; i < hostCount; i++) await group.add()
    let turn = 0
    const pickUrl = (): string => group.urls[turn++ % group.urls.length] ?? ''
    rooms = roomNames.map((name) => ({
      name,
      peers: ['ada', 'bob', 'eve'].map((key) => new SteadyPeer({ room: name, key, pickUrl })),
      kept: [0, 0, 0],
    }))
    for (const { peers } of rooms) await peers[0]?.insist({ 'views/1/specimen': 'timed' })
  })
  afterAll(async () => {
    for (const { peers } of rooms) for (const peer of peers) peer.close()
    await group.close()
    await redis.close()
    if (rounds > 0) console.table(table)
  })

  /** Changes a view by all its peers until the fault is over. */
  const change = async ({ peers, kept }: FaultRoom, isOver: () => boolean): Promise<number> => {
    let count = 0
    const changing = peers.map(async (peer, i) => {
      for (let next = (kept[i] ?? 0) + 1; !isOver(); next++) {
        const params = { 'views/1/params/label': ++labels, 'views/1/params/milliseconds': 100 * (next % 4) }
        const isKept = await peer.set({ [`views/1/display/of${i}`]: next, ...(i === 0 && params) })
        if (isKept !== undefined) {
          kept[i] = next
          count++
        }
        await setTimeout(changePause)
      }
    })
    await Promise.all(changing)
    return count
  }

  /** Asks all hosts for results until the fault is over; each answer is right, or a declared refusal. */
  const ask = async (isOver: () => boolean, answers: string[]): Promise<void> => {
    for (let i = 0; !isOver(); i++) {
      const url = group.urls[i % group.urls.length]
      const label = ++labels
      const params = JSON.stringify({ label, milliseconds: 50 })
      const query = new URLSearchParams({ room_id: `call ${label % 5}`, params })
      const path = `/api/specimens/timed/data?${query}`
      const answer = await fetch(`${url}${path}`, { headers: plain }).catch((error) => {
        if (error instanceof TypeError) return undefined // its host was killed
        throw error
      })
      if (!answer) answers.push('cut off')
      else if (answer.status === 200) {
        const tag = await readTag(answer, label).catch((error) => {
          if (error instanceof TypeError) return undefined
          throw error
        })
        if (tag !== undefined) expect(tag).toBe(resultTag)
        answers.push(tag === undefined ? 'cut off' : 'right')
      } else {
        const { code } = await answer.json()
        expect(code).toBeOneOf(passing)
        answers.push(code)
      }
      await setTimeout(changePause)
    }
  }

  /** As {@link ask}, of an agent. */
  const askAsAgent = async (isOver: () => boolean, answers: string[]): Promise<void> => {
    const agent = new SteadyAgent()
    for (let i = 0; !isOver(); i++) {
      const answer = await agent.call(group.urls[i % group.urls.length] ?? '', ++labels)
      expect(answer).toBeOneOf([...passing, 'right', 'cut off', 'no session', 'session.unknown'])
      answers.push(`agent: ${answer}`)
      await setTimeout(changePause)
    }
  }

  /** Starts a job before the fault, which it must outlive with the data of Redis. */
  const startJob = async (): Promise<{ readonly id: string; readonly label: number }> => {
    const label = ++labels
    const body = JSON.stringify({ room_id: `job ${label % 5}`, params: { label, milliseconds: 1000 } })
    const headers = { 'content-type': 'application/json' }
    for (;;) {
      const answer = await fetch(`${group.urls[0]}/api/specimens/timed/start`, {
        method: 'POST',
        headers,
        body,
      })
      const { job_id, code } = await answer.json()
      if (answer.status === 200) return { id: job_id, label }
      expect(code).toBeOneOf(passing)
      await setTimeout(changePause)
    }
  }
  const settleJob = async ({ id, label }: Awaited<ReturnType<typeof startJob>>): Promise<void> => {
    const read = async (): Promise<string> => {
      const answer = await fetch(`${group.urls[0]}/api/jobs/${id}/progress`)
      const { status, code, error } = await answer.json()
      if (code === 'job.unknown' && group.isEmptied) return 'done'
      if (answer.status !== 200) return code
      if (status !== 'done') return `${status} ${error}`
      const result = await fetch(`${group.urls.at(-1)}/api/jobs/${id}/result`, { headers: plain })
      // With its data Redis may lose the job, with its host the result: then 404, and 503 at first.
      if (result.status !== 200) return group.isEmptied ? 'done' : `its result is ${result.status}`
      expect(await readTag(result, label)).toBe(resultTag)
      return 'done'
    }
    await expect.poll(read, { interval: 200 }).toBe('done')
  }

  /** Has a view compute for long, for all to see, and then its last values. */
  const settle = async ({ name, peers, kept }: FaultRoom): Promise<void> => {
    const [lead] = peers
    if (!lead) throw new Error('the room has no peer')
    labels += 2
    const label = labels - 1
    await lead.insist({ 'views/1/params/label': label, 'views/1/params/milliseconds': longRun })
    const readRuns = () =>
      peers.map(({ fields, run }) => [fields.get('views/1/params/label'), run?.text, run?.fraction])
    await expect
      .poll(readRuns, { message: `progress in ${name}` })
      .toEqual(peers.map(() => [label, `begun ${resultTag}`, 0.5]))
    const version = await lead.insist({ 'views/1/params/label': label + 1, 'views/1/params/milliseconds': 0 })
    const readViews = () =>
      peers.map(({ fields, run, result }) => [
        fields.get('views/1/params/label'),
        run,
        (result?.version ?? 0) >= version,
      ])
    await expect
      .poll(readViews, { message: `view of ${name}` })
      .toEqual(peers.map(() => [label + 1, undefined, true]))
    await expect.poll(() => new Set(peers.map(({ state }) => state)).size).toBe(1)
    for (const [i, peer] of peers.entries()) {
      expect(peer.faults, `${name}, peer ${i}`).toEqual([])
      expect(lead.fields.get(`views/1/display/of${i}`) ?? 0, 'the last change').toBeGreaterThanOrEqual(
        kept[i] ?? 0,
      )
    }
    for (const url of group.urls) {
      const fetchTag = async () =>
        await fetch(`${url}/api/rooms/${name}/results/${lead.result?.id}`, { headers: plain })
          .then((answer) => readTag(answer, label + 1))
          .catch(String)
      await expect.poll(fetchTag, { interval: 200, message: `bytes of ${name}` }).toBe(resultTag)
    }
  }

  it.each(findFaults(asked))(
    'have one state, one result and every acknowledged change after: %s',
    async (fault) => {
      const answers: string[] = []
      let [changes, settled] = [0, 0]
      for (const { peers } of rooms) for (const peer of peers) peer.longest = 0
      for (let round = 0; round < Math.max(rounds, 1); round++) {
        group.isEmptied = false
        for (const { peers } of rooms) peers[1 + (round % 2)]?.move()
        const job = await startJob()
        let isEnded = false
        const isOver = (): boolean => isEnded
        const changing = rooms.map((room) => change(room, isOver))
        const asking = Promise.all([ask(isOver, answers), askAsAgent(isOver, answers)])
        asking.catch(() => {}) // thrown below
        await faults[fault]?.(group)
        isEnded = true
        const from = performance.now()
        for (const count of await Promise.all(changing)) changes += count
        await asking
        await Promise.all([...rooms.map(settle), settleJob(job)])
        settled = Math.max(settled, performance.now() - from)
      }
      const longest = Math.max(...rooms.flatMap(({ peers }) => peers.map((peer) => peer.longest)))
      const counts = [...new Set(answers)]
        .sort()
        .map((what) => `${what} ${answers.filter((a) => a === what).length}`)
      const times = { 'longest change, ms': Math.round(longest), 'settled after, ms': Math.round(settled) }
      const done = Math.max(rounds, 1)
      table.push({
        fault,
        rounds: done,
        views: done * rooms.length,
        changes,
        answers: counts.join(', '),
        ...times,
      })
    },
    Math.max(rounds, 1) * testMilliseconds,
  )
})
