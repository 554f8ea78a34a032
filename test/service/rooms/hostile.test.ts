/** Peers that break the protocol: each costs its own connection, and nobody else anything. */
import { once } from 'node:events'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { encodeBodies } from '../../../core/contract/wire/room-bodies.ts'
import { encodePoses } from '../../../core/contract/wire/room-poses.ts'
import { useProbeHost } from '../../support/use-host.ts'
import { connectPeer, type TestPeer } from './test-peer.ts'

const used = useProbeHost()
let witness: TestPeer

async function start(): Promise<void> {
  await used.start()
  witness = await enter()
}

async function enter(more: Parameters<typeof connectPeer>[2] = {}): Promise<TestPeer> {
  const peer = await connectPeer(used.url, 'lab', more)
  onTestFinished(() => peer.webSocket.terminate())
  if (more.join !== false) await peer.arrived
  return peer
}

afterEach(async () => {
  witness.set({ 'views/1/specimen': 'tetra' }, 999)
  await witness.take('changed', ({ seq }) => seq === 999)
})

const head = { point: [0, 1, 2], turn: [0, 0, 0, 1] } as const
/** Returns a frame with a look, whose distance is as wrong as it may be. */
function toLookFrom(distance: number): Uint8Array {
  const frame = encodePoses([{ peer: 0, view: 1, look: { ...head, distance: 1 } }])
  new DataView(frame.buffer).setFloat32(frame.byteLength - 4, distance, true)
  return frame
}
const sound = { type: 'join', name: 'Eve', color: '#336699', key: 'a-key-of-a-hostile-peer' }

it.each([
  ['text that is no JSON', '{"type":'],
  ['JSON that is no object', '[1]'],
  ['JSON that nests deeply', `{"type":"set","fields":{"a":${'['.repeat(100)}${']'.repeat(100)}}}`],
  ['no type', '{"seq": 1}'],
  ['a set before it has joined', '{"type":"set","seq":1,"fields":{}}'],
  ['a name without letters', JSON.stringify({ ...sound, name: ' ' })],
  ['a name with a control character', JSON.stringify({ ...sound, name: 'a\u0007b' })],
  ['too long a name', JSON.stringify({ ...sound, name: 'a'.repeat(65) })],
  ['a colour that is none', JSON.stringify({ ...sound, color: 'red; background: url(x)' })],
  ['a short key', JSON.stringify({ ...sound, key: 'abc' })],
  ['kinds of frames that are none', JSON.stringify({ ...sound, frames: [1, -2] })],
  ['too many kinds of frames', JSON.stringify({ ...sound, frames: Array(17).fill(1) })],
  ['a token that is no text', JSON.stringify({ ...sound, token: 1 })],
])('is refused for %s', async (_, message) => {
  await start()
  const eve = await enter({ join: false })
  eve.webSocket.send(message)
  const { code, retry_seconds } = await eve.take('closing')
  expect(['request.invalid', 'json.syntax']).toContain(code)
  expect(retry_seconds).toBeNull()
})

it.each([
  ['a second join', JSON.stringify(sound)],
  ['a set without a number', '{"type":"set","fields":{}}'],
  ['a set without fields', '{"type":"set","seq":1}'],
  ['a view that cannot be', '{"type":"cancel","view":99}'],
  ['an empty frame', Buffer.of()],
  ['a frame of another kind', Buffer.of(3, 0, 0, 1, 0, 0, 0)],
  ['a truncated body', encodeBodies([{ peer: 0, view: 1, metre: 1, head }]).subarray(0, 16)],
  [
    'a body with more behind it',
    Buffer.concat([encodeBodies([{ peer: 0, view: 1, metre: 1 }]), Buffer.of(0)]),
  ],
  ['a frame of two bodies', encodeBodies([0, 1].map(() => ({ peer: 0, view: 1, metre: 1, head })))],
  ['a body with unknown parts', Buffer.of(2, 0, 0, 1, 32, 0, 0)],
  ['a ray without a hand', Buffer.of(2, 0, 0, 1, 8, 0, 0)],
  ['a body at the end of the world', Buffer.of(2, 0, 0, 1, 0, 33, 0)],
  ['a truncated frame', encodePoses([{ peer: 0, view: 1, cursor: [0, 0, 0] }]).subarray(0, 9)],
  ['a frame of two poses', encodePoses([0, 1].map(() => ({ peer: 0, view: 1 })))],
  ['a frame with unknown parts', Buffer.of(1, 0, 0, 1, 16)],
  ...[0, -1, Number.NaN, Number.POSITIVE_INFINITY].map((distance): [string, Uint8Array] => [
    `a look from a distance of ${distance}`,
    toLookFrom(distance),
  ]),
])('is refused in a room for %s', async (_, message) => {
  await start()
  const eve = await enter()
  eve.webSocket.send(message)
  expect((await eve.take('closing')).code).toBe('request.invalid')
  await witness.take('left')
})

