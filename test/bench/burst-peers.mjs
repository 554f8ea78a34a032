/**
 * Peers of a room in a process of their own, started by `withBurstPeers`: each sends all that the rate allows
 * at once when it is asked for `burst`, or for `refused` as often what a reader is refused. The answer comes
 * once each peer has the acknowledgement or the refusal of its last message.
 */
import { once } from 'node:events'
import { WebSocket } from 'ws'

const { port, count, room, token } = JSON.parse(process.argv[2])
const messages = 990 // beside the first ones, within the burst of 1,000
const large = 12
const peers = []

for (let i = 0; i < count; i++) {
  const webSocket = new WebSocket(`ws://127.0.0.1:${port}/ws/rooms/${room}`, 'specimen-room.v1')
  await once(webSocket, 'open')
  const welcomed = once(webSocket, 'message')
  const key = `key-of-burst-${room}-${i}`
  webSocket.send(JSON.stringify({ type: 'join', name: `peer ${i}`, color: '#336699', key, token }))
  const [welcome] = await welcomed
  const { peer } = JSON.parse(welcome)
  webSocket.on('message', (data) => {
    if (data.includes('"type":"ping"')) webSocket.send('{"type":"pong"}')
  })
  peers.push({ webSocket, peer })
}

process.on('message', async ({ id, question }) => process.send({ id, answer: await sendAll(question) }))
process.on('disconnect', () => process.exit())
process.send({ port })

async function sendAll(question) {
  if (question === 'fill') return await fill()
  const ends = peers.map(
    ({ webSocket, peer }) =>
      new Promise((resolve, reject) => {
        const last = question === 'burst' ? `"by":${peer},"seq":${messages},` : `"refused","seq":${messages},`
        const read = (data) => {
          if (!data.includes(last)) return
          webSocket.off('message', read)
          resolve()
        }
        webSocket.on('message', read)
        webSocket.on('close', (code, reason) => reject(new Error(`a peer was cut off: ${code} ${reason}`)))
      }),
  )
  const named = Object.fromEntries(Array.from({ length: large }, (_, i) => [`views/1/display/${i}`, null]))
  for (const { webSocket, peer } of peers)
    for (let seq = 1; seq <= messages; seq++) {
      const fields = question === 'burst' ? { 'views/1/display/x': `${peer} ${seq}` } : named
      webSocket.send(JSON.stringify({ type: 'set', seq, fields }))
    }
  await Promise.all(ends)
}

/** Sets a specimen and large fields as the first peer. */
async function fill() {
  const [{ webSocket }] = peers
  const sets = [{ 'views/1/specimen': 'dot' }]
  for (let i = 0; i < large; i++) sets.push({ [`views/1/display/${i}`]: String(i % 10).repeat(20_000) })
  for (const [seq, fields] of sets.entries()) {
    const changed = once(webSocket, 'message')
    webSocket.send(JSON.stringify({ type: 'set', seq, fields }))
    await changed
  }
}
