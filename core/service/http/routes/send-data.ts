/** The answers to `/data`: results of functions, files, and results in files. */
import type { FastifyReply } from 'fastify'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import type { StaticSpecimen } from '../../../contract/domain/specimen.ts'
import { toFileCall } from '../../../engine/catalog/file-call.ts'
import { toMediaType } from '../../../engine/catalog/open-asset.ts'
import { chooseForm, type FileWish, readFileWish, readFormat } from '../answer/choose-form.ts'
import { addVary } from '../answer/compress-bodies.ts'
import { toDisposition } from '../answer/disposition.ts'
import { isLegacyAccept } from '../answer/legacy-client.ts'
import { representData, type WantedForm } from '../answer/represent.ts'
import { fileHeaders } from '../answer/safe-headers.ts'
import { sendAsset } from '../answer/send-asset.ts'
import { watchClient } from '../request/parse-request.ts'
import { type NeededCall, readEntry, type SpecimenCall, sendFound, toCall } from './await-result.ts'
import type { Services } from './routes.ts'

/**
 * Sends the data of a specimen: the result of a function, the file of a static one, or the result in it where
 * the request names a form of that.
 * @throws the errors of the call, and of opening or decoding the file
 */
export async function sendData(
  services: Services,
  { view, id, params, roomId, client, format }: SpecimenCall,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { gate, log, envelopeMediaType: envelopeType } = services
  const found = view.find(id)
  const shown = view.snapshot.specimens.get(id)
  const wanted: WantedForm = {
    accept: format ? readFormat(format) : reply.request.headers.accept,
    format,
    envelopeType,
    name: shown?.displayName ?? id,
    words: shown?.words,
    isLegacy: !format && isFromLegacy(services, reply),
    ...(format && { fileStem: id.replace(/^.*:/, '') }),
  }
  if (found.kind === 'dynamic') {
    const call = toCall(gate, found.target, { params, roomId })
    // Refuses before anything is computed.
    chooseForm({ type: found.target.registered.manifest.return_type, members: [] }, wanted)
    return await sendResult(services, { call, wanted, needs: 'invoke', client }, reply)
  }
  const { specimen } = found
  const fileName = specimen.data.name ?? specimen.id
  const named = readFileWish(wanted, {
    type: specimen.type,
    fileMediaType: toMediaType(fileName),
  })
  const isDecoded = named === 'file' && specimen.type === 'volume' && wanted.isLegacy
  const wish = isDecoded ? 'result or file' : named
  const isSent =
    wish !== 'file' && (await sendDecoded(services, { specimen, roomId, wish, client, wanted }, reply))
  if (isSent) return reply
  addVary(reply, 'accept')
  const more = { ...fileHeaders, 'content-disposition': toDisposition(fileName) }
  return await sendAsset(specimen.data, reply, { log, more })
}

/** A specimen's file, and the form in which it is wanted. */
interface DecodedWish {
  readonly specimen: StaticSpecimen
  readonly wish: FileWish
  readonly wanted: WantedForm
}

/**
 * Sends the result in a static specimen's file, cached like a function's. Returns false when there is none
 * and the client accepts the file as well.
 * @throws `format.unknown` or `file.undecodable` when it does not
 */
async function sendDecoded(
  services: Services,
  { specimen, roomId, wish, client, wanted }: Pick<SpecimenCall, 'roomId' | 'client'> & DecodedWish,
  reply: FastifyReply,
): Promise<boolean> {
  try {
    const call = await toFileCall(specimen, services.decoder, { roomId, signal: watchClient(reply) })
    await sendResult(services, { call, wanted, needs: 'read', client }, reply)
    return true
  } catch (error) {
    const isUnreadable =
      error instanceof SpecimenError && (error.code === 'format.unknown' || error.code === 'file.undecodable')
    if (!isUnreadable) throw error
    if (wish === 'result or file') return false
    const form = wanted.format ? 'format' : 'naming a form in Accept'
    const remedy = `Ask without ${form} to get the file itself.`
    throw new SpecimenError(error.code, `${error.message} ${remedy}`, { cause: error.cause })
  }
}

async function sendResult(
  services: Services,
  { wanted, ...call }: NeededCall & { readonly wanted: WantedForm },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { executor, encoder } = services
  const ask = async () => await readEntry(executor, call, reply)
  return await sendFound(ask, (entry) => representData(entry, wanted, encoder), reply)
}

function isFromLegacy({ legacyClient, envelopeMediaType }: Services, { request }: FastifyReply): boolean {
  return legacyClient && isLegacyAccept(request.headers.accept, envelopeMediaType)
}
