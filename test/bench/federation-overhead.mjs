/**
 * What a relay adds to a run with a tiny result: the same function at a host of its own and at a worker, in
 * turns, never cached.
 */
import { takeDot, writeFunctions } from './federation-functions.mjs'
import { repeat, toBoundRow, toMedian, toQuantile } from './figures.mjs'
import { openConnection } from './http-connection.mjs'
import { withFolder, withHost, withRelay, withWorker } from './processes.mjs'

const warmRounds = 200
const rounds = 1000

/** Returns a row for the difference of the medians. */
export async function measure() {
  return await withFolder(async (folder) => {
    await writeFunctions(folder)
    return await withHost(folder, {}, (host) =>
      withRelay({}, (relay) =>
        withWorker(relay, { plugins: folder }, async () => {
          const direct = await openConnection(host.port)
          const relayed = await openConnection(relay.port)
          await repeat(warmRounds, (index) => takeBoth(direct, relayed, index))
          const runs = await repeat(rounds, (index) => takeBoth(direct, relayed, index + warmRounds))
          for (const connection of [direct, relayed]) connection.close()
          return [toRow(runs)]
        }),
      ),
    )
  })
}

function toRow(runs) {
  const [direct, relayed] = ['direct', 'relayed'].map((side) => runs.map((run) => run[side]))
  const describe = (times) =>
    `p50 ${toMedian(times).toFixed(2)}, p99 ${toQuantile(times, 0.99).toFixed(1)} ms`
  const beside = `relay ${describe(relayed)}; the same host directly ${describe(direct)}`
  return toBoundRow(
    'tiny result, added by a relay, median',
    toMedian(relayed) - toMedian(direct),
    2,
    'ms',
    beside,
  )
}

async function takeBoth(direct, relayed, seed) {
  return { direct: await takeDot(direct, 'dot', seed), relayed: await takeDot(relayed, 'w1:dot', seed) }
}
