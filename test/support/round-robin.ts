/** A balancer without stickiness: each request goes to the next host. */
import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts one before hosts at `urls`; returns its own address and what ends it. */
export async function startRoundRobin(
  urls: readonly string[],
): Promise<{ readonly url: string; close(): Promise<void> }> {
  let turn = 0
  const server: Server = createServer((incoming, answer) => {
    const target = new URL(incoming.url ?? '/', urls[turn++ % urls.length])
    const { method, headers } = incoming
    const outgoing = request(target, { method: method ?? 'GET', headers: { ...headers, host: target.host } })
    outgoing.on('response', (response) => {
      const { connection, 'keep-alive': idleTime, ...passedOn } = response.headers // those of another connection
      answer.writeHead(response.statusCode ?? 502, passedOn)
      response.pipe(answer)
      response.on('aborted', () => answer.destroy())
    })
    outgoing.on('error', () => answer.destroy())
    answer.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  })
  server.keepAliveTimeout = 0 // a connection that ends when it is used again would fail its request
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port, as just asked
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
