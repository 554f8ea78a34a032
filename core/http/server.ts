import type { FastifyInstance } from 'fastify'
import type { DevFeed } from '../dev/dev-feed.ts'
import { createApp } from './app.ts'
import { createStoppingAnswer, drainServer, watchSockets } from './connection/connections.ts'
import { takeUpgrades, type Upgrade } from './connection/upgrades.ts'
import { allowOrigins, type Origins } from './request/cors.ts'
import { checkAccess, createTokenAuthenticator, type DeclaredRoute, declareRoutes } from './routes/access.ts'
import { addDataRoutes } from './routes/data-routes.ts'
import { addDocsRoutes } from './routes/docs-routes.ts'
import { addJobsRoutes } from './routes/jobs-routes.ts'
import { addProcessingRoutes } from './routes/processing-routes.ts'
import type { Services } from './routes/routes.ts'
import { addSpecimensRoutes } from './routes/specimens-routes.ts'
import { refuseUnknown } from './routes/unknown-addresses.ts'
import { addViewerRoutes } from './routes/viewer-routes.ts'

/** What a server is made of. */
export interface ServerOptions {
  readonly services: Services
  readonly version: string
  /** The file that explains the envelope, served at `/docs/envelope`. */
  readonly envelopeDocument: URL
  /** The folder of the viewer's page and files. */
  readonly viewerFiles: URL
  readonly bodyBytes: number
  /** Required as a bearer token on every request but those of open routes, when set. */
  readonly token: string | undefined
  /** Whose pages may use the API besides the host's own. */
  readonly origins: Origins | undefined
  /** Takes the requests for a WebSocket. */
  readonly upgrade?: Upgrade
  /** What `specimen dev` tells its page; without it there is no such address. */
  readonly devFeed?: DevFeed | undefined
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
  const { services, bodyBytes, token, origins, upgrade, devFeed } = options
  const { publicPath, log } = services
  const authenticate = createTokenAuthenticator(token)
  const app = createApp({ publicPath, log, bodyBytes, origins, authenticate })
  if (origins) await allowOrigins(app, origins)
  app.decorateRequest('caller')
  app.addHook('onRequest', (request, _reply, done) => {
    checkAccess(request, authenticate)
    done()
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

function addRoutes(
  app: FastifyInstance,
  { services, version, envelopeDocument, viewerFiles, token, devFeed }: ServerOptions,
): readonly DeclaredRoute[] {
  const { publicPath, envelopeMediaType } = services
  const routes = declareRoutes(app)
  refuseUnknown(app, routes)
  addSpecimensRoutes(app, services)
  addDataRoutes(app, services)
  addProcessingRoutes(app, services)
  addJobsRoutes(app, services)
  const asksToken = token !== undefined
  addDocsRoutes(app, { routes, version, envelopeMediaType, asksToken, envelopeDocument })
  addViewerRoutes(app, { folder: viewerFiles, publicPath, devFeed })
  return routes
}
