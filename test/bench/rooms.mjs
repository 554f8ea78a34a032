/**
 * A room with a hundred peers: how soon a change is seen by all, what their poses cost the host and others,
 * and what it costs at rest. The peers are WebSockets of this process.
 */
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { writeBundle } from './bench-bundle.mjs'
import { repeat, time, toBoundRow, toMultipleRow, toQuantile } from './figures.mjs'
import { openConnection, readBytes, readJson, toRequest } from './http-connection.mjs'
import { withFolder, withHost } from './processes.mjs'

const source = `
  export function dot(size) {
    return { vertices: new Float32Array([size, 0, 0]), indices: new Uint32Array([0, 0, 0]) }
  }`
const functions = [{ name: 'dot', returns: 'mesh', properties: { size: { type: 'integer', default: 0 } } }]
const peerCount = 100
const changes = 40
const poseMilliseconds = 50
const poseSeconds = 10
const restSeconds = 5
const idlePolls = 2000
/** A pose with a look and a cursor, as `core/service/rooms/PROTOCOL.md` has it. */
const pose = Buffer.from('0100000103001000f80000000000000000ff7f000040400020000000e0', 'hex')
/** A body with a head and two hands, as it is written there: 36 bytes. */
const part = '00000010004000000000'
const body = Buffer.from(`020000011ff508${part}${part}${part}`, 'hex')

/** Returns the rows. */
export async function measure() {
  return await withFolder(async (folder) => {
    await writeBundle(folder, { name: 'bench', source, functions })
    return await withHost(folder, {}, async (host) => {
      const two = await openPeers(host.port, 'two', 2)
      const ofTwo = await measureChanges(two)
      const all = await openPeers(host.port, 'all', peerCount)
      const ofAll = await measureChanges(all)
      const connection = await openConnection(host.port)
      const idle = await measurePolls(connection, (polls) => polls.length >= idlePolls)
      const rest = await measureShare(host, restSeconds, () => wait(restSeconds * 1000))
      const { share, polls } = await measurePoses(host, all, { connection, frame: pose })
      const hands = await measurePoses(host, all, { connection, frame: body })
      connection.close()
      for (const { webSocket } of [...two, ...all]) webSocket.terminate()
      const [idleP99, p99] = [idle, polls].map((times) => toQuantile(times, 0.99))
      const beside = `${idleP99.toFixed(2)} ms without, ${p99.toFixed(2)} ms with`
      return [
        toBoundRow('change seen by 2 peers, p95', toQuantile(ofTwo, 0.95), 200, 'ms', toMedianText(ofTwo)),
        toBoundRow('change seen by 100 peers, p95', toQuantile(ofAll, 0.95), 400, 'ms', toMedianText(ofAll)),
        toBoundRow('100 peers with poses', 100 * share, 20, '% of a core', `${peerCount} at 20 Hz`),
        toBoundRow(
          '100 peers with heads and hands',
          100 * hands.share,
          20,
          '% of a core',
          `${peerCount} at 20 Hz`,
        ),
        toMultipleRow('catalog beside 100 peers with poses, p99', p99 / idleP99, 2, beside),
        toBoundRow('100 peers at rest', 100 * rest, 1, '% of a core', `${restSeconds} s`),
      ]
    })
  })
}

async function openPeers(port, room, count) {
  return await repeat(count, async (index) => {
    const webSocket = new WebSocket(`ws://127.0.0.1:${port}/ws/rooms/${room}`, 'specimen-room.v1')
    const peer = { webSocket, port, room, frames: 0, onResult: () => {} }
    await once(webSocket, 'open')
    webSocket.on('message', (data, isBinary) => {
      if (isBinary) peer.frames++
      else {
        const { type, fields = {} } = JSON.parse(data)
        if (type === 'ping') webSocket.send('{"type":"pong"}')
        if (fields['views/1/result']) peer.onResult(fields['views/1/result'])
      }
    })
    const join = {
      type: 'join',
      name: `peer ${index}`,
      color: '#336699',
      frames: [1, 2],
      key: `key-of-bench-${room}-${index}`,
    }
    webSocket.send(JSON.stringify(join))
    await once(webSocket, 'message')
    return peer
  })
}

/** Returns how long each change took until every peer had the bytes of its result. */
async function measureChanges(peers) {
  const [first] = peers
  const times = await repeat(changes + 1, async (size) => {
    const seen = peers.map(async (peer) => {
      const { id } = await new Promise((resolve) => (peer.onResult = resolve))
      const answer = await fetch(`http://127.0.0.1:${peer.port}/api/rooms/${peer.room}/results/${id}`, {
        headers: { accept: 'application/x-service-envelope-v1' },
      })
      const bytes = Buffer.from(await answer.arrayBuffer())
      const found = bytes.readFloatLE(4 + bytes.readUInt32LE(0))
      if (found !== size) throw new Error(`a result for ${found} came, not for ${size}`)
    })
    const fields = { 'views/1/specimen': 'dot', 'views/1/params/size': size }
    if (size > 0) delete fields['views/1/specimen']
    return await time(async () => {
      first.webSocket.send(JSON.stringify({ type: 'set', seq: size, fields }))
      await Promise.all(seen)
    })
  })
  return times.slice(1) // the first one starts a process
}

async function measurePoses(host, peers, { connection, frame }) {
  const timer = setInterval(() => {
    for (const { webSocket } of peers) webSocket.send(frame)
  }, poseMilliseconds)
  for (const peer of peers) peer.frames = 0
  let isDone = false
  let polls = []
  const polling = measurePolls(connection, () => isDone).then((times) => (polls = times))
  const share = await measureShare(host, poseSeconds, () => wait(poseSeconds * 1000))
  isDone = true
  await polling
  clearInterval(timer)
  const least = Math.min(...peers.map(({ frames }) => frames))
  if (least < (poseSeconds * 1000) / poseMilliseconds / 2) throw new Error(`a peer got ${least} frames only`)
  return { share, polls }
}

/** Asks for the catalog every 4 ms until it is enough, and returns the times. */
async function measurePolls(connection, isEnough) {
  const request = toRequest('GET', '/api/specimens/')
  await readJson(connection, request)
  const times = []
  while (!isEnough(times)) {
    times.push(await time(() => readBytes(connection, request)))
    await wait(4)
  }
  return times
}

/** Returns the part of a core that the host took during `work`. */
async function measureShare(host, seconds, work) {
  const before = await host.ask('cpu')
  const milliseconds = await time(work)
  const after = await host.ask('cpu')
  if (milliseconds < 900 * seconds) throw new Error('the work was shorter than wanted')
  return (after.user + after.system - before.user - before.system) / 1000 / milliseconds
}

function toMedianText(times) {
  return `median ${toQuantile(times, 0.5).toFixed(0)} ms, longest ${Math.max(...times).toFixed(0)} ms`
}

function wait(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
