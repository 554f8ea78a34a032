/** A host with TLS over sockets: requests, WebSockets, plain HTTP, limits, and another certificate later. */
import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { connect, type TLSSocket } from 'node:tls'
import { expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { makeCertificate } from '../../../core/service/tls/make-certificate.ts'
import { readBody, readStatus, sendRaw, toRequest } from '../../support/raw-http.ts'
import { temporaryFolders } from '../../support/temporary-folders.ts'
import { useHost } from '../../support/use-host.ts'

const day = 86_400_000
const used = useHost()

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'secure-'))
  temporaryFolders.push(folder)
  return folder
}

/** Starts a host with a certificate of its own, and returns that. */
async function start(options: Parameters<typeof used.start>[0] = {}): Promise<string> {
  const tlsFolder = makeFolder()
  await used.start({ https: true, tlsFolder, ...options })
  return readFileSync(join(tlsFolder, 'certificate.pem'), 'utf8')
}

/** Asks the host, whose certificate must be `ca`, and returns status and body. */
async function ask(ca: string, path: string, headers = {}): Promise<readonly [status: number, body: string]> {
  const asked = request(new URL(path, used.url), { ca, headers, agent: false }).end()
  const [response] = await once(asked, 'response')
  return [response.statusCode, await text(response)]
}

function open(ca: string): TLSSocket {
  const { hostname: host, port } = new URL(used.url)
  const socket = connect({ host, port: Number(port), ca, ALPNProtocols: ['h2', 'http/1.1'] })
  socket.on('error', () => {}) // which a reset of the host is
  onTestFinished(() => void socket.destroy())
  return socket
}

/** Resolves at the end of a connection, by an error as well. */
async function closeOf(socket: TLSSocket): Promise<void> {
  await new Promise<void>((resolve) => void socket.once('close', () => resolve()))
}

/** Resolves with what comes until `end` is in it. */
async function readUntil(socket: TLSSocket, end: string): Promise<string> {
  let answer = ''
  while (!answer.includes(end)) answer += String((await once(socket, 'data'))[0])
  return answer
}

