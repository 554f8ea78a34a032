/**
 * The HTTP server: Fastify with the host's own limits, body parser and error form, and the routes with who
 * may use them.
 */
import type { IncomingMessage, RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { SpecimenError } from '../domain/errors.ts'
import {
  type AccessCheck,
  createAccessCheck,
  type DeclaredRoute,
  declareRoutes,
  refuseAccess,
} from './access.ts'
import { addBodyCompression } from './compress-bodies.ts'
import { drainServer, watchSockets } from './connections.ts'
import { allowOrigins, type Origins, toOriginHeaders } from './cors.ts'
import { addDocsRoutes } from './docs-routes.ts'
import { createErrorHandler, problemMediaType, retryAfterSeconds, toProblem, toRawProblem } from './errors.ts'
import { addJobsRoutes } from './jobs-routes.ts'
import { addBodyParser } from './parse-request.ts'
import { addProcessingRoutes } from './processing-routes.ts'
import type { PublicPath } from './public-path.ts'
import type { Services } from './routes.ts'
import { addSpecimensRoutes } from './specimens-routes.ts'
import { dropStalledReaders } from './stalled-readers.ts'
import { takeUpgrades, type Upgrade } from './upgrades.ts'

export interface ServerOptions {
  readonly services: Services
  readonly version: string
  /** The file that explains the envelope, served at `/docs/envelope`. */
  readonly envelopeDocument: URL
  readonly bodyBytes: number
  /** Required as a bearer token on every request but those of open routes, when set. */
  readonly token: string | undefined
  /** Whose pages may use the API besides the host's own. */
  readonly origins: Origins | undefined
  /** Takes the requests for a WebSocket. */
  readonly upgrade?: Upgrade
}

export interface Server {
  readonly app: FastifyInstance
  /** Every route that the app has. */
  readonly routes: readonly DeclaredRoute[]
  /** Refuses new requests, lets those in flight end until the deadline, then cuts them off. */
  drain(deadlineSeconds: number): Promise<void>
  /** Ends what is left, once those who took upgrades have ended theirs. */
  close(): Promise<void>
}

const requestMilliseconds = 60_000
const headersMilliseconds = 15_000
const urlParameterLength = 1024
/** No answer is anything but what its media type says. */
const noSniffing = { 'x-content-type-options': 'nosniff' } as const

/** Returns a server that is ready to listen or to be injected into. */
export async function createServer(options: ServerOptions): Promise<Server> {
  const { services, version, envelopeDocument, origins, upgrade } = options
  const { publicPath, envelopeMediaType } = services
  const isAllowed = createAccessCheck(options.token)
  const app = createApp(options, isAllowed)
  if (origins) await allowOrigins(app, origins)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-content-type-options', noSniffing['x-content-type-options'])
    done(isAllowed(request) ? undefined : refuseAccess())
  })
  const routes = declareRoutes(app)
  addNotFound(app, routes)
  addSpecimensRoutes(app, services)
  addProcessingRoutes(app, services)
  addJobsRoutes(app, services)
  const asksToken = options.token !== undefined
  addDocsRoutes(app, { routes, version, envelopeMediaType, asksToken, envelopeDocument, publicPath })
  await app.ready()
  const sockets = watchSockets(app.server)
  if (upgrade) {
    takeUpgrades(app.server, (request, socket, head) => {
      sockets.delete(socket as Socket) // of an HTTP server
      request.url = publicPath.toOwnTarget(request)
      upgrade(request, socket, head)
    })
  }
  const refuse = createStopping(publicPath, origins)
  return {
    app,
    routes,
    drain: async (deadlineSeconds) => await drainServer(app.server, sockets, { deadlineSeconds, refuse }),
    close: async () => await app.close(),
  }
}

/** Returns Fastify without a route: its limits, its one form of bodies, and how it answers errors. */
function createApp(
  { services: { publicPath, log }, bodyBytes, origins }: ServerOptions,
  isAllowed: AccessCheck,
): FastifyInstance {
  const sendProblem = createErrorHandler(log, publicPath)
  const app = Fastify({
    bodyLimit: bodyBytes,
    requestTimeout: requestMilliseconds,
    http: { headersTimeout: headersMilliseconds, connectionsCheckingInterval: 5_000 },
    routerOptions: { maxParamLength: urlParameterLength, ignoreTrailingSlash: true },
    return503OnClosing: false,
    ...(publicPath.isUsed && { rewriteUrl: (request: IncomingMessage) => publicPath.toOwnTarget(request) }),
    frameworkErrors: (error, request, reply) => {
      // A target that is no path at all: no hook has seen it.
      reply.headers({ ...toOriginHeaders(origins, request.headers.origin), ...noSniffing })
      void sendProblem(isAllowed(request) ? error : refuseAccess(), request, reply)
    },
    clientErrorHandler: (error, socket) =>
      void (socket.writable ? socket.end(toRawProblem(error.code, publicPath.base)) : socket.destroy()),
  })
  addBodyParser(app)
  addBodyCompression(app)
  dropStalledReaders(app.server, log)
  app.setErrorHandler(sendProblem)
  return app
}

/** Tells an address that exists for other methods (405, with `Allow`) from one that does not (404). */
function addNotFound(app: FastifyInstance, routes: readonly DeclaredRoute[]): void {
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const methods = [...new Set(routes.filter(({ url }) => fits(url, path)).map(({ method }) => method))]
    if (methods.length === 0) {
      throw new SpecimenError(
        'route.unknown',
        `There is nothing at ${path.slice(0, 200)}; /docs lists every address.`,
      )
    }
    reply.header('allow', methods.join(', '))
    throw new SpecimenError(
      'method.refused',
      `${request.method} does not fit ${path.slice(0, 200)}; use ${methods.join(' or ')}.`,
    )
  })
}

function fits(url: string, path: string): boolean {
  return new RegExp(`^${url.replace(/\/$/, '').replace(/:[a-z_]+/g, '[^/]+')}/?$`).test(path)
}

/** Returns what answers every request with the news that the host is stopping. */
function createStopping(publicPath: PublicPath, origins: Origins | undefined): RequestListener {
  const error = new SpecimenError('host.stopping', 'This host is stopping; try again on its successor.')
  return (request, response) => {
    const problem = toProblem(error, publicPath.prefixOf(request))
    response.writeHead(problem.status, {
      ...toOriginHeaders(origins, request.headers.origin),
      ...noSniffing,
      'content-type': problemMediaType,
      'retry-after': String(retryAfterSeconds),
      connection: 'close',
    })
    response.end(JSON.stringify(problem))
  }
}