it('ends the connection of a message that is too long, and of text that is none', async () => {
  await start()
  for (const [message, code] of [
    ['x'.repeat(65 * 1024), 1009],
    [Buffer.of(0xff, 0xfe), 1007],
  ] as const) {
    const eve = await enter()
    const closed = once(eve.webSocket, 'close')
    eve.webSocket.send(message, { binary: false })
    expect((await closed)[0]).toBe(code)
  }
})

it.each([
  ['texts', '{"type":"pong"}'],
  ['bodies', encodeBodies([{ peer: 0, view: 1, metre: 1, head }])],
])('ends the connection of a flood of %s, and tells when to come again', async (_, message) => {
  await start()
  const eve = await enter()
  for (let i = 0; i < 3000; i++) eve.webSocket.send(message)
  expect(await eve.take('closing')).toMatchObject({ code: 'client.limited', retry_seconds: 10 })
})

it('bounds the state: fields, characters and notes', async () => {
  await start()
  const eve = await enter()
  eve.set({ 'views/1/specimen': 'tetra' })
  const long = 'x'.repeat(60_000)
  for (let i = 0; i < 4; i++) eve.set({ [`views/1/display/${i}`]: long }, i)
  await eve.take('changed', ({ seq }) => seq === 3)
  eve.set({ 'views/1/display/more': long })
  expect((await eve.take('refused')).code).toBe('room.full')
  eve.set({ 'views/1/specimen': 'tetra' })
  const many = (from: number) =>
    Object.fromEntries(Array.from({ length: 600 }, (_, i) => [`views/1/display/n${from + i}`, 1]))
  eve.set(many(0), 50)
  await eve.take('changed', ({ seq }) => seq === 50)
  eve.set(many(600))
  expect((await eve.take('refused')).code).toBe('room.full')
  const note = { view: 1, at: [0, 0, 0], text: 'x' }
  eve.set(Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`notes/${i}`, note])))
  expect((await eve.take('refused')).code).toBe('room.full')
})

it('refuses another version, another address and pages of other sites as HTTP', async () => {
  await start()
  const ask = async (path: string, protocol: string, headers = {}) => {
    const webSocket = new WebSocket(used.url.replace('http', 'ws') + path, protocol, { headers })
    const [, response] = await once(webSocket, 'unexpected-response')
    webSocket.on('error', () => {}) // of a handshake that is given up
    webSocket.terminate()
    return response.statusCode
  }
  expect(await ask('/ws/rooms/lab', 'specimen-room.v9')).toBe(426)
  expect(await ask('/ws/rooms/', 'specimen-room.v1')).toBe(400)
  expect(await ask('/ws/rooms/a%00b', 'specimen-room.v1')).toBe(400)
  expect(await ask('/ws/rooms/%ff', 'specimen-room.v1')).toBe(404)
  expect(await ask('/ws/rooms/lab/more', 'specimen-room.v1')).toBe(404)
  expect(await ask('/ws/nowhere', 'specimen-room.v1')).toBe(404)
  expect(await ask('/ws/rooms/lab', 'specimen-room.v1', { origin: 'https://elsewhere.example' })).toBe(403)
  expect(await ask('/ws/rooms/lab', 'specimen-room.v1', { host: 'elsewhere.example' })).toBe(421)
})
