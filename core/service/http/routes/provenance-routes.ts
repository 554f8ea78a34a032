/** The answers to `/provenance`: what a result is made of, which computes nothing. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type ProvenanceParts, toProvenance } from '../../../engine/catalog/provenance.ts'
import type { Calls } from '../../calls/calls.ts'
import { jsonType } from '../answer/send.ts'
import { sendTagged, tagBody } from '../answer/tagged-body.ts'
import { watchClient } from '../request/parse-request.ts'
import { reading, route } from './access.ts'
import type { SpecimenCall } from './await-result.ts'
import { readBodyCall, readQueryCall } from './read-call.ts'

/** The parts of a host that tell of the provenance of results. */
export interface TracingParts {
  readonly calls: Calls
  readonly provenance: ProvenanceParts
}

/** Adds the routes that tell of the provenance of a result of a specimen. */
export function addProvenanceRoutes(app: FastifyInstance, parts: TracingParts): void {
  const path = '/api/specimens/:specimen_id/provenance'
  app.get(path, route(reading, 'getProvenance'), async (request, reply) => {
    const call = readQueryCall(parts.calls, request, ['params', 'room_id'])
    return await sendProvenance(parts, call, reply)
  })
  app.post(path, route(reading, 'postProvenance'), async (request, reply) => {
    const call = readBodyCall(parts.calls, request, ['params', 'room_id', 'supersede'])
    return await sendProvenance(parts, call, reply)
  })
}

/** Sends the provenance of the result of a call. @throws the errors of a call before it runs */
async function sendProvenance(
  { calls, provenance }: TracingParts,
  { view, id, params, roomId }: SpecimenCall,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { caller } = reply.request
  const { call } = await calls.find(view.find(id), { params, roomId, view, caller }, watchClient(reply))
  return sendTraced(JSON.stringify(toProvenance(call, provenance)), reply)
}

/** Sends a document of provenance. */
export function sendTraced(json: string, reply: FastifyReply): FastifyReply {
  return sendTagged(tagBody(Buffer.from(json)), jsonType, reply)
}
