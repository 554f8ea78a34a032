/** Soaks a host in requests, and compares what it holds before and after. */
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { acts } from './acts.mjs'
import { end } from './agents.mjs'
import { compareHoldings, readHoldings } from './holdings.mjs'
import { withSoakHost } from './soak-host.mjs'

const loops = 16
/** Longer than results and jobs are kept. */
const settleMilliseconds = 2500
const longestSettle = 60_000
/** A host has not taken all that it works with before it has answered some hundreds. */
const fewRequests = 10_000

/**
 * Sends so many requests; `onSent(sent, counts)` is called after each. Resolves with what was wrong, the rows
 * of what is held, and counts of acts and statuses.
 */
export async function soak({ requests, minutes }, onSent) {
  return await withSoakHost(async (host) => {
    const started = performance.now()
    const tally = { sent: 0, faults: [], jobs: new Set(), acts: new Map(), statuses: new Map() }
    const late = started + minutes * 60_000
    const client = createClient(host, tally, () => onSent(tally.sent, tally.statuses))
    const runUntil = async (count) => {
      const isOver = () => tally.sent >= count || performance.now() > late
      const first = [...acts] // each at least once, however few requests there are
      const draw = () => first.pop() ?? drawAct()
      await Promise.all(Array.from({ length: loops }, () => repeatActs({ client, tally, draw, isOver })))
    }
    await runUntil(requests < fewRequests ? requests / 2 : requests / 10)
    await client.rest()
    const before = await readSettled(host)
    await runUntil(requests)
    if (tally.sent < requests)
      tally.faults.push(`only ${tally.sent} requests were answered in ${minutes} minutes`)
    const seconds = (performance.now() - started) / 1000
    await checkJobs(client, tally)
    await client.rest()
    const rows = await settle(host, before)
    return { ...tally, rows, seconds }
  })
}

async function repeatActs({ client, tally, draw, isOver }) {
  while (!isOver()) {
    const { name, act } = draw()
    add(tally.acts, name)
    try {
      await act(client)
    } catch (error) {
      tally.faults.push(`${name}: ${error.message}`)
    }
  }
}

/** Each act as often as its share. */
const drawn = acts.flatMap((act) => Array.from({ length: act.share }, () => act))

function drawAct() {
  return drawn[Math.floor(Math.random() * drawn.length)]
}

/** Every job has ended, whatever has become of its client; those that ended long ago are forgotten. */
async function checkJobs(client, { jobs, faults }) {
  const deadline = performance.now() + longestSettle
  const running = new Set(jobs)
  while (running.size > 0 && performance.now() < deadline) {
    for (const id of running) {
      const { status, body } = await client.get(`/api/jobs/${id}/progress`, [200, 404])
      if (status === 404 || body.status !== 'running') running.delete(id)
    }
    await setTimeout(200)
  }
  if (running.size > 0) faults.push(`${running.size} jobs have not ended`)
}

/** Returns what a host holds once its pool is filled: as many processes twice in a row. */
async function readSettled(host) {
  const deadline = performance.now() + longestSettle
  let last = await readHoldings(host)
  for (;;) {
    await setTimeout(settleMilliseconds)
    const holdings = await readHoldings(host)
    if (holdings.processes === last.processes || performance.now() > deadline) return holdings
    last = holdings
  }
}

/** Returns the rows once all is flat, or when it should have been long ago. */
async function settle(host, before) {
  const deadline = performance.now() + longestSettle
  for (;;) {
    await setTimeout(settleMilliseconds)
    const rows = compareHoldings(before, await readHoldings(host))
    if (rows.every(({ isFlat }) => isFlat) || performance.now() > deadline) return rows
  }
}

/** What acts send with: each request is counted, and an answer with another status than wanted is a fault. */
function createClient({ port, plugins }, tally, onSent) {
  const agent = new Agent({ keepAlive: true, maxSockets: loops })
  const count = () => {
    tally.sent++
    onSent()
  }
  const open = (method, path, body, more = {}) => {
    const headers = { ...(body !== undefined && { 'content-type': 'application/json' }), ...more }
    const asking = request({ port, host: '127.0.0.1', method, path, headers, agent })
    asking.end(body === undefined ? undefined : JSON.stringify(body))
    return asking
  }
  const send = async (method, path, body, wanted, more) => {
    const [response] = await once(open(method, path, body, more), 'response')
    const chunks = []
    for await (const chunk of response) chunks.push(chunk)
    const { statusCode: status, headers } = response
    count()
    add(tally.statuses, status)
    const bytes = Buffer.concat(chunks)
    const isJson = /json/.test(headers['content-type'])
    const answer = isJson ? JSON.parse(bytes.toString()) : undefined
    if (!wanted.includes(status))
      tally.faults.push(`${method} ${path} was answered ${status} ${answer?.detail ?? ''}, not ${wanted}`)
    return { status, headers, body: answer, bytes }
  }
  const client = {
    port,
    plugins,
    jobs: tally.jobs,
    /** The sessions of agents that have not ended theirs. */
    sessions: new Set(),
    count,
    send,
    get: (path, wanted) => send('GET', path, undefined, wanted),
    post: (path, body, wanted) => send('POST', path, body, wanted),
    /** Sends a request and leaves after some milliseconds. */
    abandon: async (path, milliseconds, { method = 'GET', body, headers } = {}) => {
      const asking = open(method, path, body, headers)
      asking.on('error', () => {}) // that it was left
      count()
      await setTimeout(milliseconds)
      asking.destroy()
    },
    /** Ends the sessions that were dropped, which a host keeps for half an hour, and closes the connections. */
    rest: async () => {
      for (const session of [...client.sessions]) await end(client, session)
      agent.destroy()
    },
  }
  return client
}

function add(counts, name) {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}
