import type { FastifyInstance } from 'fastify'
import type { Access } from '../../access/access.ts'
import type { DevFeed } from '../dev-feed.ts'
import type { Origins } from '../request/cors.ts'
import { type DeclaredRoute, declareRoutes } from './access.ts'
import { addDataRoutes, type DataRouteParts } from './data-routes.ts'
import { addDocsRoutes } from './docs-routes.ts'
import { addFilesRoutes, type FilesParts } from './files-routes.ts'
import { addJobsRoutes, type JobsParts } from './jobs-routes.ts'
import { addPluginsRoutes, type PluginsParts } from './plugins-routes.ts'
import { addProcessingRoutes, type ProcessingParts } from './processing-routes.ts'
import { addRoomsRoutes, type RoomsParts } from './rooms-routes.ts'
import { addSpecimensRoutes, type SpecimensParts } from './specimens-routes.ts'
import { addTicketRoutes } from './ticket-routes.ts'
import { refuseUnknown } from './unknown-addresses.ts'
import { addViewerRoutes } from './viewer-routes.ts'
import { addWatchRoutes, type WatchParts } from './watch-routes.ts'
import { addZarrRoutes } from './zarr-routes.ts'

/** The parts of a host on which its routes stand, assembled in `core/host.ts`: each file names its own. */
export type RouteParts = SpecimensParts &
  DataRouteParts &
  ProcessingParts &
  FilesParts &
  JobsParts &
  RoomsParts &
  PluginsParts &
  WatchParts

/** The parameters of the routes. */
export interface RouteOptions {
  readonly parts: RouteParts
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
  { parts, version, access, envelopeDocument, viewerFiles, embedders, devFeed }: RouteOptions,
): readonly DeclaredRoute[] {
  const { envelopeMediaType } = parts
  const { asksToken } = access
  const routes = declareRoutes(app)
  refuseUnknown(app, routes)
  addSpecimensRoutes(app, parts)
  addDataRoutes(app, parts)
  addZarrRoutes(app, parts)
  addProcessingRoutes(app, parts)
  addFilesRoutes(app, parts)
  addJobsRoutes(app, parts)
  addRoomsRoutes(app, parts)
  addPluginsRoutes(app, parts)
  addTicketRoutes(app, access)
  const tryScript = new URL('../try-call.js', viewerFiles) // built beside their folder
  addDocsRoutes(app, { routes, version, envelopeMediaType, asksToken, envelopeDocument, tryScript })
  addWatchRoutes(app, parts)
  addViewerRoutes(app, viewerFiles, { parts, asksToken, embedders, devFeed })
  return routes
}
