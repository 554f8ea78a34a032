import type { IncomingMessage } from 'node:http'
import { fastify as createFastify, type FastifyInstance } from 'fastify'
import type { Log } from '../../contract/domain/log.ts'
import type { Account } from '../account/account.ts'
import type { Watch } from '../watch/watch.ts'
import { addBodyCompression } from './answer/compress-bodies.ts'
import { createErrorHandler, toRawProblem } from './answer/errors.ts'
import { boundAnswers } from './answer/large-answers.ts'
import { addSafeHeaders } from './answer/safe-headers.ts'
import { FaultyMessages } from './connection/faulty-messages.ts'
import { dropStalledReaders } from './connection/slow-readers.ts'
import type { Network } from './network.ts'
import { addBodyParser } from './request/parse-request.ts'
import { toRoutable } from './request/public-path.ts'
import { watchRefused, watchRoutes } from './request/watch-requests.ts'

const headersMilliseconds = 15_000

/** Replaces Fastify's schema compilers, which are slow to load. No route has a schema; the gate validates. */
const compilersFactory = { buildValidator: refuseSchema, buildSerializer: refuseSchema }

/** The parts that every answer needs. */
export interface AppParts {
  readonly account: Account
  readonly log: Log
  readonly watch: Watch
}

/** Returns Fastify without routes: limits, body parser and error handling. */
export function createApp(
  { publicPath, origins }: Pick<Network, 'publicPath' | 'origins'>,
  { account, log, watch }: AppParts,
  bodyBytes: number,
): FastifyInstance {
  const sendProblem = createErrorHandler(log, publicPath)
  const faults = new FaultyMessages()
  const app = createFastify({
    bodyLimit: bodyBytes,
    genReqId: () => '', // made where it is needed, which excludes polls
    requestTimeout: 0, // as refuseSlowBodies does it
    // Without Host, Node would answer with a bare status.
    http: {
      headersTimeout: headersMilliseconds,
      connectionsCheckingInterval: 5_000,
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength: Number.MAX_SAFE_INTEGER, ignoreTrailingSlash: true },
    return503OnClosing: false,
    schemaController: { compilersFactory },
    rewriteUrl: (request: IncomingMessage) => toRoutable(request, publicPath),
    clientErrorHandler: (error, socket) => faults.refuse(socket, toRawProblem(error, publicPath.base)),
  })
  faults.watch(app.server)
  boundAnswers(app, account.of('answers'))
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
  throw new Error(
    'A route has a schema for Fastify; describe it in core/service/http/openapi and parse it by hand.',
  )
}
