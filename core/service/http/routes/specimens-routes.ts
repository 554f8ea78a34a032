import type { FastifyInstance } from 'fastify'
import { SpecimenError } from '../../../contract/domain/errors.ts'
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
import { checkMembers } from '../request/request-names.ts'
import { administering, reading, route } from './access.ts'
import { addPictureRoutes } from './picture-routes.ts'
import { type Services, toView } from './routes.ts'

/** Adds the routes that describe specimens: catalog, reload, metadata, thumbnails, pictures. */
export function addSpecimensRoutes(app: FastifyInstance, services: Services): void {
  const { catalog, publicPath, log } = services
  const show = toShownSchema(services.legacyClient)
  const listing = createListing(({ specimens }, prefix) =>
    [...specimens.values()].map((entry) => toCatalogEntry(entry, prefix)),
  )

  app.get('/api/specimens/', route(reading, 'listSpecimens'), (request, reply) => {
    sendTagged(listing(toView(catalog, request).snapshot, publicPath.prefixOf(request.raw)), jsonType, reply)
  })

  // Without HEAD, which must change nothing.
  const reload = { exposeHeadRoute: false, ...route(administering, 'reload') }
  app.get('/api/specimens/reload', reload, async () => toReloadBody(await catalog.reload()))
  app.post('/api/specimens/reload', route(administering, 'postReload'), async (request) => {
    checkMembers(readBody(request.body), [], () => false)
    return toReloadBody(await catalog.reload())
  })

  addPictureRoutes(app, services)
  app.get('/api/specimens/:specimen_id', route(reading, 'readSpecimen'), async (request) => {
    const specimen = toView(catalog, request).findSpecimen(readPath(request.params, 'specimen_id'))
    return toSpecimenBody(specimen, publicPath.prefixOf(request.raw), show)
  })

  app.get(
    '/api/specimens/:specimen_id/thumbnail',
    route(reading, 'readThumbnail'),
    async (request, reply) => {
      const { id, thumbnail } = toView(catalog, request).findSpecimen(readPath(request.params, 'specimen_id'))
      if (!thumbnail) throw new SpecimenError('thumbnail.none', `The specimen ${id} has no thumbnail.`)
      return await sendAsset(thumbnail, reply, { log, more: fileHeaders })
    },
  )
}
