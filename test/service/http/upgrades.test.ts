/** Requests for another protocol, on connections that carry more than one request. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { watchSockets } from '../../../core/service/http/connection/connections.ts'
import { takeUpgrades } from '../../../core/service/http/connection/upgrades.ts'

const offer = 'connection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAEAAEAAAAIAAAAB\r\n'
const h2c = (path: string) => `GET ${path} HTTP/1.1\r\nhost: a\r\n${offer}\r\n`
const webSocket = 'GET /ws HTTP/1.1\r\nhost: a\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n'

let server: Server
let client: Socket
let sockets: ReadonlySet<Socket>
/** Answers that wait for the test. */
const held: ServerResponse[] = []
const heard: string[] = []

/** A server that answers with the path at once, or when the test says so, and takes WebSockets by a word. */
async function start(): Promise<void> {
  held.length = 0
  heard.length = 0
  server = createServer((request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith('/held')) {
      held.push(response)
      response.on('close', () =>
        heard.push(`${request.url} ${response.writableFinished ? 'was answered' : 'was left'}`),
      )
      server.emit('held')
    } else response.end(request.url)
  })
  sockets = watchSockets(server)
  const takes = (): boolean => true
  takeUpgrades(server, takes, (_, socket, head) => void socket.end(`upgraded${head}`))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  client = connect((server.address() as AddressInfo).port, '127.0.0.1') // it listens on TCP
  client.setEncoding('latin1')
}
afterEach(async () => {
  client.destroy()
  server.close()
  server.closeAllConnections()
})

/** Resolves with everything that came once `text` is in it. */
async function readUntil(text: string): Promise<string> {
  let answer = ''
  while (!answer.includes(text)) answer += (await once(client, 'data'))[0]
  return answer
}

it('adds no listener to a connection, however many requests on it offer h2c', async () => {
  await start()
  const counts = () => {
    const [socket] = sockets
    return socket
      ?.eventNames()
      .map((name) => `${String(name)} ${socket.listenerCount(name)}`)
      .sort()
  }
  client.write(h2c('/0'))
  await readUntil('/0')
  const first = counts()
  for (let i = 1; i < 20; i++) {
    client.write(h2c(`/${i}.`))
    await readUntil(`/${i}.`)
  }
  expect(counts()).toEqual(first)
  expect(sockets.size).toBe(1)
})

it('answers every one of several that are sent at once, in their order', async () => {
  await start()
  client.write(h2c('/held/a') + h2c('/held/b') + h2c('/c'))
  await once(server, 'held')
  const second = once(server, 'held')
  held[0]?.end('first')
  await second
  held[1]?.end('second')
  const answer = await readUntil('/c')
  expect(answer.match(/first|second|\/c/g)).toEqual(['first', 'second', '/c'])
})

it.each(['', offer])('upgrades to a WebSocket only after the answer before it (%j)', async (headers) => {
  await start()
  client.write(`GET /held HTTP/1.1\r\nhost: a\r\n${headers}\r\n${webSocket}more`)
  await once(server, 'held')
  held[0]?.end('first')
  expect((await readUntil('upgradedmore')).match(/first|upgradedmore/g)).toEqual(['first', 'upgradedmore'])
})

it.each(['', offer])(
  'tells a handler that its client has left, though another request waits behind it (%j)',
  async (headers) => {
    await start()
    client.write(`GET /held HTTP/1.1\r\nhost: a\r\n${headers}\r\n${webSocket}`)
    await once(server, 'held')
    const [response] = held
    const closed = once(response as ServerResponse, 'close') // it is held
    client.resetAndDestroy()
    await closed
    expect(heard).toEqual(['/held was left'])
  },
)
