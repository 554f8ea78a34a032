import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toSpecimenError } from '../../../contract/domain/errors.ts'
import { createDeferred, type Deferred } from '../../../contract/time/deferred.ts'
import type { Hold, Ledger } from '../../account/ledger.ts'
import { holdBytes } from './answer-hold.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The bytes that its body holds until it is answered; null for a request without a body. */
    bodyHold: Hold | null
  }
  interface FastifyInstance {
    readonly largeAnswers: LargeAnswers
    /** The bytes that answers hold. */
    readonly heldAnswers: Ledger
  }
}

/** The size from which an answer is large: 1,024 smaller ones, one per connection, take at most 256 MB. */
export const largeBytes = 2 ** 18
/** Connections on which a client may have unread large answers: 512 MB with 4 MB each in the kernel. */
export const largeConnections = 128
const lookMilliseconds = 500
/** A body in pieces, as a whole, and as a text; what is parsed of it comes to that. */
const bodyCopies = 3

interface Client {
  /** The number of answers in transmission on each counted connection. */
  readonly held: Map<Socket, number>
  /** Connections whose answers wait for a place, in order. */
  readonly waiting: Map<Socket, Deferred<void>>
}

/**
 * Limits the unread bytes that the kernel keeps for a client, which are up to 4 MB per connection. A
 * connection counts from the start of a large answer until it closes, or until the client has taken the
 * answer; the kernel is queried for that only when a client has too many. Further large answers of the same
 * client wait.
 */
class LargeAnswers {
  readonly #clients = new Map<string, Client>()
  readonly #begun = new WeakSet<ServerResponse>()
  #looking: NodeJS.Timeout | undefined

  get size(): number {
    return [...this.#clients.values()].reduce((sum, { held, waiting }) => sum + held.size + waiting.size, 0)
  }

  /** Returns undefined when a large answer may begin, else the promise of its turn: it then may. */
  begin({ raw, request }: FastifyReply): Promise<void> | undefined {
    const { socket } = request.raw
    // An injected one has no socket.
    if (!(socket instanceof Socket) || socket.destroyed || this.#begun.has(raw)) return undefined
    const client = this.#clients.get(request.client) ?? { held: new Map(), waiting: new Map() }
    this.#clients.set(request.client, client)
    const isFull = client.held.size >= largeConnections && !client.held.has(socket)
    if (isFull) return this.#wait(request.client, socket).then(() => this.#count(client, socket, raw))
    if (!client.held.has(socket)) this.#hold(request.client, socket)
    this.#count(client, socket, raw)
    return undefined
  }

  #count({ held }: Client, socket: Socket, raw: ServerResponse): void {
    const count = (by: 1 | -1): void => {
      const before = held.get(socket)
      if (before !== undefined) held.set(socket, before + by)
    }
    this.#begun.add(raw)
    count(1)
    raw.once('close', () => count(-1))
  }

  #hold(name: string, socket: Socket): void {
    this.#clients.get(name)?.held.set(socket, 0)
    socket.once('close', () => this.#release(name, socket))
  }

  #release(name: string, socket: Socket): void {
    const client = this.#clients.get(name)
    if (!client?.held.delete(socket)) return
    const [next] = client.waiting
    if (next) {
      client.waiting.delete(next[0])
      this.#hold(name, next[0])
      next[1].resolve()
    } else if (client.held.size === 0) this.#clients.delete(name)
  }

  /** All answers of a connection wait together: the first of them may be the last to be made. */
  async #wait(name: string, socket: Socket): Promise<void> {
    const { waiting } = this.#clients.get(name) as Client // it has too many
    const turn = waiting.get(socket) ?? createDeferred<void>()
    waiting.set(socket, turn)
    const leave = (): void => {
      waiting.delete(socket)
      turn.resolve()
    }
    socket.once('close', leave)
    this.#look()
    await turn.promise
    socket.off('close', leave)
  }

  #look(): void {
    if (this.#looking) return
    this.#looking = setTimeout(() => {
      this.#looking = undefined
      if ([...this.#clients.values()].some(({ waiting }) => waiting.size > 0)) this.#look()
    }, lookMilliseconds).unref()
    void findUnread().then((unread) => {
      for (const [name, { held, waiting }] of this.#clients) {
        if (waiting.size === 0) continue
        const read = [...held].filter(([socket, count]) => count === 0 && !unread.has(toPorts(socket)))
        for (const [socket] of read) this.#release(name, socket)
      }
    })
  }
}

/** Names a connection by the ports at its ends. */
function toPorts({ localPort, remotePort }: Pick<Socket, 'localPort' | 'remotePort'>): string {
  return `${localPort} ${remotePort}`
}

/**
 * Returns the connections with bytes that their clients have not taken, named as by {@link toPorts}: by the
 * kernel's tables, which only Linux has; elsewhere only bytes not handed over yet count.
 */
export async function findUnread(): Promise<ReadonlySet<string>> {
  const tables = await Promise.all(
    ['/proc/net/tcp', '/proc/net/tcp6'].map((path) => readFile(path, 'latin1').catch(() => '')),
  )
  const lines = tables.flatMap((table) => table.split('\n').slice(1))
  return new Set(lines.flatMap(readLine))
}

/** A line has the addresses of both ends with their ports, a state, and `bytes not taken:bytes not read`. */
function readLine(line: string): readonly string[] {
  const [, local, remote, , queues] = line.trim().split(/\s+/)
  const toPort = (end = ''): number => Number.parseInt(end.split(':')[1] ?? '', 16)
  const ports = { localPort: toPort(local), remotePort: toPort(remote) }
  return Number.parseInt(queues ?? '0', 16) > 0 ? [toPorts(ports)] : []
}

/** Returns the length of a body that is to come: one beyond the limit is refused before it is read. */
function measureBody({ headers }: FastifyRequest, limit: number): number {
  if (headers['transfer-encoding'] !== undefined) return limit
  return Math.min(Number(headers['content-length'] ?? 0), limit)
}

/** Limits the large answers that each client of `app` has at a time, and the memory of bodies and answers. */
export function boundAnswers(app: FastifyInstance, ledger: Ledger): void {
  const answers = new LargeAnswers()
  app.decorate('largeAnswers', answers)
  app.decorate('heldAnswers', ledger)
  app.decorateRequest('bodyHold', null)
  // A connection may send one request behind another, which all wait for the same run.
  app.addHook('preParsing', (request, reply, payload, done) => {
    try {
      const { isStreamed = false } = request.routeOptions.config ?? {}
      const length = isStreamed ? 0 : measureBody(request, app.initialConfig.bodyLimit ?? 0)
      if (length > 0) request.bodyHold = holdBytes(ledger, reply, bodyCopies * length)
      done(null, payload)
    } catch (error) {
      done(toSpecimenError(error))
    }
  })
  // Results are sent beside Fastify, see `send.ts`.
  app.addHook('onSend', (request, reply, body, done) => {
    const isBytes = typeof body === 'string' || Buffer.isBuffer(body)
    const length = isBytes ? body.length : Number(reply.getHeader('content-length') ?? 0)
    if (length < largeBytes || request.method === 'HEAD') return done()
    try {
      if (isBytes) holdBytes(ledger, reply, body)
    } catch (error) {
      return done(toSpecimenError(error))
    }
    const turn = answers.begin(reply)
    if (turn) turn.then(() => done(), done)
    else done()
  })
}
