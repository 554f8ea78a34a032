/** A connection with TLS that is given up: the one below it is reset, and nothing stays in the system. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { connect, createSecureContext } from 'node:tls'
import { expect, it, onTestFinished } from 'vitest'
import { createSecuring, SecureSocket } from '../../../core/service/http/connection/secure-connections.ts'
import { makeCertificate } from '../../../core/service/tls/make-certificate.ts'

it('is reset below TLS, which Node refuses for other connections with TLS', async () => {
  const terms = { names: ['localhost'], from: Date.now() - 86_400_000, until: Date.now() + 86_400_000 }
  const { certificate, key } = makeCertificate(terms)
  const context = createSecureContext({ cert: certificate, key })
  const taken: Socket[] = []
  const server = createServer(({ socket }, response) => {
    taken.push(socket)
    response.write('hello')
  })
  const serve = server.listeners('connection')
  server.removeAllListeners('connection')
  const secure = createSecuring(server, { getContext: () => context, base: '' })
  server.on('connection', (socket: Socket) => {
    if (!(socket instanceof SecureSocket)) return secure(socket)
    for (const listener of serve) listener.call(server, socket)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo // it listens on TCP
  const client = connect({ host: '127.0.0.1', port, servername: 'localhost', ca: certificate })
  client.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
  await once(client, 'data')
  const [socket] = taken
  const failed = once(client, 'error')
  socket?.resetAndDestroy()
  expect((await failed)[0]).toMatchObject({ code: 'ECONNRESET' })
  expect(socket).toMatchObject({ destroyed: true, transport: { destroyed: true } })
})