it('answers requests with a certificate that clients know by its fingerprint alone', async () => {
  const ca = await start()
  expect(used.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
  expect(await ask(ca, '/livez')).toEqual([200, 'alive\n'])
  await expect(fetch(`${used.url}/livez`)).rejects.toThrow() // no authority has signed it
  const socket = open(ca)
  await once(socket, 'secureConnect')
  expect(socket.alpnProtocol).toBe('http/1.1')
  expect(socket.getPeerCertificate().fingerprint256).toBe(used.host.certificate?.fingerprint)
})

it('takes several requests of one connection, and one that offers h2c, as HTTP does', async () => {
  const socket = open(await start())
  const offer = 'connection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAEAAEAAAAIAAAAB\r\n'
  socket.write('GET /livez HTTP/1.1\r\nhost: localhost\r\n\r\n')
  expect(readStatus(await readUntil(socket, 'alive'))).toBe(200)
  socket.write(`GET /livez HTTP/1.1\r\nhost: localhost\r\n${offer}\r\n`)
  expect(readStatus(await readUntil(socket, 'alive'))).toBe(200)
  socket.write('GET /livez HTTP/1.1\r\nhost: localhost\r\n\r\n')
  expect(readStatus(await readUntil(socket, 'alive'))).toBe(200)
})

it('writes https into links, and takes pages of its own name only', async () => {
  const ca = await start({ token: 'open-sesame', corsOrigin: 'https://lab.example.org' })
  const authorization = 'Bearer open-sesame'
  const from = async (origin: string): Promise<number> =>
    (await ask(ca, '/api/specimens/reload', { authorization, origin }))[0]
  expect(await from(used.url)).toBe(200)
  expect(await from('https://lab.example.org')).toBe(200)
  expect(await from('https://other.example.org')).toBe(403)
  const [status, document] = await ask(ca, '/openapi.json')
  expect(status).toBe(200)
  expect(document).not.toContain(used.url.replace('https', 'http'))
})

it('sends no header that would outlive the certificate', async () => {
  const socket = open(await start())
  socket.write('GET /livez HTTP/1.1\r\nhost: localhost\r\n\r\n')
  expect((await readUntil(socket, 'alive')).toLowerCase()).not.toMatch(/strict-transport-security|set-cookie/)
})

it('lets a peer into a room over wss, and ends it when the host ends', async () => {
  const ca = await start()
  const peer = new WebSocket(`${used.url.replace('https', 'wss')}/ws/rooms/lab`, 'specimen-room.v1', { ca })
  await once(peer, 'open')
  peer.send(
    JSON.stringify({ type: 'join', name: 'Ada', color: '#336699', key: 'the-key-of-a-peer', token: '' }),
  )
  const [message] = await once(peer, 'message')
  expect(JSON.parse(String(message)).type).toBe('welcome')
  const closed = once(peer, 'close')
  await used.host.close()
  expect((await closed)[0]).toBe(1001)
})

it('tells a client without TLS what the port speaks', async () => {
  await start()
  const answer = await sendRaw(used.url, toRequest('GET', '/livez'))
  expect(readStatus(answer)).toBe(400)
  expect(JSON.parse(readBody(answer)).detail).toMatch(/^This port speaks HTTPS/)
})

it('counts a connection once, whatever it sends, and gives its place back', async () => {
  const ca = await start({ connectionLimit: 2 })
  const broken = open('-----BEGIN CERTIFICATE-----') // ends in the handshake
  await closeOf(broken)
  const places: TLSSocket[] = []
  /** Resolves with true once a connection was taken and has an answer; it then stays open. */
  const takePlace = async (): Promise<boolean> => {
    const socket = open(ca)
    socket.write('GET /livez HTTP/1.1\r\nhost: localhost\r\n\r\n')
    const isTaken = await Promise.race([
      readUntil(socket, 'alive').then(
        () => true,
        () => false,
      ),
      closeOf(socket).then(() => false),
    ])
    if (isTaken) places.push(socket)
    return isTaken
  }
  await expect.poll(takePlace).toBe(true)
  await expect.poll(takePlace).toBe(true)
  expect(await takePlace()).toBe(false) // refused before its handshake
  places[0]?.destroy()
  await expect.poll(takePlace).toBe(true)
})

it('ends with connections that have asked nothing', async () => {
  const ca = await start()
  const [idle, kept] = [open(ca), open(ca)]
  kept.write('GET /livez HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await Promise.all([once(idle, 'secureConnect'), readUntil(kept, 'alive')])
  const ended = Promise.all([closeOf(idle), closeOf(kept)])
  await used.host.close()
  await ended
})

it('presents changed files to new connections, and keeps the former ones until they fit each other', async () => {
  const folder = makeFolder()
  const [tlsCert, tlsKey] = [join(folder, 'lab.pem'), join(folder, 'lab.key')]
  const terms = { names: ['127.0.0.1'], from: Date.now() - day, until: Date.now() + 90 * day }
  const [first, second] = [makeCertificate(terms), makeCertificate(terms)]
  writeFileSync(tlsCert, first.certificate)
  writeFileSync(tlsKey, first.key)
  const warned: string[] = []
  const log = { write: (line: string) => void warned.push(JSON.parse(line).msg) }
  await used.start({ tlsCert, tlsKey, logLevel: 'warn', logDestination: log })
  expect((await ask(first.certificate, '/livez'))[0]).toBe(200)
  const former = open(first.certificate)
  await once(former, 'secureConnect')

  writeFileSync(tlsKey, second.key)
  await expect.poll(() => warned.join()).toContain('is not the key of')
  expect((await ask(first.certificate, '/livez'))[0]).toBe(200)
  writeFileSync(tlsCert, second.certificate)
  const isSecond = async (): Promise<number> =>
    (await ask(second.certificate, '/livez').catch(() => [0]))[0] ?? 0
  await expect.poll(isSecond).toBe(200)
  former.write('GET /livez HTTP/1.1\r\nhost: localhost\r\n\r\n')
  expect(readStatus(await readUntil(former, 'alive'))).toBe(200)
})

it('does not start with files that do not fit each other', async () => {
  const folder = makeFolder()
  const terms = { names: ['127.0.0.1'], from: Date.now() - day, until: Date.now() + day }
  const [tlsCert, tlsKey] = [join(folder, 'lab.pem'), join(folder, 'lab.key')]
  writeFileSync(tlsCert, makeCertificate(terms).certificate)
  writeFileSync(tlsKey, makeCertificate(terms).key)
  await expect(used.start({ tlsCert, tlsKey })).rejects.toThrow(`${tlsKey} is not the key of ${tlsCert}.`)
  await expect(used.start({ tlsCert, tlsKey: join(folder, 'none') })).rejects.toThrow(
    /TLS key cannot be read/,
  )
})
