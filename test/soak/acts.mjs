/**
 * What a client may do, with how often it does so among 10,000 times. Each act takes a client that sends
 * requests and says which statuses are right.
 */
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { runAgent } from './agents.mjs'
import { seeForm, shareForm } from './forms.mjs'
import { writeSoakBundle } from './soak-host.mjs'

const rooms = 40
const values = 4
/** A host at its limits may always say so. */
const busy = 503

export const acts = [
  { name: 'looks', share: 5300, act: look },
  { name: 'loads', share: 2600, act: load },
  { name: 'invokes', share: 700, act: invoke },
  { name: 'jobs', share: 600, act: runJob },
  { name: 'nonsense', share: 400, act: sendNonsense },
  { name: 'failures', share: 50, act: fail },
  { name: 'crashes', share: 20, act: crash },
  { name: 'cancels', share: 20, act: cancel },
  { name: 'leaves', share: 20, act: leave },
  { name: 'pictures', share: 100, act: seePicture },
  { name: 'files', share: 150, act: loadFile },
  { name: 'forms', share: 150, act: seeForm },
  { name: 'shared forms', share: 10, act: shareForm },
  { name: 'agents', share: 40, act: runAgent },
  { name: 'rooms', share: 50, act: visitRoom },
  { name: 'unread', share: 5, act: leaveUnread },
  { name: 'large', share: 10, act: loadLarge },
  { name: 'reloads', share: 6, act: reload },
  { name: 'replaces', share: 2, act: replace },
  { name: 'stalls', share: 3, act: stall },
  { name: 'clears', share: 3, act: clear },
]

const pick = (count) => Math.floor(Math.random() * count)
const roomOf = () => `room-${pick(rooms)}`
const dataOf = (id, n = pick(values), room = roomOf()) =>
  `/api/specimens/${id}/data?params=${encodeURIComponent(JSON.stringify({ n }))}&room_id=${room}`
const addresses = [
  '/api/specimens/',
  '/api/specimens/small',
  '/livez',
  '/api/processing/functions',
  '/',
  '/metrics',
]

async function look(client) {
  await client.get(addresses[pick(addresses.length)], [200])
}

async function load(client) {
  await client.get(dataOf(pick(4) === 0 ? 'changes' : 'small'), [200, busy])
}

async function invoke(client) {
  const body = { function_name: 'small', kwargs: { n: pick(values) }, room_id: roomOf() }
  await client.post('/api/processing/invoke', body, [200, busy])
}

async function start(client, id, n = Math.random()) {
  const { status, body } = await client.post(
    `/api/specimens/${id}/start`,
    { params: { n }, room_id: roomOf() },
    [200, busy],
  )
  if (status !== 200) return undefined
  client.jobs.add(body.job_id)
  return body.job_id
}

/** One in four is left alone once it has begun. */
async function runJob(client) {
  const id = await start(client, 'chats')
  if (id === undefined || pick(4) === 0) return
  for (let since = -1; ; ) {
    const { status, body } = await client.get(`/api/jobs/${id}/progress?since=${since}`, [200, 404])
    if (status === 404 || body.status !== 'running') break // sweeping may be faster
    since = body.messages.at(-1)?.seq ?? since
    await setTimeout(10)
  }
  await client.get(`/api/jobs/${id}/result`, [200, 404])
}

async function cancel(client) {
  const id = await start(client, 'endless')
  if (id === undefined) return
  await setTimeout(pick(100))
  await client.send('DELETE', `/api/jobs/${id}`, undefined, [204])
  await client.get(`/api/jobs/${id}/result`, [410, 404])
}

/** The client goes while its run goes on, or waits for a place. */
async function leave(client) {
  await client.abandon(dataOf('endless', Math.random()), pick(100))
}

async function fail(client) {
  await client.get(dataOf('fails'), [500, busy])
}

/** Each second one ends its process; five in a row have the function suspended. */
async function crash(client) {
  await client.get(dataOf('crashes'), [200, 500, busy])
}

async function loadLarge(client) {
  await client.get(dataOf('large'), [200, busy])
}

/** Most are new: another value or another view. */
async function seePicture(client) {
  const query = `width=${16 + pick(8)}&params=${encodeURIComponent(JSON.stringify({ n: pick(100) }))}`
  await client.get(`/api/specimens/small/picture?${query}`, [200, busy])
}

/** A file as it is, as a result in a form, and a folder as an archive. */
async function loadFile(client) {
  const asked = [
    'ramp.npy/data',
    'ramp.npy/data?format=json',
    'cells.zarr/data',
    'cells.zarr/data?format=npy',
  ]
  const [method, target] = [pick(4) === 0 ? 'HEAD' : 'GET', asked[pick(asked.length)]]
  const join = target.includes('?') ? '&' : '?'
  await client.send(method, `/api/specimens/${target}${join}room_id=${roomOf()}`, undefined, [200, busy])
}

/** Joins, sets some fields, has a result made or not, and leaves, with or without a word. */
async function visitRoom(client) {
  const address = `ws://127.0.0.1:${client.port}/ws/rooms/${roomOf()}-${pick(1000)}`
  const socket = new WebSocket(address, 'specimen-room.v1')
  client.count()
  await once(socket, 'open')
  const send = (message) => socket.send(JSON.stringify(message))
  send({
    type: 'join',
    name: 'Ada',
    color: '#336699',
    key: `soak-${Math.random()}`.replace('.', '-'),
    token: '',
  })
  const [welcome] = await once(socket, 'message')
  if (JSON.parse(welcome).type !== 'welcome') throw new Error(`a peer is told ${welcome}`)
  send({ type: 'set', seq: 1, fields: { 'views/1/specimen': 'small', 'views/1/params/n': pick(values) } })
  await once(socket, 'message')
  const closed = once(socket, 'close')
  if (pick(2) === 0) socket.close()
  else socket.terminate()
  await closed
}

/** Different results that one client asks for at once and never reads. */
async function leaveUnread(client) {
  const sockets = Array.from({ length: 12 }, (_, i) => {
    const socket = connect(client.port, '127.0.0.1')
    socket.on('error', () => {}) // the host may drop it first
    socket.pause()
    socket.write(`GET ${dataOf('large', Math.random(), `unread-${i}`)} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
    client.count()
    return socket
  })
  await setTimeout(1000 + pick(2000))
  for (const socket of sockets) socket.destroy()
}

async function sendNonsense(client) {
  const wrong = [
    ['/api/specimens/none', 404],
    ['/api/specimens/small/data?params=[', 400],
    [`${dataOf('small')}&params={}`, 400],
    ['/api/specimens/small/data?params={"n":"x"}', 422],
    ['/api/jobs/none/result', 404],
    ['/api/specimens/%zz', 400],
    ['/nowhere', 404],
  ]
  const [target, status] = wrong[pick(wrong.length)]
  await client.get(target, [status])
}

async function reload(client) {
  await client.post('/api/specimens/reload', {}, [200])
}

/** While it is written it is broken, and its predecessor is kept. */
async function replace(client) {
  await writeSoakBundle(client.plugins, 'changing', Math.random())
  await reload(client)
  await client.get(dataOf('changes'), [200, busy])
}

/** A reader that takes nothing for a while, and goes. */
async function stall(client) {
  const socket = connect(client.port, '127.0.0.1')
  socket.on('error', () => {}) // the host may drop it first
  socket.pause()
  socket.write(`GET ${dataOf('large')} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
  client.count()
  await setTimeout(1000 + pick(1000))
  socket.destroy()
}

async function clear(client) {
  await client.post('/api/processing/cache/clear', {}, [200])
}
