/** Reports requests to the {@link Watch}, from the route's own hook or an earlier refusal on. */
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { CallOrigin } from '../../../contract/domain/origin.ts'
import type { RouteCount } from '../../watch/request-counts.ts'
import type { RequestFacts, Watch } from '../../watch/watch.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly count?: RouteCount
  }
  interface FastifyRequest {
    origin: CallOrigin | undefined
    readonly facts: RequestFacts
  }
}

/** The header with a request's id, of requests and answers. */
export const requestIdHeader = 'x-request-id'

/** As in nginx: the client left before its answer was sent. */
const clientLeft = 499

/** Watches the requests of the routes that are added from now on. */
export function watchRoutes(app: FastifyInstance, watch: Watch): void {
  app.decorateRequest('origin', undefined)
  app.decorateRequest('facts')
  app.addHook('onRoute', (route) => {
    if (!route.config) return // the missing config ends the start
    const count = watch.requests.open(String(route.method), route.url)
    route.config = { ...route.config, count }
    const begin: onRequestHookHandler = (request, reply, done) => {
      beginWatching(watch, request, reply)
      done()
    }
    route.onRequest = [begin, route.onRequest ?? []].flat()
  })
}

/** Watches a request that was refused before its route's own hook, or has no route. */
export function watchRefused(watch: Watch, request: FastifyRequest, reply: FastifyReply): void {
  if (request.origin === undefined) beginWatching(watch, request, reply)
}

function beginWatching(watch: Watch, request: FastifyRequest, reply: FastifyReply): void {
  const startedAt = performance.now()
  const { config } = request.routeOptions
  const { count = watch.requests.unmatched, isQuiet = false } = config ?? {}
  const { raw } = reply
  const { socket } = request.raw
  const bytesBefore = socket.bytesWritten
  const origin = watch.toOrigin(request.headers)
  const facts: RequestFacts = {}
  Object.assign(request, { origin, facts })
  reply.header(requestIdHeader, origin.id)
  raw.once('close', () => {
    const milliseconds = performance.now() - startedAt
    const status = raw.writableFinished ? raw.statusCode : clientLeft
    count.add(status, milliseconds)
    watch.requestEnded({
      origin,
      method: request.method,
      route: count.route,
      status,
      milliseconds,
      encodeMilliseconds: facts.encodeMilliseconds,
      endedAt: watch.now(),
      isQuiet,
      bytes: socket.bytesWritten - bytesBefore,
      caller: request.caller.name,
      client: status === 401 || status === 429 ? request.client || undefined : undefined,
      facts,
    })
  })
}
