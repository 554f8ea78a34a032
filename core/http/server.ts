/**
 * The HTTP server: Fastify with the host's own limits, body parser, error form and token check, and the routes. It closes
 * itself within a deadline: Fastify's `close` waits for idle keep-alive clients (still open after 8 s), or kills answers.
 */

import { createHash, timingSafeEqual } from 'node:crypto'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { SpecimenError } from '../domain/errors.ts'
import { addDocsRoutes } from './docs-routes.ts'
import { sendProblem, toRawProblem } from './errors.ts'
import { addJobsRoutes } from './jobs-routes.ts'
import { addBodyParser } from './parse-request.ts'
import { addProcessingRoutes } from './processing-routes.ts'
import type { Services } from './routes.ts'
import { addSpecimensRoutes } from './specimens-routes.ts'

export interface ServerOptions {
  readonly services: Services
  readonly log: FastifyBaseLogger
  readonly version: string
  readonly bodyBytes: number
  /** Required as a bearer token on every request below `/api`, when set. */
  readonly token: string | undefined
}

export interface Server {
  readonly app: FastifyInstance
  /** Refuses new requests, lets those in flight end until the deadline, then cuts them off. */
  drain(deadlineSeconds: number): Promise<void>
}

const requestMilliseconds = 60_000
const headersMilliseconds = 15_000
const urlParameterLength = 1024

/** Returns a server that is ready to listen or to be injected into. */
export async function createServer({ services, log, version, bodyBytes, token }: ServerOptions): Promise<Server> {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyBytes,
    requestTimeout: requestMilliseconds,
    http: { headersTimeout: headersMilliseconds, connectionsCheckingInterval: 5_000 },
    routerOptions: { maxParamLength: urlParameterLength, ignoreTrailingSlash: true },
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => void sendProblem(error, request, reply),
    clientErrorHandler: (error, socket) => void (socket.writable ? socket.end(toRawProblem(error.code)) : socket.destroy()),
  })
  // Schemas describe the API here; validation and serialisation are the gate's and JSON's.
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => (body) => JSON.stringify(body))
  addBodyParser(app)
  app.setErrorHandler(sendProblem)
  addNotFound(app)
  if (token !== undefined) requireToken(app, token)
  const drain = addDrain(app)
  await addDocsRoutes(app, version)
  app.register(async (scope) => {
    addSpecimensRoutes(scope, services)
    addProcessingRoutes(scope, services)
    addJobsRoutes(scope, services)
  })
  await app.ready()
  return { app, drain }
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
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api')) return
    if (timingSafeEqual(digest(request.headers.authorization ?? ''), wanted)) return
    reply.header('www-authenticate', 'Bearer')
    throw new SpecimenError('token.missing', 'This host asks for a token; send the header Authorization: Bearer <token>.')
  })
}

function addDrain(app: FastifyInstance): Server['drain'] {
  let inFlight = 0
  let draining = false
  let idle: (() => void) | undefined
  app.addHook('onRequest', async (_request, reply) => {
    inFlight++
    reply.raw.once('close', () => {
      inFlight--
      if (inFlight === 0) idle?.()
    })
    if (!draining) return
    reply.header('connection', 'close')
    throw new SpecimenError('host.stopping', 'This host is stopping; try again on its successor.')
  })
  app.addHook('onSend', async (_request, reply) => {
    if (draining) reply.header('connection', 'close')
  })
  return async (deadlineSeconds) => {
    draining = true
    app.server.close()
    app.server.closeIdleConnections()
    if (inFlight > 0) {
      const deadline = new AbortController()
      const timer = setTimeout(() => deadline.abort(), deadlineSeconds * 1000)
      await new Promise<void>((resolve) => {
        idle = resolve
        deadline.signal.addEventListener('abort', () => resolve(), { once: true })
      })
      clearTimeout(timer)
    }
    app.server.closeAllConnections()
    await app.close()
  }
}
