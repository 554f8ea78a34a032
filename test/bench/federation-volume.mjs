/**
 * A 100 MB volume, computed anew for each request: through a relay from its worker, beside the same volume
 * from a host of its own, in turns. Then one volume after the other through the relay while both ends of the
 * link ping each other, and again while a run of a tiny result goes the same way, over and over.
 */
import {
  checkVolume,
  requestData,
  takeDot,
  volumeMegabytes,
  writeFunctions,
} from './federation-functions.mjs'
import { repeat, time, toBoundRow, toMedian, toNoteRow, toQuantile, toRatioRow } from './figures.mjs'
import { createFirstReader, openConnection, readBytes } from './http-connection.mjs'
import { withFolder, withHost, withRelay, withWorker } from './processes.mjs'

const rounds = 15
const warmRounds = 2
const volumesBeside = 12
const fewestPings = 100
const idleMilliseconds = 1500

/** Returns a row for the throughput, one for the pings, and what explains them. */
export async function measure() {
  return await withFolder(async (folder) => {
    await writeFunctions(folder)
    return await withHost(folder, {}, (host) =>
      withRelay({}, (relay) =>
        withWorker(relay, { plugins: folder }, async (worker) => {
          const direct = await openConnection(host.port)
          const relayed = await openConnection(relay.port)
          const length = await checkVolumes(direct, relayed)
          const rows = await measureThroughput(direct, relayed, length)
          rows.push(...(await measurePings(relay, worker, relayed, length)))
          for (const connection of [direct, relayed]) connection.close()
          return rows
        }),
      ),
    )
  })
}

/** Compares every byte of one volume from both; returns the length of an answer. */
async function checkVolumes(direct, relayed) {
  checkVolume(await readBytes(direct, requestData('volume', 0)), 0)
  const envelope = await readBytes(relayed, requestData('w1:volume', 0))
  checkVolume(envelope, 0)
  return envelope.length
}

async function measureThroughput(direct, relayed, length) {
  await repeat(warmRounds, (index) => takeBoth(direct, relayed, index + 1, length))
  const runs = await repeat(rounds, (index) => takeBoth(direct, relayed, index + 1 + warmRounds, length))
  const [host, relay] = ['host', 'relay'].map((side) => {
    const total = toMedian(runs.map((run) => run[side].total))
    return {
      total,
      added: toMedian(runs.map((run) => run[side].total - run[side].own)),
      rate: (volumeMegabytes * 1000) / total,
    }
  })
  const toText = ({ rate, total }) => `${rate.toFixed(0)} MB/s (${total.toFixed(0)} ms)`
  const what = `${volumeMegabytes} MB volume through a relay`
  const added = `relay ${relay.added.toFixed(0)} ms, direct ${host.added.toFixed(0)} ms`
  return [
    toRatioRow(
      `${what}, throughput`,
      relay.rate / host.rate,
      0.8,
      `relay ${toText(relay)}, the same host directly ${toText(host)}`,
    ),
    toNoteRow(
      `${what}, without the function's time`,
      (host.added / relay.added).toFixed(2),
      `${added}, to the last byte`,
    ),
  ]
}

async function takeBoth(direct, relayed, seed, length) {
  return {
    host: await takeVolume(direct, 'volume', seed, length),
    relay: await takeVolume(relayed, 'w1:volume', seed, length),
  }
}

async function takeVolume(connection, id, seed, length) {
  const reader = createFirstReader()
  const total = await time(async () => {
    const answer = await connection.send(requestData(id, seed), reader.take)
    if (answer.status !== 200 || answer.length !== length)
      throw new Error(`${id}: answered ${answer.status}, ${answer.length} bytes`)
  })
  return { own: reader.first, total }
}

/** First pings alone, then tiny runs alone, so that neither waits for the other. */
async function measurePings(relay, worker, relayed, length) {
  const loadVolumes = (first) =>
    repeat(volumesBeside, (index) => takeVolume(relayed, 'w1:volume', first + index, length))
  // A link that has nothing to say would not be noticed: a tiny run goes first.
  const pause = async () => {
    await takeDot(relayed, 'w1:dot', 1_000_000)
    await new Promise((resolve) => setTimeout(resolve, idleMilliseconds))
  }
  const idle = await ping(relay, worker, pause)
  const loaded = await ping(relay, worker, () => loadVolumes(1000))
  const other = await openConnection(relay.port)
  const dots = await takeDots(other, loadVolumes(2000))
  other.close()
  const worst = Math.max(...loaded.map((times) => toQuantile(times, 0.99)))
  const [ofRelay, ofWorker] = loaded.map(describe)
  const beside = `of the relay ${ofRelay}; of the worker ${ofWorker}; idle ${describe(idle.flat())}`
  return [
    toBoundRow('ping during such volumes, p99', worst, 20, 'ms', beside),
    toNoteRow('tiny run during such volumes, p99', `${toQuantile(dots, 0.99).toFixed(1)} ms`, describe(dots)),
  ]
}

/** Resolves with the times of the relay's pings and of the worker's while `work` goes on. */
async function ping(relay, worker, work) {
  await Promise.all([relay.ask('watchPings'), worker.ask('watchPings')])
  await work()
  const times = [await relay.ask('readPings'), await worker.ask('readPings')]
  for (const { length } of times) if (length < fewestPings) throw new Error(`${length} pings are too few`)
  return times
}

/** Resolves with the times of tiny runs, one after the other while `working` goes on. */
async function takeDots(connection, working) {
  let isOver = false
  const over = working.finally(() => {
    isOver = true
  })
  const times = []
  while (!isOver) times.push(await takeDot(connection, 'w1:dot', times.length))
  await over
  return times
}

function describe(times) {
  const [p50, p99, longest] = [0.5, 0.99, 1].map((share) => toQuantile(times, share).toFixed(1))
  return `p50 ${p50}, p99 ${p99}, longest ${longest} (${times.length})`
}
