import type { FastifyInstance } from 'fastify'
import type { Access } from '../../access/access.ts'
import type { DevFeed } from '../dev-feed.ts'
import type { Origins } from '../request/cors.ts'
import { type DeclaredRoute, declareRoutes } from './access.ts'
import { addDataRoutes } from './data-routes.ts'
import { addDocsRoutes } from './docs-routes.ts'
import { addJobsRoutes } from './jobs-routes.ts'
import { addPluginsRoutes } from './plugins-routes.ts'
import { addProcessingRoutes } from './processing-routes.ts'
import { addRoomsRoutes } from './rooms-routes.ts'
import type { Services } from './routes.ts'
import { addSpecimensRoutes } from './specimens-routes.ts'
import { addTicketRoutes } from './ticket-routes.ts'
import { refuseUnknown } from './unknown-addresses.ts'
import { addViewerRoutes } from './viewer-routes.ts'
import { addWatchRoutes } from './watch-routes.ts'

/** The parameters of the routes. */
export interface RouteOptions {
  readonly services: Services
  readonly version: string
  readonly access: Access
  readonly envelopeDocument: URL
  readonly viewerFiles: URL
  /** The origins whose pages may show the viewer in a frame. */
  readonly embedders: Origins | undefined
  /** The feed of `specimen dev`; without it there is no such address. */
  readonly devFeed?: DevFeed | undefined
}

/** Adds every route of a host, and returns them as they were declared. */
export function addRoutes(
  app: FastifyInstance,
  { services, version, access, envelopeDocument, viewerFiles, embedders, devFeed }: RouteOptions,
): readonly DeclaredRoute[] {
  const { envelopeMediaType } = services
  const { asksToken } = access
  const routes = declareRoutes(app)
  refuseUnknown(app, routes)
  addSpecimensRoutes(app, services)
  addDataRoutes(app, services)
  addProcessingRoutes(app, services)
  addJobsRoutes(app, services)
  addRoomsRoutes(app, services)
  addPluginsRoutes(app, services)
  addTicketRoutes(app, access)
  const tryScript = new URL('../try-call.js', viewerFiles) // built beside their folder
  addDocsRoutes(app, { routes, version, envelopeMediaType, asksToken, envelopeDocument, tryScript })
  addWatchRoutes(app, services)
  addViewerRoutes(app, viewerFiles, { services, asksToken, embedders, devFeed })
  return routes
}
