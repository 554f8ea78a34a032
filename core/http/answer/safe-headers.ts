/** Headers that keep pages apart: what an answer may be taken for, who may load it, and what it may load. */
import type { FastifyInstance, onRequestHookHandler } from 'fastify'

/** Of every answer: it is nothing but what its media type names. */
export const noSniffing = { 'x-content-type-options': 'nosniff' } as const

/** Of the host's own pages: they tell nobody where they are, and no page that opened them can reach in. */
export const pageHeaders = {
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
} as const

/**
 * Of files that contributors and operators have dropped in: an HTML page or an SVG among them runs no script,
 * and belongs to no origin, not to the host's.
 */
export const fileHeaders = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
} as const

/**
 * Marks the answers of the routes that are added from now on. Pages of other sites cannot make a picture or
 * a script of them, unless some may use the API: a picture is theirs too then, and names no origin.
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
