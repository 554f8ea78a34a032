/** The answers to `/data`: results of functions, files, and results in files. */
import type { FastifyReply } from 'fastify'
import { toReturned } from '../../../contract/domain/result/returned.ts'
import { chooseForm, readFormat } from '../answer/choose-form.ts'
import { isLegacyAccept } from '../answer/legacy-client.ts'
import type { WantedForm } from '../answer/represent.ts'
import { findSentPart } from '../answer/sent-part.ts'
import { watchClient } from '../request/parse-request.ts'
import type { SpecimenCall } from './await-result.ts'
import { type DataParts, sendResult } from './send-result.ts'
import { sendStatic } from './send-static.ts'

/**
 * Sends the data of a specimen: the result of a function, the file of a static one, or the result in it where
 * the request names a form of that.
 * @throws the errors of the call, and of opening or decoding the file
 */
export async function sendData(
  parts: DataParts,
  { view, id, params, roomId, client, format, part: asked }: SpecimenCall,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { calls, envelopeMediaType: envelopeType } = parts
  const found = view.find(id)
  const shown = view.snapshot.specimens.get(id)
  const wanted: WantedForm = {
    accept: format ? readFormat(format) : reply.request.headers.accept,
    format,
    envelopeType,
    name: shown?.displayName ?? id,
    words: shown?.words,
    isLegacy: !format && isFromLegacy(parts, reply),
    ...(format && { fileStem: [id.replace(/^.*:/, ''), asked].filter((word) => word).join('-') }),
  }
  if (found.kind === 'dynamic') {
    const values = { params, roomId, view, caller: reply.request.caller }
    const call = await calls.admit(found.target, values, watchClient(reply))
    // Refuses before anything is computed.
    const { manifest } = found.target.registered
    const { part, type } = findSentPart(toReturned(manifest), { asked, isLegacy: wanted.isLegacy })
    chooseForm({ type, members: [] }, wanted)
    return await sendResult(parts, { ...call, wanted, client, part }, reply)
  }
  return await sendStatic(parts, { specimen: found.specimen, roomId, client, wanted, part: asked }, reply)
}

function isFromLegacy(
  { legacyClient, envelopeMediaType }: Pick<DataParts, 'legacyClient' | 'envelopeMediaType'>,
  { request }: FastifyReply,
): boolean {
  return legacyClient && isLegacyAccept(request.headers.accept, envelopeMediaType)
}
