/** The answers to `/data`: results of functions, files, and results in files. */
import type { FastifyReply } from 'fastify'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import type { Log } from '../../../contract/domain/log.ts'
import type { StaticSpecimen } from '../../../contract/domain/specimen.ts'
import { toMediaType } from '../../../engine/catalog/open-asset.ts'
import type { Encoder } from '../../../engine/run/encoding/encoder.ts'
import type { Calls } from '../../calls/calls.ts'
import { chooseForm, type FileWish, readFileWish, readFormat } from '../answer/choose-form.ts'
import { addVary } from '../answer/compress-bodies.ts'
import { isLegacyAccept } from '../answer/legacy-client.ts'
import { representData, type WantedForm } from '../answer/represent.ts'
import { sendNamedFile } from '../answer/send-asset.ts'
import { findSentPart, requireWhole } from '../answer/sent-part.ts'
import { watchClient } from '../request/parse-request.ts'
import { type AskedCall, readEntry, type SpecimenCall, sendFound } from './await-result.ts'

/** The parts of a host that send data. */
export interface DataParts {
  readonly calls: Calls
  readonly encoder: Encoder
  readonly log: Log
  readonly envelopeMediaType: string
  readonly legacyClient: boolean
}

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
  const { calls, log, envelopeMediaType: envelopeType } = parts
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
    const { part, type } = findSentPart(manifest, { asked, isLegacy: wanted.isLegacy })
    chooseForm({ type, members: [] }, wanted)
    return await sendResult(parts, { ...call, wanted, client, part }, reply)
  }
  requireWhole(asked)
  const { specimen } = found
  const fileName = specimen.data.name ?? specimen.id
  const named = readFileWish(wanted, {
    type: specimen.type,
    fileMediaType: toMediaType(fileName),
  })
  const isDecoded = named === 'file' && specimen.type === 'volume' && wanted.isLegacy
  const wish = isDecoded ? 'result or file' : named
  const isSent =
    wish !== 'file' && (await sendDecoded(parts, { specimen, roomId, wish, client, wanted }, reply))
  if (isSent) return reply
  addVary(reply, 'accept')
  return await sendNamedFile(specimen.data, reply, { log, name: fileName })
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
  parts: DataParts,
  { specimen, roomId, wish, client, wanted }: Pick<SpecimenCall, 'roomId' | 'client'> & DecodedWish,
  reply: FastifyReply,
): Promise<boolean> {
  try {
    const { caller } = reply.request
    const values = { params: {}, roomId, view: parts.calls.view(caller), caller }
    const call = await parts.calls.find({ kind: 'static', specimen }, values, watchClient(reply))
    await sendResult(parts, { ...call, wanted, client }, reply)
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
  parts: DataParts,
  { wanted, part, ...call }: AskedCall & Pick<SpecimenCall, 'part'> & { readonly wanted: WantedForm },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { calls, encoder } = parts
  const ask = async () => await readEntry(calls, call, reply)
  return await sendFound(ask, (entry) => representData(entry, wanted, encoder), reply, part)
}

function isFromLegacy(
  { legacyClient, envelopeMediaType }: Pick<DataParts, 'legacyClient' | 'envelopeMediaType'>,
  { request }: FastifyReply,
): boolean {
  return legacyClient && isLegacyAccept(request.headers.accept, envelopeMediaType)
}
