/**
 * The HTTP server: Fastify with the host's own limits, body parser, error form and token check, and the routes. It closes
 * itself within a deadline: Fastify's `close` waits for idle keep-alive clients (still open after 8 s), or kills answers.
 */

import { createHash, timingSafeEqual } from 'node:crypto'
import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import Fastify, { type FastifyInstance } from 'fastify'
import { SpecimenError } from '../domain/errors.ts'
import type { Log } from '../domain/log.ts'
import { addBodyCompression } from './compress-bodies.ts'
import { addDocsRoutes } from './docs-routes.ts'
import { createErrorHandler, problemMediaType, retryAfterSeconds, toProblem, toRawProblem } from './errors.ts'
import { addJobsRoutes } from './jobs-routes.ts'
import { addBodyParser } from './parse-request.ts'
import { addProcessingRoutes } from './processing-routes.ts'
import type { Services } from './routes.ts'
import { addSpecimensRoutes } from './specimens-routes.ts'

export interface ServerOptions {
  readonly services: Services
  readonly log: Log
  readonly version: string
  readonly bodyBytes: number
  /** Required as a bearer token on every request below `/api`, when set. */
  readonly token: string | undefined
  /** Takes requests for a WebSocket, whose connections are its own from then on. `head` is what was read beyond the request. */
  readonly upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
}

export interface Server {
  readonly app: FastifyInstance
  /** Refuses new requests, lets those in flight end until the deadline, then cuts them off. */
  drain(deadlineSeconds: number): Promise<void>
  /** Ends what is left, once those who took upgrades have ended theirs. */
  close(): Promise<void>
}

const requestMilliseconds = 60_000
const headersMilliseconds = 15_000
const urlParameterLength = 1024
/** How often a draining host looks for connections that have become idle. */
const idleMilliseconds = 20

/** Returns a server that is ready to listen or to be injected into. */
export async function createServer({ services, log, version, bodyBytes, token, upgrade }: ServerOptions): Promise<Server> {
  const sendProblem = createErrorHandler(log)
  const app = Fastify({
    bodyLimit: bodyBytes,
    requestTimeout: requestMilliseconds,
    http: { headersTimeout: headersMilliseconds, connectionsCheckingInterval: 5_000 },
    routerOptions: { maxParamLength: urlParameterLength, ignoreTrailingSlash: true },
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => void sendProblem(error, request, reply),
    clientErrorHandler: (error, socket) => void (socket.writable ? socket.end(toRawProblem(error.code)) : socket.destroy()),
  })
  addBodyParser(app)
  addBodyCompression(app)
  app.setErrorHandler(sendProblem)
  addNotFound(app)
  if (token !== undefined) requireToken(app, token)
  const addRoutes = (scope: FastifyInstance): void => {
    addSpecimensRoutes(scope, services)
    addProcessingRoutes(scope, services)
    addJobsRoutes(scope, services)
  }
  addRoutes(app)
  addDocsRoutes(app, version, addRoutes)
  await app.ready()
  const sockets = watchSockets(app)
  if (upgrade) {
    app.server.on('upgrade', (request, socket, head) => {
      if (request.headers.upgrade?.toLowerCase() !== 'websocket') return giveBack(app.server, request, socket, head)
      sockets.delete(socket as Socket) // of an HTTP server
      upgrade(request, socket, head)
    })
  }
  return { app, drain: (deadlineSeconds) => drainServer(app, sockets, deadlineSeconds), close: async () => await app.close() }
}

/** Tells an address that exists for other methods (405, with `Allow`) from one that does not (404). */
function addNotFound(app: FastifyInstance): void {
  const routes: { readonly methods: readonly string[]; readonly pattern: RegExp }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    const pattern = new RegExp(`^${url.replace(/\/$/, '').replace(/:[a-z_]+/g, '[^/]+')}/?$`)
    routes.push({ methods: [method].flat(), pattern })
  })
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const methods = [...new Set(routes.filter(({ pattern }) => pattern.test(path)).flatMap((route) => route.methods))]
    if (methods.length === 0) {
      throw new SpecimenError('route.unknown', `There is nothing at ${path.slice(0, 200)}; /docs lists every address.`)
    }
    reply.header('allow', methods.join(', '))
    throw new SpecimenError(
      'method.refused',
      `${request.method} does not fit ${path.slice(0, 200)}; use ${methods.join(' or ')}.`,
    )
  })
}

function requireToken(app: FastifyInstance, token: string): void {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const wanted = digest(`Bearer ${token}`)
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.url.startsWith('/api')) return done()
    if (timingSafeEqual(digest(request.headers.authorization ?? ''), wanted)) return done()
    reply.header('www-authenticate', 'Bearer')
    done(new SpecimenError('token.missing', 'This host asks for a token; send the header Authorization: Bearer <token>.'))
  })
}

/**
 * Ends a server without cutting answers: those in flight, and those ended but not yet read, which Node takes for idle, get
 * until the deadline. Nothing is counted for each request while the host serves.
 */
async function drainServer(app: FastifyInstance, sockets: ReadonlySet<Socket>, deadlineSeconds: number): Promise<void> {
  const { server } = app
  server.removeAllListeners('request').on('request', refuseStopping)
  server.close()
  const deadline = setTimeout(() => server.closeAllConnections(), deadlineSeconds * 1000)
  await new Promise<void>((resolve) => {
    const tidy = (): void => {
      if ([...sockets].every(({ writableLength }) => writableLength === 0)) server.closeIdleConnections()
      if (sockets.size > 0) return
      clearInterval(timer)
      resolve()
    }
    const timer = setInterval(tidy, idleMilliseconds)
    tidy()
  })
  clearTimeout(deadline)
}

function watchSockets(app: FastifyInstance): Set<Socket> {
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return sockets
}

/**
 * Lets HTTP answer a request that asks for another protocol than WebSocket (`h2c`, as Java's clients do): once anybody takes
 * upgrades, Node hands over all of them. The request is written again without what asked for it, and read anew.
 */
function giveBack(
  server: HttpServer,
  { method, url, httpVersion, rawHeaders }: IncomingMessage,
  socket: Duplex,
  rest: Buffer,
): void {
  const asking = ['upgrade', 'connection', 'http2-settings']
  const lines = rawHeaders.flatMap((name, i) => {
    return i % 2 === 1 || asking.includes(name.toLowerCase()) ? [] : [`${name}: ${rawHeaders[i + 1]}`]
  })
  const head = [`${method} ${url} HTTP/${httpVersion}`, ...lines].join('\r\n')
  socket.unshift(Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), rest]))
  server.emit('connection', socket)
}

function refuseStopping(_request: IncomingMessage, response: ServerResponse): void {
  const problem = toProblem(new SpecimenError('host.stopping', 'This host is stopping; try again on its successor.'))
  response.writeHead(problem.status, {
    'content-type': problemMediaType,
    'retry-after': String(retryAfterSeconds),
    connection: 'close',
  })
  response.end(JSON.stringify(problem))
}
