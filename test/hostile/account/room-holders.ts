/** The holdings of peers of rooms, a row each: how it grows from outside, and what bounds it. */

import { isJsonObject, type Json } from '../../../core/contract/values/json.ts'
import type { RoomChanged } from '../../../core/contract/wire/room-messages.ts'
import { holdings } from '../../../core/service/account/holdings.ts'
import { connectPeer, type TestPeer } from '../../service/rooms/test-peer.ts'

/** One thing that peers can make a host hold. */
export interface RoomHolderRow {
  readonly what: string
  readonly flags: readonly string[]
  /** The gauge of `/metrics` that grows, with its value at most. */
  readonly gauge: { readonly name: string; readonly most: number }
  /** Has peers enter and act until the host refuses more; resolves with the code or type of the refusal. */
  readonly grow: (enter: EnterRoom) => Promise<string>
  readonly refusal: string
}

/** Enters a room as a new peer. */
export type EnterRoom = (room: string) => Promise<TestPeer>

const mebibyte = 2 ** 20

/** Returns what enters rooms of a host, and keeps the peers in a list. */
export function toEnter(port: number, peers: TestPeer[]): EnterRoom {
  return async (room) => {
    const peer = await connectPeer(`http://127.0.0.1:${port}`, room)
    peers.push(peer)
    peer.webSocket.on('message', (data) => {
      if (String(data) === '{"type":"ping"}') peer.send({ type: 'pong' })
    })
    return peer
  }
}

async function growRooms(enter: EnterRoom): Promise<string> {
  const { limit } = holdings.rooms
  const opened = 50 // at a time
  for (let first = 0; first < limit; first += opened)
    await Promise.all(
      Array.from({ length: opened }, async (_, i) => {
        const peer = await enter(`room-${first + i}`)
        await peer.take('welcome')
      }),
    )
  const beyond = await enter('one-more')
  return (await beyond.take('closing')).code
}

async function growStates(enter: EnterRoom): Promise<string> {
  const text = 'x'.repeat(60_000)
  for (let room = 0; ; room++) {
    const peer = await enter(`room-${room}`)
    peer.set({ 'views/1/specimen': 'timed' }, 1)
    for (const name of 'abcd') peer.set({ [`views/1/display/${name}`]: text }, 2)
    peer.set({ active: 1 }, 3)
    await peer.take('changed', ({ seq, by }) => by > 0 && seq === 3).catch(() => {})
    const refused = peer.messages.find((message) => message.type === 'refused' || message.type === 'closing')
    if (refused) return 'code' in refused ? refused.code : ''
    peer.messages.length = 0
  }
}

async function growResults(enter: EnterRoom): Promise<string> {
  const peer = await enter('lab')
  for (let view = 1; view <= 8; view++) {
    const run = `views/${view}/run`
    peer.set({ [`views/${view}/specimen`]: 'timed', [`views/${view}/params/count`]: mebibyte / 8 }, view)
    const { fields } = await peer.take('changed', (change) => hasEnded(change, view))
    const shown: Json | undefined = fields[run]
    if (shown && isJsonObject(shown) && shown.error && isJsonObject(shown.error))
      return String(shown.error.code)
  }
  return 'none'
}

function hasEnded({ fields }: RoomChanged, view: number): boolean {
  const { [`views/${view}/result`]: result, [`views/${view}/run`]: run } = fields
  return isJsonObject(result ?? null) || (isJsonObject(run ?? null) && JSON.stringify(run).includes('error'))
}

async function growBacklogs(enter: EnterRoom): Promise<string> {
  const text = 'x'.repeat(60_000)
  const senders: TestPeer[] = []
  for (const room of ['first', 'second']) {
    const sender = await enter(room)
    await sender.take('welcome')
    for (let i = 0; i < 140; i++) {
      const peer = await enter(room)
      await peer.take('welcome')
      peer.webSocket.pause()
    }
    senders.push(sender)
  }
  for (const [i, sender] of senders.entries()) {
    sender.set({ 'views/1/specimen': 'timed' }, 0)
    for (let seq = 1; seq <= 8; seq++) {
      sender.set({ 'views/1/display/x': `${i}${seq}${text}` }, seq)
      await sender.take('changed', (change) => change.seq === seq)
    }
  }
  const [, sender] = senders
  return (await sender?.take('left'))?.type ?? 'none'
}

export const roomHolderRows: readonly RoomHolderRow[] = [
  {
    what: 'results that rooms show',
    flags: ['--cache-bytes', String(4 * mebibyte)],
    gauge: { name: 'specimen_host_held_bytes{what="results"}', most: 2 * mebibyte },
    grow: growResults,
    refusal: 'host.busy',
  },
  {
    what: 'what peers leave unread',
    flags: [],
    gauge: { name: 'specimen_host_held_bytes{what="backlogs"}', most: holdings.backlogs.limit / 2 },
    grow: growBacklogs,
    refusal: 'left',
  },
  {
    what: 'rooms',
    flags: [],
    gauge: { name: 'specimen_host_held_places{what="rooms"}', most: holdings.rooms.limit },
    grow: growRooms,
    refusal: 'host.busy',
  },
  {
    what: 'states of rooms',
    flags: [],
    gauge: { name: 'specimen_host_held_bytes{what="states"}', most: holdings.states.limit / 2 },
    grow: growStates,
    refusal: 'host.busy',
  },
]
