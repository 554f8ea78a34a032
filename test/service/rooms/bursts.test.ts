/** Many peers that send all that the rate allows at once: what the host makes of it, counted and not timed. */
import { expect, it, onTestFinished } from 'vitest'
import { useProbeHost } from '../../support/use-host.ts'
import { connectPeer, type TestPeer } from './test-peer.ts'

const used = useProbeHost()
const peers = 20

it('takes the bursts of twenty peers, and answers others between', async () => {
  await used.start()
  const all: TestPeer[] = []
  for (let i = 0; i < peers; i++) {
    const peer = await connectPeer(used.url, 'lab', { join: { name: `Peer ${i}` } })
    onTestFinished(() => peer.webSocket.terminate())
    await peer.take('welcome')
    // A busy machine takes longer than a peer may be silent.
    peer.webSocket.on('message', (data) => {
      if (String(data) === '{"type":"ping"}') peer.send({ type: 'pong' })
    })
    all.push(peer)
  }
  all[0]?.set({ 'views/1/specimen': 'rock' }, 0)
  await Promise.all(all.map((peer) => peer.take('changed')))
  const burst = 400 // within the rate
  for (const [i, peer] of all.entries())
    for (let seq = 1; seq <= burst; seq++) peer.set({ 'views/1/display/x': `${i} ${seq}` }, seq)
  const isLast = ({ seq, by }: { seq: number | null; by: number }, peer: number): boolean =>
    by === peer && seq === burst
  const ends = all.map(async (peer, i) => await peer.take('changed', (found) => isLast(found, i + 1)))
  let isOver = false
  const over = Promise.all(ends).then(() => {
    isOver = true
  })
  let answers = 0
  while (!isOver) {
    expect((await fetch(`${used.url}/livez`)).status).toBe(200)
    answers++
  }
  await over
  expect(answers).toBeGreaterThan(2)
  for (const [i, { messages }] of all.entries()) {
    const changed = messages.filter((message) => message.type === 'changed')
    const acknowledged = changed.filter(({ by, seq }) => by === i + 1 && seq !== null)
    expect(acknowledged.length).toBe(i === 0 ? burst + 1 : burst)
    expect(changed.map(({ version }) => version)).toEqual(
      changed.map(({ version }) => version).sort((a, b) => a - b),
    )
    // A peer gets its own acknowledgements, and less than half of what the others have set.
    expect(changed.length - acknowledged.length).toBeLessThan((peers * burst) / 2)
  }
  const [welcome] = await Promise.all([connectPeer(used.url, 'lab').then((peer) => peer.take('welcome'))])
  const shown = all.map(({ messages }) =>
    messages.findLast((message) => message.type === 'changed' && 'views/1/display/x' in message.fields),
  )
  for (const found of shown)
    expect(found).toMatchObject({ fields: { 'views/1/display/x': welcome?.fields['views/1/display/x'] } })
})

it('sends readers whose changes are refused none of what they name', async () => {
  const token = 'the-token-of-this-host'
  await used.start({ token })
  const ticket = await fetch(`${used.url}/api/tickets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ room_id: 'lab', scopes: ['read'] }),
  }).then(async (answer) => (await answer.json()).ticket)
  const ada = await connectPeer(used.url, 'lab', { join: { token } })
  onTestFinished(() => ada.webSocket.terminate())
  const large = Object.fromEntries(
    [...'abcd'].map((name) => [`views/1/display/${name}`, name.repeat(50_000)]),
  )
  ada.set({ 'views/1/specimen': 'rock' }, 0)
  for (const [name, value] of Object.entries(large)) ada.set({ [name]: value }, 1)
  const named = Object.fromEntries(Object.keys(large).map((name) => [name, null]))
  const readers: TestPeer[] = []
  for (let i = 0; i < 20; i++) {
    const reader = await connectPeer(used.url, 'lab', {
      join: { token: ticket, key: `key-of-the-reader-${i}` },
    })
    onTestFinished(() => reader.webSocket.terminate())
    await reader.take('welcome')
    readers.push(reader)
  }
  for (const reader of readers) for (let seq = 1; seq <= 500; seq++) reader.set(named, seq)
  await Promise.all(readers.map((reader) => reader.take('refused', ({ seq }) => seq === 500)))
  for (const { messages } of readers) {
    const refused = messages.filter(({ type }) => type === 'refused')
    expect([refused.length, JSON.stringify(refused).length < 500 * 200]).toEqual([500, true])
  }
})
