/**
 * A 100 MB volume, computed anew for each request: through a relay from its worker, beside the same volume
 * from a host of its own, in turns.
 */

import { repeat, time, toMedian, toNoteRow } from './figures.mjs'
import { createFirstReader, openConnection, readBytes } from './http-connection.mjs'
import { withFolder, withHost, withRelay, withWorker } from './processes.mjs'
import { checkVolume, requestData, volumeMegabytes, writeFunctions } from './volume-function.mjs'

const rounds = 15
const warmRounds = 2

/** Returns a row for the throughput, and a note of the time beyond the function. */
export async function measure() {
  return await withFolder(async (folder) => {
    await writeFunctions(folder)
    return await withHost(folder, {}, (host) =>
      withRelay({}, (relay) =>
        withWorker(relay, { plugins: folder }, async () => {
          const direct = await openConnection(host.port)
          const relayed = await openConnection(relay.port)
          const length = await checkVolumes(direct, relayed)
          const rows = await measureThroughput(direct, relayed, length)
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
    toNoteRow(
      `${what}, throughput`,
      (relay.rate / host.rate).toFixed(2),
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

/** Returns the milliseconds of one volume: to its first byte as the function says, and in all. */
export async function takeVolume(connection, id, seed, length) {
  const reader = createFirstReader()
  const total = await time(async () => {
    const answer = await connection.send(requestData(id, seed), reader.take)
    if (answer.status !== 200 || answer.length !== length)
      throw new Error(`${id}: answered ${answer.status}, ${answer.length} bytes`)
  })
  return { own: reader.first, total }
}
