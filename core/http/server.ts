import type { FastifyInstance } from 'fastify'
import { createApp } from './app.ts'
import { createStoppingAnswer, drainServer, watchSockets } from './connection/connections.ts'
import { takeUpgrades, type Upgrade } from './connection/upgrades.ts'
import { allowOrigins, type Origins } from './request/cors.ts'
import { checkAccess, type DeclaredRoute } from './routes/access.ts'
import { addRoutes, type RouteOptions } from './routes/add-routes.ts'

/** What a server is made of. */
export interface ServerOptions extends RouteOptions {
  readonly bodyBytes: number
  /** Whose pages may use the API besides the host's own. */
  readonly origins: Origins | undefined
  /** Takes the requests for a WebSocket. */
  readonly upgrade?: Upgrade
}

/** The HTTP server of a host: the routes, with who may use them, and its end. */
export interface Server {
  readonly app: FastifyInstance
  /** Every route that the app has. */
  readonly routes: readonly DeclaredRoute[]
  /** Refuses new requests, lets those in flight end until the deadline, then cuts them off. */
  drain(deadlineSeconds: number): Promise<void>
  /** Ends what is left, once those who took upgrades have ended theirs. */
  close(): Promise<void>
}

/** Returns a server that is ready to listen or to be injected into. */
export async function createServer(options: ServerOptions): Promise<Server> {
  const { services, bodyBytes, access, origins, upgrade, devFeed } = options
  const { publicPath, log } = services
  const app = createApp({ publicPath, log, bodyBytes, origins, authenticate: access.authenticate })
  if (origins) await allowOrigins(app, origins)
  app.decorateRequest('caller')
  app.addHook('onRequest', (request, _reply, done) => {
    const checking = checkAccess(request, access)
    if (checking) checking.then(() => done(), done)
    else done()
  })
  const routes = addRoutes(app, options)
  await app.ready()
  const sockets = watchSockets(app.server)
  if (upgrade) {
    takeUpgrades(app.server, (request, socket, head) => {
      sockets.delete(request.socket)
      request.url = publicPath.toOwnTarget(request)
      upgrade(request, socket, head)
    })
  }
  const refuse = createStoppingAnswer(publicPath, origins)
  return {
    app,
    routes,
    drain: async (deadlineSeconds) => {
      devFeed?.close() // pages wait for what will not come
      await drainServer(app.server, sockets, { deadlineSeconds, refuse })
    },
    close: async () => await app.close(),
  }
}
