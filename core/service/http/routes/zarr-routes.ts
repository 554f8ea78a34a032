import type { FastifyInstance, FastifyReply } from 'fastify'
import { openPart } from '../../../contract/domain/result/stored-result.ts'
import { parseZarrKey } from '../../../data/encoding/zarr/zarr-key.ts'
import { requireStored } from '../../../data/encoding/zarr/zarr-store.ts'
import { retryLost } from '../../calls/calls.ts'
import { findDrawnType, listPartTypes } from '../../calls/drawn-part.ts'
import type { Representation } from '../answer/represent.ts'
import { representZarr, unknownKeyError } from '../answer/represent-zarr.ts'
import { sendRepresentation } from '../answer/send.ts'
import { watchClient } from '../request/parse-request.ts'
import { readZarrAddress } from '../request/zarr-address.ts'
import { loading, route } from './access.ts'
import { readEntry, type SpecimenCall } from './await-result.ts'
import { readZarrCall } from './read-zarr-call.ts'
import type { FactsParts } from './send-facts.ts'

/** Adds the stores of specimens: volumes and images as OME-Zarr 0.5, which is made as it is read. */
export function addZarrRoutes(app: FastifyInstance, parts: FactsParts): void {
  app.get('/api/specimens/:specimen_id/zarr/*', route(loading, 'readZarr'), async (request, reply) => {
    const address = readZarrAddress(request.url)
    return await sendZarr(
      parts,
      { ...readZarrCall(parts.calls, request, address), path: address.path },
      reply,
    )
  })
}

/**
 * Sends a document or a chunk of the store of a result, which is computed and cached as `/data` does it.
 * @throws `route.unknown` for a path that the store has not; the errors of the call
 */
async function sendZarr(
  { calls, encoder }: FactsParts,
  { view, id, part, path, ...values }: SpecimenCall & { readonly path: string },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { request } = reply
  const found = view.find(id)
  const key = parseZarrKey(path)
  if (!key) throw unknownKeyError(path)
  const type = findDrawnType(found, part)
  requireStored(type, part === undefined ? listPartTypes(found) : undefined)
  const shown = view.snapshot.specimens.get(id)
  const words = { name: shown?.displayName ?? id, axes: shown?.words?.axes }
  const call = await calls.find(found, { ...values, view, caller: request.caller }, watchClient(reply))
  const find = async (): Promise<Representation | undefined> => {
    const entry = await readEntry(calls, call, reply)
    if (!entry) return undefined
    const stored = part === undefined ? entry : await openPart(entry, part)
    return representZarr(stored, await stored.open(), { key, path, words, request, encoder })
  }
  return await retryLost(async () => await sendRepresentation(find, reply))
}
