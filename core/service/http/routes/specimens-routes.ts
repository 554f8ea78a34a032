import type { FastifyInstance } from 'fastify'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import type { Log } from '../../../contract/domain/log.ts'
import type { Snapshot } from '../../../engine/catalog/snapshot.ts'
import { fileHeaders } from '../answer/safe-headers.ts'
import { jsonType } from '../answer/send.ts'
import { sendAsset } from '../answer/send-asset.ts'
import { sendTagged } from '../answer/tagged-body.ts'
import {
  createListing,
  toCatalogEntry,
  toReloadBody,
  toShownSchema,
  toSpecimenBody,
} from '../answer/to-bodies.ts'
import { readBody, readPath } from '../request/parse-request.ts'
import type { PublicPath } from '../request/public-path.ts'
import { checkMembers } from '../request/request-names.ts'
import { administering, reading, route } from './access.ts'
import { addPictureRoutes, type PictureRouteParts } from './picture-routes.ts'

/** The parts of a host by which specimens are described. */
export interface SpecimensParts extends PictureRouteParts {
  readonly reload: () => Promise<Snapshot>
  readonly publicPath: PublicPath
  readonly log: Log
  readonly legacyClient: boolean
}

/** Adds the routes that describe specimens: catalog, reload, metadata, thumbnails, pictures. */
export function addSpecimensRoutes(app: FastifyInstance, parts: SpecimensParts): void {
  const { calls, reload, publicPath, log } = parts
  const show = toShownSchema(parts.legacyClient)
  const listing = createListing(({ specimens }, prefix) =>
    [...specimens.values()].map((entry) => toCatalogEntry(entry, prefix)),
  )

  app.get('/api/specimens/', route(reading, 'listSpecimens'), (request, reply) => {
    const { snapshot } = calls.view(request.caller)
    sendTagged(listing(snapshot, publicPath.prefixOf(request.raw)), jsonType, reply)
  })

  // Without HEAD, which must change nothing.
  const reloadRoute = { exposeHeadRoute: false, ...route(administering, 'reload') }
  app.get('/api/specimens/reload', reloadRoute, async () => toReloadBody(await reload()))
  app.post('/api/specimens/reload', route(administering, 'postReload'), async (request) => {
    checkMembers(readBody(request.body), [], () => false)
    return toReloadBody(await reload())
  })

  addPictureRoutes(app, parts)
  app.get('/api/specimens/:specimen_id', route(reading, 'readSpecimen'), async (request) => {
    const specimen = calls.view(request.caller).findSpecimen(readPath(request.params, 'specimen_id'))
    return toSpecimenBody(specimen, publicPath.prefixOf(request.raw), show)
  })

  app.get(
    '/api/specimens/:specimen_id/thumbnail',
    route(reading, 'readThumbnail'),
    async (request, reply) => {
      const { id, thumbnail } = calls
        .view(request.caller)
        .findSpecimen(readPath(request.params, 'specimen_id'))
      if (!thumbnail) throw new SpecimenError('thumbnail.none', `The specimen ${id} has no thumbnail.`)
      return await sendAsset(thumbnail, reply, { log, more: fileHeaders })
    },
  )
}
