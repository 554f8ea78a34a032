/**
 * Progress polls and the host's event loop while everything else is busy: an endless loop for every core, and
 * a 100 MB volume that is computed, sent and encoded as JSON, again and again. The same polls of the idle
 * host are the baseline.
 */
import { availableParallelism } from 'node:os'
import { writeBundle } from './bench-bundle.mjs'
import { checkBytes, repeat, time, toBoundRow, toQuantile } from './figures.mjs'
import { openConnection, readBytes, readJson, toRequest } from './http-connection.mjs'
import { loopResolution, withFolder, withHost } from './processes.mjs'

const fill = `(length, seed) => {
  const data = new Float32Array(length)
  for (let i = 0; i < length; i++) data[i] = ((i * 7 + seed) % 1000) / 7
  return data
}`
const samples = 25_000_000
const source = `
  const fill = ${fill}
  export function loop(progress) { progress.report('looping'); for (;;); }
  export function volume(seed) { return { shape: [100, 500, 500], data: fill(${samples}, seed) } }
  export function dot() { return { vertices: new Float32Array(3), indices: new Uint32Array(3) } }`
const functions = [
  { name: 'loop', returns: 'mesh', progressAt: 0 },
  { name: 'volume', returns: 'volume', properties: { seed: { type: 'integer', default: 0 } } },
  { name: 'dot', returns: 'mesh' },
]
const loops = Math.max(2, availableParallelism())
const idlePolls = 400
const volumes = 8
const pauseMilliseconds = 4

/** Returns a row for the polls and one for the event loop. */
export async function measure() {
  return await withFolder(async (folder) => {
    await writeBundle(folder, { name: 'bench', source, functions })
    return await withHost(folder, { poolSize: loops + 1 }, async (host) => {
      const poller = await openConnection(host.port)
      const loader = await openConnection(host.port)
      await startJob(loader, 'dot', {})
      const lengths = await checkVolume(loader)
      const idle = await watch(host, poller, await startJob(loader, 'dot', {}), (polls) => polls >= idlePolls)
      const looping = await repeat(loops, (index) => startJob(loader, 'loop', { room_id: `loop ${index}` }))
      for (const progress of looping) await waitFor(loader, progress, ({ messages }) => messages.length > 0)
      let isLoading = true
      const loading = repeat(volumes, (index) => loadVolume(loader, index + 1, lengths)).finally(() => {
        isLoading = false
      })
      const busy = await watch(host, poller, looping[0], () => !isLoading)
      await loading
      for (const connection of [poller, loader]) connection.close()
      return toRows(idle, busy)
    })
  })
}

function toRows(idle, busy) {
  const [polls, idlePolls] = [busy, idle].map(({ polls }) =>
    [0.5, 0.99, 1].map((share) => toQuantile(polls, share)),
  )
  const toText = (values) =>
    `p50 ${values[0].toFixed(2)}, p99 ${values[1].toFixed(1)}, longest ${values[2].toFixed(0)}`
  // Node's histogram holds intervals of its timer; the delay is what they have beyond the timer's own.
  const toDelays = ({ p50, p99, max }) => [p50, p99, max].map((interval) => interval - loopResolution)
  const loop = toDelays(busy.loop)
  const idleLoop = toDelays(idle.loop)
  const pollNote = `idle: ${toText(idlePolls)}; loaded: ${toText(polls)}, of ${busy.polls.length}`
  const loopNote = `idle: ${toText(idleLoop)}; loaded: ${toText(loop)}; of a ${loopResolution} ms timer`
  return [
    toBoundRow('progress poll under load, p99', polls[1], 25, 'ms', pollNote),
    toBoundRow('event-loop delay under load, p99', loop[1], 15, 'ms', loopNote),
  ]
}

/** Starts a job and returns the request for its progress. */
async function startJob(connection, name, body) {
  const { job_id: id } = await readJson(connection, toRequest('POST', `/api/specimens/${name}/start`, body))
  return toRequest('GET', `/api/jobs/${id}/progress`)
}

async function waitFor(connection, progress, isEnough) {
  for (
    let view = await readJson(connection, progress);
    !isEnough(view);
    view = await readJson(connection, progress)
  ) {
    if (view.error) throw new Error(view.error)
    await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds))
  }
}

/** Computes a volume as a job and requests it both ways; each answer goes to `receive(kind, request)`. */
async function requestVolume(connection, seed, receive) {
  const body = { params: { seed }, room_id: `volume ${seed}` }
  const progress = await startJob(connection, 'volume', body)
  await waitFor(connection, progress, ({ status }) => status === 'done')
  await receive('envelope', toRequest('POST', '/api/specimens/volume/data', body))
  await receive('json', progress.replace('/progress', '/result'))
}

/** Compares all bytes of one volume with the same computed here; returns the lengths of its two forms. */
async function checkVolume(connection) {
  const data = new Function(`return ${fill}`)()(samples, 0)
  const wanted = Buffer.from(data.buffer)
  const lengths = {}
  await requestVolume(connection, 0, async (kind, request) => {
    const bytes = await readBytes(connection, request)
    lengths[kind] = bytes.length
    const found =
      kind === 'json'
        ? Buffer.from(JSON.parse(bytes.toString()).data, 'base64')
        : bytes.subarray(-wanted.length)
    checkBytes(found, wanted, `volume as ${kind}`)
  })
  return lengths
}

/** Loads a volume whose values differ from the checked one and whose length does not. */
async function loadVolume(connection, seed, lengths) {
  await requestVolume(connection, seed, async (kind, request) => {
    const { status, length } = await connection.send(request)
    if (status !== 200 || length !== lengths[kind])
      throw new Error(`volume as ${kind}: answered ${status}, ${length} bytes`)
  })
}

/**
 * Polls with a short pause between until `isOver(polls)`; returns the times of the polls and the loop's delay
 * meanwhile.
 */
async function watch(host, connection, progress, isOver) {
  await host.ask('watchLoop')
  const polls = []
  while (!isOver(polls.length)) {
    polls.push(
      await time(async () => {
        const { status } = await connection.send(progress)
        if (status !== 200) throw new Error(`a poll was answered ${status}`)
      }),
    )
    await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds))
  }
  return { polls, loop: await host.ask('readLoop') }
}
