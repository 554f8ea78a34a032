/** Rooms of a whole host, over sockets: state, results, presence, notes, locks, guests. */
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Json } from '../../../core/contract/values/json.ts'
import { decodeBodies, encodeBodies } from '../../../core/contract/wire/room-bodies.ts'
import type { RoomChanged, RoomViewResult } from '../../../core/contract/wire/room-messages.ts'
import { encodePoses } from '../../../core/contract/wire/room-poses.ts'
import { useProbeHost } from '../../support/use-host.ts'
import { connectPeer, type TestPeer } from './test-peer.ts'

const used = useProbeHost()

async function enter(name: string, join: { [name: string]: Json } = {}, room = 'lab'): Promise<TestPeer> {
  const peer = await connectPeer(used.url, room, { join: { name, ...join } })
  onTestFinished(() => peer.close())
  await peer.arrived
  return peer
}

const hasResult =
  (view = 1) =>
  ({ fields }: RoomChanged): boolean =>
    (fields[`views/${view}/result`] ?? null) !== null

async function takeResult(peer: TestPeer, view = 1): Promise<RoomViewResult> {
  const { fields } = await peer.take('changed', hasResult(view))
  return fields[`views/${view}/result`] as RoomViewResult // as the test for it says
}

describe('a room', () => {
  it('gives each change a version, and sends it to all, to its peer as an acknowledgement', async () => {
    await used.start()
    const [ada, bob] = [await enter('Ada'), await enter('Bob')]
    expect(await ada.take('welcome')).toMatchObject({ peer: 1, version: 0, fields: {} })
    expect(await bob.take('welcome')).toMatchObject({ peer: 2, peers: [{ name: 'Ada' }, { name: 'Bob' }] })
    expect(await ada.take('came')).toMatchObject({ peer: 2, name: 'Bob', may_change: true })
    ada.set({ 'views/1/specimen': 'tetra', 'views/1/params/size': 2, active: 1 }, 7)
    const wanted = { version: 1, by: 1, seq: 7 }
    expect(await ada.take('changed')).toMatchObject(wanted)
    const { fields } = await bob.take('changed')
    expect(fields).toEqual({ 'views/1/specimen': 'tetra', 'views/1/params/size': 2, active: 1 })
    bob.close()
    expect(await ada.take('left')).toEqual({ type: 'left', peer: 2 })
  })

  it('computes a change once, and sends all the same result, which each fetches by its id', async () => {
    const api = await used.start()
    const [ada, bob] = [await enter('Ada'), await enter('Bob')]
    ada.set({ 'views/1/specimen': 'tetra' })
    const results = await Promise.all([takeResult(ada), takeResult(bob)])
    expect(results[0]).toEqual(results[1])
    const { id, etag } = results[0]
    const answers = await Promise.all([1, 2, 3].map(() => fetch(`${used.url}/api/rooms/lab/results/${id}`)))
    const bodies = await Promise.all(answers.map(async (answer) => Buffer.from(await answer.arrayBuffer())))
    expect(answers.map(({ status, headers }) => [status, headers.get('etag')])).toEqual(
      [1, 2, 3].map(() => [200, etag]),
    )
    expect(bodies[1]?.equals(bodies[0] ?? Buffer.of())).toBe(true)
    const again = await fetch(`${used.url}/api/rooms/lab/results/${id}`, {
      headers: { 'if-none-match': etag },
    })
    expect(again.status).toBe(304)
    const address = `${used.url}/api/rooms/lab/results/${id}`
    const saved = await fetch(`${address}?format=stl`)
    expect([
      saved.status,
      saved.headers.get('content-type'),
      saved.headers.get('content-disposition'),
    ]).toEqual([200, 'model/stl', expect.stringContaining('tetra')])
    const refused = await Promise.all(
      ['format=step', 'form=stl'].map((query) => fetch(`${address}?${query}`)),
    )
    expect(await Promise.all(refused.map(async (answer) => (await answer.json()).detail))).toEqual([
      expect.stringContaining('format must be one of envelope, json'),
      'form: did you mean format?',
    ])
    const { rooms } = await (await fetch(`${used.url}/api/processing/cache/stats`)).json()
    expect(rooms.map(({ room_id }: { room_id: string }) => room_id)).toEqual(['lab~view-1'])
    expect(api).toBeDefined()
  })

  it('gives a late joiner everything in one message', async () => {
    await used.start()
    const ada = await enter('Ada')
    ada.set({ 'views/1/specimen': 'tetra', 'views/1/params/size': 3, 'views/1/display/clip': [0, 1] })
    ada.set({ 'notes/n1': { view: 1, at: [1, 2, 3], text: 'a crack' } })
    const ofPart = `views/1/display/parts/${'n'.repeat(64)}`
    ada.set({ [ofPart]: '0.4:cc3333' })
    const result = await takeResult(ada)
    const bob = await enter('Bob')
    const { fields, version } = await bob.take('welcome')
    expect(fields).toMatchObject({
      'views/1/specimen': 'tetra',
      'views/1/params/size': 3,
      'views/1/display/clip': [0, 1],
      [ofPart]: '0.4:cc3333',
      'views/1/result': result,
      'notes/n1': { view: 1, at: [1, 2, 3], text: 'a crack', author: 'Ada', time: expect.any(Number) },
    })
    const seen = ada.messages.flatMap((message) => (message.type === 'changed' ? [message.version] : []))
    expect(version).toBe(Math.max(...seen))
  })

  it('has several specimens, of which one is active; closing one removes what was set of it', async () => {
    await used.start()
    const ada = await enter('Ada')
    ada.set({ 'views/1/specimen': 'tetra', 'views/2/specimen': 'grid', active: 2 })
    const results = [await takeResult(ada, 1), await takeResult(ada, 2)]
    expect(results.map(({ type }) => type)).toEqual(['mesh', 'volume'])
    ada.set({ 'views/2/display/fog': 1, 'notes/n': { view: 2, at: [0, 0, 0], text: 'here' } })
    ada.set({ 'views/2/specimen': null }, 9)
    const { fields } = await ada.take('changed', ({ seq }) => seq === 9)
    const nothing = { 'views/2/specimen': null, 'views/2/result': null, 'views/2/display/fog': null }
    expect(fields).toEqual({ ...nothing, 'notes/n': null, active: null })
    const lost = await fetch(`${used.url}/api/rooms/lab/results/${results[1]?.id}`)
    expect([lost.status, (await lost.json()).code]).toEqual([404, 'result.unknown'])
  })

  it('refuses a change as a whole, and names the values that hold', async () => {
    await used.start()
    const ada = await enter('Ada')
    ada.set({ 'views/1/specimen': 'tetra', 'views/1/params/size': 2 })
    const refuse = async (fields: { [name: string]: Json }) => {
      ada.set(fields, 5)
      return await ada.take('refused')
    }
    expect(await refuse({ 'views/1/params/size': 'much', active: 1 })).toMatchObject({
      seq: 5,
      code: 'params.invalid',
      fields: { 'views/1/params/size': 2, active: null },
    })
    for (const [fields, code] of [
      [{ 'views/1/params/height': 2 }, 'params.invalid'],
      [{ 'views/2/specimen': 'nothing' }, 'specimen.unknown'],
      [{ 'views/2/specimen': 7 }, 'request.invalid'],
      [{ 'views/9/specimen': 'tetra' }, 'request.invalid'],
      [{ 'views/2/params/size': 1 }, 'request.invalid'],
      [{ 'views/1/result': {} }, 'request.invalid'],
      [{ 'views/1/run': null }, 'request.invalid'],
      [{ color: 'red' }, 'request.invalid'],
      [{ '~peers/1': null }, 'request.invalid'],
      [{ unshared: null }, 'request.invalid'],
      [{ active: 2 }, 'request.invalid'],
      [{ presenter: { peer: 9, locks: true } }, 'request.invalid'],
      [{ 'notes/n': { view: 1, at: [1, 2], text: 'x' } }, 'request.invalid'],
      [{ 'notes/n': { view: 1, at: [1, 2, 3], text: 'x'.repeat(1001) } }, 'request.invalid'],
    ] as const)
      expect([fields, (await refuse(fields)).code]).toEqual([fields, code])
    const own = ada.messages.filter((message) => message.type === 'changed' && message.by === 1)
    expect(own).toHaveLength(1)
  })

  it('lets the presenter lock, and is free again when that peer leaves', async () => {
    await used.start()
    const [ada, bob] = [await enter('Ada'), await enter('Bob')]
    ada.set({ 'views/1/specimen': 'tetra', presenter: { peer: 1, locks: true } })
    await bob.take('changed', ({ fields }) => 'presenter' in fields)
    bob.set({ 'views/1/params/size': 4 })
    expect(await bob.take('refused')).toMatchObject({ code: 'room.locked' })
    bob.set({ 'notes/n': { view: 1, at: [0, 0, 0], text: 'still' } }, 50)
    await bob.take('changed', ({ seq }) => seq === 50)
    ada.close()
    expect(await bob.take('changed', ({ fields }) => 'presenter' in fields)).toMatchObject({ by: 0 })
    bob.set({ 'views/1/params/size': 4 }, 51)
    await bob.take('changed', ({ seq }) => seq === 51)
  })

  it('shows a failure to all, and any of them cancels a run', async () => {
    await used.start()
    const [ada, bob] = [await enter('Ada'), await enter('Bob')]
    ada.set({ 'views/1/specimen': 'endless' })
    const running = await bob.take('changed', ({ fields }) => 'views/1/run' in fields)
    expect(running.fields['views/1/run']).toMatchObject({ version: 1 })
    bob.send({ type: 'cancel', view: 1 })
    const isError = ({ fields }: RoomChanged) => JSON.stringify(fields['views/1/run'] ?? '').includes('error')
    expect((await ada.take('changed', isError)).fields['views/1/run']).toMatchObject({
      error: { code: 'run.cancelled' },
    })
    ada.set({ 'views/1/specimen': 'failing', 'views/1/params/how': 'throw' })
    expect((await bob.take('changed', isError)).fields).toBeDefined()
  })

  it('keeps its result apart from the one that the cache has of the room', async () => {
    await used.start()
    const ada = await enter('Ada')
    ada.set({ 'views/1/specimen': 'tetra' })
    const { id } = await takeResult(ada)
    await fetch(`${used.url}/api/specimens/grid/data?room_id=lab`)
    await fetch(`${used.url}/api/processing/cache/clear`, { method: 'POST' })
    expect((await fetch(`${used.url}/api/rooms/lab/results/${id}`)).status).toBe(200)
  })

  it('sends the newest pose of each peer in one frame, and all of them to a late joiner', async () => {
    await used.start()
    const [ada, bob] = [await enter('Ada'), await enter('Bob')]
    await Promise.all([ada.take('welcome'), bob.take('welcome')])
    const cursor = [0.5, 0, -1] as const
    ada.webSocket.send(encodePoses([{ peer: 0, view: 1, cursor: [3, 3, 3] }]))
    ada.webSocket.send(encodePoses([{ peer: 0, view: 1, cursor }]))
    const wanted = Buffer.from(encodePoses([{ peer: 1, view: 1, cursor }]))
    // A tick may lie between the two that were sent.
    for (const peer of [ada, bob]) while (!(await peer.takeFrame()).equals(wanted));
    const eve = await enter('Eve')
    expect((await eve.takeFrame()).equals(wanted)).toBe(true)
    expect(bob.frames).toEqual([])
  })

  it('sends bodies to those who read them, also late, and to others poses alone', async () => {
    await used.start()
    const frames = [1, 2]
    const [ada, bob] = [await enter('Ada', { frames }), await enter('Bob', { frames })]
    const old = await enter('Old')
    expect((await old.take('welcome')).frames).toEqual(frames)
    await Promise.all([ada.take('welcome'), bob.take('welcome')])
    const head = { point: [0, 2, 8], turn: [0, 0, 0, 1] } as const
    const body = { view: 1, metre: 4, head, left: { ...head, points: true } } as const
    ada.webSocket.send(encodeBodies([{ peer: 0, ...body }]))
    const wanted = Buffer.from(encodeBodies([{ peer: 1, ...body }]))
    expect(wanted.byteLength).toBe(1 + 26)
    for (const peer of [ada, bob]) expect((await peer.takeFrame()).equals(wanted)).toBe(true)
    bob.webSocket.send(encodePoses([{ peer: 0, view: 1, cursor: [0, 0, 1] }]))
    const pose = Buffer.from(encodePoses([{ peer: 2, view: 1, cursor: [0, 0, 1] }]))
    for (const peer of [ada, old]) expect((await peer.takeFrame()).equals(pose)).toBe(true)
    const eve = await enter('Eve', { frames: [2, 200] })
    expect((await eve.takeFrame()).equals(wanted)).toBe(true)
    ada.close()
    await bob.take('left')
    const late = await enter('Late', { frames })
    expect((await late.takeFrame()).equals(pose)).toBe(true) // and not the body of one who has left
    expect([...old.frames, ...eve.frames, ...late.frames].flatMap((frame) => decodeBodies(frame))).toEqual([])
  })

  it('takes a peer that connects again for the same one, and ends its former connection', async () => {
    await used.start()
    const bob = await enter('Bob')
    const key = 'a-secret-of-one-peer'
    const first = await enter('Ada', { key })
    expect(await first.take('welcome')).toMatchObject({ peer: 2 })
    const second = await enter('Ada', { key })
    expect(await second.take('welcome')).toMatchObject({ peer: 2 })
    expect(await first.take('closing')).toMatchObject({ code: 'replaced', retry_seconds: null })
    second.close()
    expect(await bob.take('left')).toEqual({ type: 'left', peer: 2 })
    expect(bob.messages.filter(({ type }) => type === 'left')).toHaveLength(1)
  })

  it('keeps its state for a while after the last peer has left', async () => {
    await used.start()
    const ada = await enter('Ada')
    ada.set({ 'views/1/specimen': 'tetra' })
    const { id } = await takeResult(ada)
    ada.close()
    const bob = await enter('Bob')
    expect((await bob.take('welcome')).fields).toMatchObject({ 'views/1/result': { id } })
    expect((await fetch(`${used.url}/api/rooms/lab/results/${id}`)).status).toBe(200)
  })

  it('sees a result on the way while changes keep coming, and ends with the last', async () => {
    await used.start()
    const ada = await enter('Ada')
    ada.set({ 'views/1/specimen': 'tetra' })
    for (let size = 1; size <= 20; size++) ada.set({ 'views/1/params/size': size }, 100 + size)
    const { version } = await ada.take('changed', ({ seq }) => seq === 120)
    await ada.take('changed', ({ fields }) => {
      const result = fields['views/1/result'] as RoomViewResult | undefined // as the host writes it
      return result?.version === version
    })
  })
})

