/** `client.joinRoom`: own changes and those of others, lost connections, refusals, poses, results. */
import { once } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { createClient, type RoomEvent, type RoomSession } from '../../../core/client/client.ts'
import { useProbeHost } from '../../support/use-host.ts'

const used = useProbeHost()

interface Seen {
  readonly session: RoomSession
  readonly events: RoomEvent[]
  readonly sockets: WebSocket[]
  /** Resolves once this holds, which is looked at after each event. */
  until(holds: () => boolean): Promise<void>
}

async function enter(name: string, token?: string): Promise<Seen> {
  const events: RoomEvent[] = []
  const sockets: WebSocket[] = []
  const happened = new EventTarget()
  const session = createClient(used.url, { token }).joinRoom('lab', {
    name,
    color: '#336699',
    openSocket: (url, protocol) => {
      const socket = new WebSocket(url, protocol)
      sockets.push(socket)
      return socket as unknown as globalThis.WebSocket // its part that clients use
    },
    onEvent: (event) => {
      events.push(event)
      happened.dispatchEvent(new Event('any'))
    },
  })
  onTestFinished(() => session.leave())
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await once(happened, 'any')
  }
  await until(() => events.some(({ type }) => type === 'entered' || type === 'ended'))
  return { session, events, sockets, until }
}

describe('a session in a room', () => {
  it('sees its own change at once and no echo of it, and the other sees it too', async () => {
    await used.start()
    const [ada, bob] = [await enter('Ada'), await enter('Bob')]
    ada.session.set({ 'views/1/specimen': 'tetra', 'views/1/params/size': 2 })
    expect(ada.session.fields.get('views/1/params/size')).toBe(2)
    await bob.until(() => bob.session.fields.has('views/1/result'))
    await ada.until(() => ada.session.fields.has('views/1/result'))
    expect(bob.session.fields).toEqual(ada.session.fields)
    const echoes = ada.events.filter((event) => event.type === 'changed' && event.by !== 0)
    expect(echoes).toEqual([])
    const result = await bob.session.result(1)
    expect(result?.type).toBe('mesh')
    expect(await bob.session.result(2)).toBeUndefined()
    expect([...bob.session.peers.values()].map(({ name }) => name)).toEqual(['Ada', 'Bob'])
  })

  it('ends with the same state as the other when both drag one slider', async () => {
    await used.start()
    const [ada, bob] = [await enter('Ada'), await enter('Bob')]
    ada.session.set({ 'views/1/specimen': 'tetra' })
    await bob.until(() => bob.session.fields.has('views/1/specimen'))
    for (let size = 1; size <= 30; size++) {
      ada.session.set({ 'views/1/params/size': size })
      bob.session.set({ 'views/1/params/size': 100 + size })
      await new Promise(setImmediate)
    }
    ada.session.set({ active: 1 })
    const areEqual = () =>
      JSON.stringify([...ada.session.fields].sort()) === JSON.stringify([...bob.session.fields].sort())
    await bob.until(() => bob.session.fields.get('active') === 1 && areEqual())
    expect([30, 130]).toContain(ada.session.fields.get('views/1/params/size'))
  })

  it('comes back by itself, catches up, and sends again what was not acknowledged', async () => {
    await used.start()
    const [ada, bob] = [await enter('Ada'), await enter('Bob')]
    ada.session.set({ 'views/1/specimen': 'tetra' })
    await bob.until(() => bob.session.fields.has('views/1/specimen'))
    const { peer } = bob.session
    bob.sockets[0]?.terminate()
    await bob.until(() => bob.events.some(({ type }) => type === 'away'))
    ada.session.set({ 'views/1/params/size': 5 })
    bob.session.set({ 'views/1/display/box': 'on' })
    await bob.until(() => bob.session.fields.get('views/1/params/size') === 5)
    await ada.until(() => ada.session.fields.get('views/1/display/box') === 'on')
    expect(bob.events.filter(({ type }) => type === 'entered')).toHaveLength(2)
    expect(bob.session.peer).toBeGreaterThanOrEqual(peer)
    expect([...ada.session.peers.values()].filter(({ name }) => name === 'Bob')).toHaveLength(1)
  })

  it('takes a refused change back', async () => {
    await used.start()
    const ada = await enter('Ada')
    ada.session.set({ 'views/1/specimen': 'tetra', 'views/1/params/size': 2 })
    await ada.until(() => ada.session.fields.has('views/1/result'))
    ada.session.set({ 'views/1/params/size': 'large' })
    await ada.until(() => ada.events.some(({ type }) => type === 'refused'))
    expect(ada.session.fields.get('views/1/params/size')).toBe(2)
    expect(ada.events.find(({ type }) => type === 'refused')).toMatchObject({ code: 'params.invalid' })
  })

  it('sees the poses of others, and not its own', async () => {
    await used.start()
    const [ada, bob] = [await enter('Ada'), await enter('Bob')]
    ada.session.pose({ view: 1, cursor: [0.5, 0, 0] })
    await bob.until(() => bob.events.some(({ type }) => type === 'poses'))
    expect(bob.events.find(({ type }) => type === 'poses')).toEqual({
      type: 'poses',
      poses: [{ peer: 1, view: 1, cursor: [0.5, 0, 0] }],
    })
    expect(ada.events.some(({ type }) => type === 'poses')).toBe(false)
  })

  it('is ended by a refusal that would come again', async () => {
    await used.start({ token: 'right' })
    const { events } = await enter('Mallory', 'wrong')
    expect(events).toEqual([{ type: 'ended', code: 'token.refused', detail: expect.any(String) }])
  })
})

it.skipIf(typeof globalThis.WebSocket === 'function')(
  'without a WebSocket of the runtime says at once what to give',
  () => {
    const join = { name: 'Ada', color: '#336699', onEvent: () => {} }
    const enterAlone = (): unknown => createClient('http://127.0.0.1:9').joinRoom('lab', join)
    expect(enterAlone).toThrow('openSocket: (url, protocol) => new WebSocket(url, protocol)')
    expect(enterAlone).toThrow('Node has one from version 22 on')
  },
)
