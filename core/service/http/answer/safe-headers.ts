/** Headers that isolate pages: the type of an answer, its permitted readers, and its permitted sources. */
import type { FastifyInstance, onRequestHookHandler } from 'fastify'

/** For every answer: forbids guessing another media type. */
export const noSniffing = { 'x-content-type-options': 'nosniff' } as const

/** For the host's own pages: no referrer, and no access from a page that opened them. */
export const pageHeaders = {
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
} as const

/** For files of contributors and operators: HTML or SVG among them runs no script and has no origin. */
export const fileHeaders = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
} as const

/**
 * Marks the answers of the routes that are added from now on. Pages of other sites cannot load them as a
 * picture or script, unless some may use the API: pictures are then shared too, as they name no origin.
 */
export function addSafeHeaders(app: FastifyInstance, isShared: boolean): void {
  const headers = { ...noSniffing, 'cross-origin-resource-policy': isShared ? 'cross-origin' : 'same-origin' }
  const mark: onRequestHookHandler = (_request, reply, done) => {
    reply.headers(headers)
    done()
  }
  app.addHook('onRoute', (route) => {
    route.onRequest = [mark, route.onRequest ?? []].flat()
  })
}
