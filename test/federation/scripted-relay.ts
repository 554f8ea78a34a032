/** A relay played from PROTOCOL.md: a raw WebSocket server whose connections do what a test tells them to. */
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { findPort } from '../support/find-port.ts'
import { type Frame, protocolName, ScriptedPeer } from './scripted-peer.ts'

/** The relay's end of one connection. */
export class ScriptedRelayPeer extends ScriptedPeer {
  /** The request that was upgraded. */
  request: IncomingMessage | undefined

  /** What stands behind `/ws/federation/`. */
  get workerId(): string {
    return (this.request?.url ?? '').replace('/ws/federation/', '')
  }

  /** Answers the worker's hello. */
  welcome(members: object = {}): void {
    const seconds = { ping_seconds: 10, dead_seconds: 25, grace_seconds: 60 }
    const instance = 'f'.repeat(32)
    this.send({
      type: 'welcome',
      software: 'scripted 1',
      instance,
      ...seconds,
      window: 2 ** 23,
      exchanges: [],
      ...members,
    })
  }

  /** Asks for a run; `params` are given as a value. */
  run(id: number, functionName: string, revision: string, params: object = {}, members: object = {}): void {
    const begin = { room: 'service', window: 2 ** 23, seq: 0, offset: 0 }
    this.send({
      type: 'run',
      id,
      function: functionName,
      revision,
      params: JSON.stringify(params),
      ...begin,
      ...members,
    })
  }

  /** Asks for a specimen's file. */
  fetch(id: number, specimen: string, members: object = {}): void {
    const whole = { part: 'data', method: 'GET', headers: {}, window: 2 ** 20, offset: 0 }
    this.send({ type: 'fetch', id, specimen, ...whole, ...members })
  }

  /**
   * Reads the worker's hello and its whole catalog, which may come in several frames, and welcomes it.
   * Resolves with them.
   */
  async accept(members: object = {}): Promise<{ hello: Frame; catalog: Frame[] }> {
    const hello = await this.next()
    const catalog = [await this.next('catalog')]
    while (catalog.at(-1)?.more) catalog.push(await this.next('catalog'))
    this.welcome(members)
    return { hello, catalog }
  }
}

export interface ScriptedRelay {
  /** `http://…`, as a worker is given it. */
  readonly url: string
  readonly port: number
  /** Every connection it has had. */
  readonly peers: readonly ScriptedRelayPeer[]
  /** Resolves with the next connection that no earlier call has got. */
  nextConnection(): Promise<ScriptedRelayPeer>
  /** Answers upgrade requests from now on with a problem body of this status; null accepts them again. */
  refuse(status: number | null, headers?: { readonly [name: string]: string }): void
  close(): Promise<void>
}

/** Starts a relay on a free port, or on one that an earlier relay had. */
export async function createScriptedRelay(given: { readonly port?: number } = {}): Promise<ScriptedRelay> {
  const peers: ScriptedRelayPeer[] = []
  const waiting: ((peer: ScriptedRelayPeer) => void)[] = []
  let taken = 0
  let refusal: string | undefined
  const upgrades = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has(protocolName) ? protocolName : false),
  })
  const server = createServer((_, response) => response.writeHead(404).end())
  const sockets = new Set<Duplex>()
  server.on('upgrade', (request, socket, head) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    // Node leaves an upgraded socket without a listener: a worker that resets it would end the test run.
    socket.on('error', () => socket.destroy())
    if (refusal !== undefined) return void socket.end(refusal)
    upgrades.handleUpgrade(request, socket, head, (webSocket) => {
      const peer = new ScriptedRelayPeer(webSocket, socket as Socket) // of an HTTP server
      peer.request = request
      peers.push(peer)
      const resolve = waiting.shift()
      if (!resolve) return
      taken++
      resolve(peer)
    })
  })
  server.listen(given.port ?? (await findPort()), '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port, as just asked
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    peers,
    nextConnection: () => {
      const peer = peers[taken]
      if (!peer) return new Promise((resolve) => waiting.push(resolve))
      taken++
      return Promise.resolve(peer)
    },
    refuse: (status, headers = {}) => {
      const body = JSON.stringify({
        type: '/docs',
        title: 'Refused',
        status,
        detail: `refused with ${status}, as scripted`,
        code: 'scripted',
      })
      const lines = Object.entries({
        'content-type': 'application/problem+json',
        'content-length': body.length,
        connection: 'close',
        ...headers,
      })
      const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
      refusal = status === null ? undefined : `HTTP/1.1 ${status} Refused\r\n${head}\r\n${body}`
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
