/**
 * The wait of strangers while somebody plays a parameter: 30 steps as the page asks for them, one after the
 * other, on a host whose places are all wanted, and on one with a place to spare. Rounds with a sweep and
 * without take turns. A function lasts as long as it is told to, so that the wait for a place is measured.
 */
import { writeBundle } from './bench-bundle.mjs'
import { checkBytes, repeat, time, toMultipleRow, toQuantile } from './figures.mjs'
import { openConnection, readBytes, toRequest } from './http-connection.mjs'
import { withFolder, withHost } from './processes.mjs'

const source = `
  export function wait(seed, milliseconds) {
    for (const end = performance.now() + milliseconds; performance.now() < end; );
    return { vertices: new Float32Array([seed, 0, 0]), indices: new Uint32Array(3) }
  }`
const number = { type: 'integer', default: 0 }
const functions = [{ name: 'wait', returns: 'mesh', properties: { seed: number, milliseconds: number } }]
const places = 2
const steps = 30
const rounds = 10
const requests = 16
const milliseconds = 20
const stepMilliseconds = 40

/** Returns a row for each number of strangers. */
export async function measure() {
  return await withFolder(async (folder) => {
    await writeBundle(folder, { name: 'bench', source, functions })
    return await withHost(folder, { poolSize: places }, async ({ port }) => [
      await measureBeside(port, places + 1, 'all places wanted'),
      await measureBeside(port, 1, 'a place to spare'),
    ])
  })
}

async function measureBeside(port, count, note) {
  const strangers = await repeat(count, () => openConnection(port))
  const sweeper = await openConnection(port)
  let seed = 0
  const run = async (connection, roomId, lasting) => {
    const params = { seed: ++seed, milliseconds: lasting }
    const [wanted, body] = [new Float32Array([seed]), { params, room_id: roomId }]
    const bytes = await readBytes(connection, toRequest('POST', '/api/specimens/wait/data', body))
    checkBytes(bytes.subarray(-24, -20), Buffer.from(wanted.buffer), `the run ${params.seed}`)
  }
  const round = async () => {
    const times = strangers.map((connection, i) =>
      repeat(requests, () => time(() => run(connection, `stranger ${i}`, milliseconds))),
    )
    return (await Promise.all(times)).flat()
  }
  const [alone, beside] = [[], []]
  for (let i = 0; i < rounds; i++) {
    alone.push(...(await round()))
    const room = `page~ahead-${i}` // as core/contract/domain/invocation.ts names it
    const sweep = repeat(steps, (step) => run(sweeper, `${room}-${step}`, stepMilliseconds))
    beside.push(...(await round()))
    await sweep
  }
  for (const connection of [...strangers, sweeper]) connection.close()
  const [before, now] = [alone, beside].map((times) => toQuantile(times, 0.95))
  const what = `sweep: a stranger's p95, ${note}`
  return toMultipleRow(
    what,
    now / before,
    1.2,
    `${before.toFixed(0)} ms without, ${now.toFixed(0)} ms with it`,
  )
}
