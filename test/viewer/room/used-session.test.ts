/** The session of a page, and the next one under another name: which of their events count, in every order. */
import { describe, expect, it } from 'vitest'
import type { RoomEvent, RoomSession } from '../../../core/client/client.ts'
import { UsedSession } from '../../../core/viewer/room/used-session.ts'

const left: string[] = []
const entered: RoomEvent = { type: 'entered' }
const ended: RoomEvent = { type: 'ended', code: 'request.invalid', detail: 'Replaced.' }
const away: RoomEvent = { type: 'away', detail: 'Lost.' }
const peers: RoomEvent = { type: 'peers' }

function make(name: string): RoomSession {
  const unused = { set: () => {}, pose: () => {}, body: () => {}, cancel: () => {} }
  const nothing = { peer: 1, peers: new Map(), fields: new Map(), mayUnlock: false }
  return { ...unused, ...nothing, result: async () => undefined, leave: () => void left.push(name) }
}

/** A page whose first session is in the room, and a next one on its way. */
function change() {
  left.length = 0
  const used = new UsedSession()
  const [first, next] = [make('first'), make('next')]
  expect(used.use(first, false)).toBe(true)
  expect(used.hears(entered, first)).toBe(true)
  expect(used.use(next, true)).toBe(false)
  expect([used.session, left]).toEqual([first, []])
  return { used, first, next }
}

describe('the session of a page in a room', () => {
  it('is left once the next one has entered, and is not heard after it', () => {
    const { used, first, next } = change()
    expect([used.hears(peers, first), used.hears(away, next)]).toEqual([true, false])
    expect([used.hears(entered, next), used.session === next, left]).toEqual([true, true, ['first']])
    expect([used.hears(ended, first), used.hears(peers, first), used.hears(peers, next)]).toEqual([
      ...[false, false, true],
    ])
  })

  it('ends unheard when the host has given its place to the next one', () => {
    const { used, first, next } = change()
    expect([used.hears(ended, first), used.session === next]).toEqual([false, true])
    expect([used.hears(away, next), used.hears(entered, next)]).toEqual([true, true])
  })

  it('is lost with its connection: the next one is used, and awaited', () => {
    const { used, first, next } = change()
    expect([used.hears(away, first), used.session === next]).toEqual([true, true])
  })

  it('is left when the next one is refused, whose refusal is heard', () => {
    const { used, next } = change()
    expect([used.hears(ended, next), used.session === next, left]).toEqual([true, true, ['first']])
  })

  it('has one next at a time, and both are left with the page', () => {
    const { used, next } = change()
    const last = make('last')
    expect(used.use(last, true)).toBe(false)
    expect([left, used.hears(entered, next)]).toEqual([['next'], false])
    expect([used.use(null, true), used.session, left]).toEqual([true, null, ['next', 'last', 'first']])
  })
})
