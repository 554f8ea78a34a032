import type { IncomingMessage } from 'node:http'
import { fastify as createFastify, type FastifyInstance } from 'fastify'
import type { Authenticate } from '../access/caller.ts'
import type { Log } from '../domain/log.ts'
import type { Watch } from '../watch/watch.ts'
import { addBodyCompression } from './answer/compress-bodies.ts'
import { createErrorHandler, toRawProblem } from './answer/errors.ts'
import { addSafeHeaders } from './answer/safe-headers.ts'
import { dropStalledReaders } from './connection/stalled-readers.ts'
import { type Origins, toOriginHeaders } from './request/cors.ts'
import { addBodyParser } from './request/parse-request.ts'
import type { PublicPath } from './request/public-path.ts'
import { watchRefused, watchRoutes } from './request/watch-requests.ts'

/** What every request is treated by, whatever its route. */
export interface AppOptions {
  readonly publicPath: PublicPath
  readonly log: Log
  /** Most bytes of a request's body. */
  readonly bodyBytes: number
  readonly origins: Origins | undefined
  readonly authenticate: Authenticate
  readonly watch: Watch
}

const requestMilliseconds = 60_000
const headersMilliseconds = 15_000
const urlParameterLength = 1024

/**
 * Fastify's compilers of schemas, which it would load at every start. No route here has a schema of its own:
 * parameters are checked by the gate.
 */
const compilersFactory = { buildValidator: refuseSchema, buildSerializer: refuseSchema }

/** Returns Fastify without a route: its limits, its one form of bodies, and how it answers errors. */
export function createApp({
  publicPath,
  log,
  bodyBytes,
  origins,
  authenticate,
  watch,
}: AppOptions): FastifyInstance {
  const sendProblem = createErrorHandler(log, publicPath)
  const app = createFastify({
    bodyLimit: bodyBytes,
    genReqId: () => '', // made where it is needed, which is for no poll
    requestTimeout: requestMilliseconds,
    // Without Host it would answer with no more than a status.
    http: {
      headersTimeout: headersMilliseconds,
      connectionsCheckingInterval: 5_000,
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength: urlParameterLength, ignoreTrailingSlash: true },
    return503OnClosing: false,
    schemaController: { compilersFactory },
    ...(publicPath.isUsed && { rewriteUrl: (request: IncomingMessage) => publicPath.toOwnTarget(request) }),
    frameworkErrors: (error, request, reply) => {
      // A target that is no path at all: no hook has seen it.
      reply.headers(toOriginHeaders(origins, request.headers.origin))
      const admission = (async () => await authenticate(request.headers.authorization))()
      void admission.then(
        () => sendProblem(error, request, reply),
        (refusal: unknown) => sendProblem(refusal, request, reply),
      )
    },
    clientErrorHandler: (error, socket) =>
      void (socket.writable ? socket.end(toRawProblem(error.code, publicPath.base)) : socket.destroy()),
  })
  addBodyParser(app)
  addBodyCompression(app)
  addSafeHeaders(app, origins !== undefined)
  watchRoutes(app, watch)
  dropStalledReaders(app.server, log)
  app.setErrorHandler(async (error, request, reply) => {
    watchRefused(watch, request, reply)
    return await sendProblem(error, request, reply)
  })
  return app
}

function refuseSchema(): never {
  throw new Error('A route has a schema for Fastify; describe it in core/http/openapi and parse it by hand.')
}