describe('a hundred peers', () => {
  it('get the same changes in the same order, and the same result of one run', async () => {
    const lines: string[] = []
    await used.start({ logLevel: 'info', logDestination: { write: (line) => void lines.push(line) } })
    const peers: TestPeer[] = []
    for (let i = 0; i < 100; i++) peers.push(await enter(`Peer ${i}`))
    const [first, second] = peers
    first?.set({ 'views/1/specimen': 'tetra', 'views/1/params/size': 5 })
    second?.set({ 'views/1/display/opacity': '0.5' })
    const results = await Promise.all(peers.map((peer) => takeResult(peer)))
    expect(new Set(results.map(({ id }) => id)).size).toBe(1)
    first?.set({ active: 1 }, 77)
    await Promise.all(peers.map((peer) => peer.take('changed', ({ seq }) => seq === 77)))
    const changes = peers.map(({ messages }) =>
      JSON.stringify(messages.filter(({ type }) => type === 'changed')),
    )
    expect(new Set(changes).size).toBe(1)
    expect(lines.filter((line) => line.includes('cache miss'))).toHaveLength(1)
  })
})

describe('a guest', () => {
  it('may watch, point and fetch with a ticket for reading, and change nothing', async () => {
    const token = 'the-token-of-this-host'
    await used.start({ token })
    const authorization = `Bearer ${token}`
    const given = await fetch(`${used.url}/api/tickets`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ room_id: 'lab', scopes: ['read'] }),
    })
    const { ticket } = await given.json()
    const ada = await enter('Ada', { token })
    const guest = await enter('Guest', { token: ticket })
    expect(await ada.take('came')).toMatchObject({ may_change: false })
    ada.set({ 'views/1/specimen': 'tetra' })
    const { id } = await takeResult(guest)
    const fetched = await fetch(`${used.url}/api/rooms/lab/results/${id}`, {
      headers: { authorization: `Bearer ${ticket}` },
    })
    expect(fetched.status).toBe(200)
    guest.set({ 'views/1/params/size': 3 })
    expect(await guest.take('refused')).toMatchObject({ code: 'scope.missing' })
    guest.send({ type: 'cancel', view: 1 })
    guest.webSocket.send(encodePoses([{ peer: 0, view: 1, cursor: [0, 0, 0] }]))
    expect((await ada.takeFrame()).byteLength).toBe(11)
    const other = await enter('Guest', { token: ticket }, 'elsewhere')
    expect(await other.take('closing')).toMatchObject({ code: 'room.refused', retry_seconds: null })
    const wrong = await enter('Mallory', { token: 'wrong' })
    expect(await wrong.take('closing')).toMatchObject({ code: 'token.refused' })
    const none = await enter('Mallory')
    expect(await none.take('closing')).toMatchObject({ code: 'token.missing' })
  })
})
