import type { FastifyInstance } from 'fastify'
import type { CacheClearBody } from '../../../contract/wire/bodies.ts'
import type { RoomListing } from '../../../engine/cache/room-cache.ts'
import { jsonType } from '../answer/send.ts'
import { sendTagged } from '../answer/tagged-body.ts'
import { createListing, toCacheStatsBody, toFunctionEntries, toShownSchema } from '../answer/to-bodies.ts'
import { readBody, readPath } from '../request/parse-request.ts'
import { checkMembers } from '../request/request-names.ts'
import { administering, inspecting, reading, route, running } from './access.ts'
import { type InvokeParts, sendInvoked } from './send-invoked.ts'

/** The parts of a host by which functions are called. */
export interface ProcessingParts extends InvokeParts {
  readonly cache: RoomListing
  readonly legacyClient: boolean
}

/** Adds the routes below `/api/processing`: functions, their schemas, calls, the use of the room cache. */
export function addProcessingRoutes(app: FastifyInstance, parts: ProcessingParts): void {
  const { calls, cache } = parts
  const show = toShownSchema(parts.legacyClient)
  const listing = createListing((snapshot) => toFunctionEntries(snapshot, show))

  app.get('/api/processing/functions', route(reading, 'listFunctions'), (request, reply) => {
    sendTagged(listing(calls.view(request.caller).snapshot, ''), jsonType, reply)
  })

  app.get('/api/processing/functions/:name/schema', route(reading, 'readSchema'), async (request) => {
    return show(calls.view(request.caller).findFunction(readPath(request.params, 'name')).schema)
  })

  app.post(
    '/api/processing/invoke',
    route(running, 'invoke'),
    async (_request, reply) => await sendInvoked(parts, reply),
  )

  app.get('/api/processing/cache/stats', route(inspecting, 'readCacheStats'), async () =>
    toCacheStatsBody(await cache.stats()),
  )

  app.post(
    '/api/processing/cache/clear',
    route(administering, 'clearCache'),
    async (request): Promise<CacheClearBody> => {
      checkMembers(readBody(request.body), [], () => false) // a room would be ignored and all rooms cleared
      return { status: 'cleared', entries: await cache.clear() }
    },
  )
}
