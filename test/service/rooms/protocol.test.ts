/** PROTOCOL.md: its examples are what the host reads and writes. Its bytes were written by hand. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { isJsonObject, type Json } from '../../../core/contract/values/json.ts'
import { decodeBodies, encodeBodies } from '../../../core/contract/wire/room-bodies.ts'
import {
  mostRoomViews,
  type PeerMessage,
  type RoomMessage,
  roomProtocol,
} from '../../../core/contract/wire/room-messages.ts'
import { decodePoses, encodePoses } from '../../../core/contract/wire/room-poses.ts'
import { holdings } from '../../../core/service/account/holdings.ts'
import { roomLimits } from '../../../core/service/rooms/limits.ts'
import { parsePeerMessage } from '../../../core/service/rooms/parse-message.ts'
import { useProbeHost } from '../../support/use-host.ts'
import { connectPeer } from './test-peer.ts'

const text = readFileSync(join(import.meta.dirname, '../../../core/service/rooms/PROTOCOL.md'), 'utf8')
const blocks = (kind: string): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${kind}\n(.*?)^\`\`\``, 'gms'))].map(([, block = '']) => block)
const examples = (side: string): { readonly [name: string]: Json }[] =>
  blocks(`json ${side}`).flatMap((block) =>
    block
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  )
const used = useProbeHost()

const peerTypes: { readonly [Type in PeerMessage['type']]: true } = {
  join: true,
  set: true,
  cancel: true,
  pong: true,
}
const hostTypes: { readonly [Type in RoomMessage['type']]: true } = {
  welcome: true,
  came: true,
  left: true,
  changed: true,
  refused: true,
  ping: true,
  closing: true,
}

it('has an example of each message, and the limits that hold', () => {
  expect(
    examples('peer')
      .map(({ type }) => type)
      .sort(),
  ).toEqual(Object.keys(peerTypes).sort())
  expect(
    examples('host')
      .map(({ type }) => type)
      .sort(),
  ).toEqual(Object.keys(hostTypes).sort())
  const { fields, notes, noteLength, peers, messageRate, messageBurst } = roomLimits
  const { limit: rooms } = holdings.rooms
  const bound = [fields, notes, noteLength, peers, rooms, messageRate, messageBurst]
  for (const limit of bound) expect(text).toMatch(new RegExp(`\\b${limit.toLocaleString('en')}\\b`))
  expect(text).toContain(`1 to ${mostRoomViews}`)
  expect(text.startsWith(`# ${roomProtocol}:`)).toBe(true)
})

it('shows messages of peers as the host reads them', () => {
  for (const example of examples('peer')) expect(parsePeerMessage(JSON.stringify(example))).toEqual(example)
  expect(parsePeerMessage('{"type": "wave", "hand": 1}')).toBeUndefined()
})

it('shows messages of the host with the members that it sends', async () => {
  await used.start()
  const enter = async (name: string) => {
    const peer = await connectPeer(used.url, 'lab', { join: { name } })
    onTestFinished(() => peer.close())
    await peer.arrived
    return peer
  }
  const [ada, bob] = [await enter('Ada'), await enter('Bob')]
  ada.set({ 'views/1/specimen': 'tetra' })
  ada.set({ color: 'red' })
  await ada.take('refused')
  bob.close()
  await ada.take('left')
  ada.send({ type: 'join', name: 'Ada', color: '#336699', key: 'once-more-the-same' })
  await ada.take('closing')
  const shapeOf = (value: Json): Json => {
    if (!isJsonObject(value)) return Array.isArray(value) ? [] : value === null ? 'null' : typeof value
    const names = Object.keys(value).sort()
    return names.map((name) => (name === 'fields' ? name : [name, shapeOf(value[name] ?? null)]))
  }
  const shown = new Map(examples('host').map((example) => [example.type, shapeOf(example)]))
  const sent = ada.messages.filter(({ type }) => type !== 'ping')
  expect(new Set(sent.map(({ type }) => type)).size).toBe(Object.keys(hostTypes).length - 1)
  for (const message of sent) {
    const found = JSON.stringify(shapeOf(message as unknown as Json)) // as it came
    const wanted = JSON.stringify(shown.get(message.type))
    expect(found.replace('"null"', '"number"')).toBe(wanted.replace('"null"', '"number"'))
  }
})

it('shows a frame of poses as it is written and read', () => {
  const [hex = ''] = blocks('hex')
  const bytes = Buffer.from(hex.replace(/\s/g, ''), 'hex')
  const look = { point: [0.5, -0.25, 0], turn: [0, 0, 0, 1], distance: 3 } as const
  const pose = { peer: 3, view: 1, look, cursor: [1, 0, -1] } as const
  expect(Buffer.from(encodePoses([pose])).equals(bytes)).toBe(true)
  expect(decodePoses(bytes)).toEqual([pose])
})

it.each([0, 1e300])('keeps a look from %d where a host takes it', (distance) => {
  const look = { point: [0, 0, 0], turn: [0, 0, 0, 1], distance } as const
  const [pose] = decodePoses(encodePoses([{ peer: 3, view: 1, look }]))
  expect(pose?.look?.distance).toBe(distance === 0 ? 2 ** -126 : 2 ** 127)
})

it('shows a frame of bodies as it is written and read', () => {
  const [, hex = ''] = blocks('hex')
  const bytes = Buffer.from(hex.replace(/\s/g, ''), 'hex')
  const head = { point: [0, 2, 8], turn: [0, 0, 0, 1] } as const
  const right = { point: [1, 0, 6], turn: [0, 0.5, 0, Math.sqrt(0.75)], points: true } as const
  expect(Buffer.from(encodeBodies([{ peer: 3, view: 1, metre: 4, head, right }])).equals(bytes)).toBe(true)
  const [read, ...more] = decodeBodies(bytes)
  expect(read).toMatchObject({ peer: 3, view: 1, metre: 4, head, right: { point: [1, 0, 6], points: true } })
  expect(read?.left).toBeUndefined()
  for (const [i, part] of right.turn.entries()) expect(read?.right?.turn[i]).toBeCloseTo(part, 3)
  expect(more).toEqual([])
})
