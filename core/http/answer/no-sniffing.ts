import type { FastifyInstance, onRequestHookHandler } from 'fastify'

/** The header of every answer: it is nothing but what its media type names. */
export const noSniffing = { 'x-content-type-options': 'nosniff' } as const

const mark: onRequestHookHandler = (_request, reply, done) => {
  reply.headers(noSniffing)
  done()
}

/**
 * Marks the answers of the routes that are added from now on. A hook costs a progress poll 3 to 7 %, so a
 * route that is polled sends the header itself; problems get it from the error handler.
 */
export function forbidSniffing(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.isPolled !== true) route.onRequest = [mark, route.onRequest ?? []].flat()
  })
}
