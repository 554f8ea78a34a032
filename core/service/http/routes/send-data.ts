/** The answers to `/data`: results of functions, files, and results in files. */
import { basename } from 'node:path'
import type { FastifyReply } from 'fastify'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import type { Log } from '../../../contract/domain/log.ts'
import { toReturned } from '../../../contract/domain/result/returned.ts'
import { findAsset, type StaticSpecimen } from '../../../contract/domain/specimen.ts'
import { toMediaType } from '../../../engine/catalog/open-asset.ts'
import type { Encoder } from '../../../engine/run/encoding/encoder.ts'
import type { Calls } from '../../calls/calls.ts'
import { findFileType } from '../../calls/drawn-part.ts'
import { chooseForm, type FileWish, readFileWish, readFormat } from '../answer/choose-form.ts'
import { addVary } from '../answer/compress-bodies.ts'
import { isLegacyAccept } from '../answer/legacy-client.ts'
import { representData, type WantedForm } from '../answer/represent.ts'
import { sendNamedFile } from '../answer/send-asset.ts'
import { findDrawable, findSentPart } from '../answer/sent-part.ts'
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
    const call = calls.admit(found.target, { params, roomId })
    // Refuses before anything is computed.
    const { manifest } = found.target.registered
    const { part, type } = findSentPart(toReturned(manifest), { asked, isLegacy: wanted.isLegacy })
    chooseForm({ type, members: [] }, wanted)
    return await sendResult(parts, { ...call, wanted, client, part }, reply)
  }
  return await sendStatic(parts, { specimen: found.specimen, roomId, client, wanted, part: asked }, reply)
}

/** A static specimen, and what of it is wanted in which form. */
interface StaticWish extends Pick<SpecimenCall, 'roomId' | 'client' | 'part'> {
  readonly specimen: StaticSpecimen
  readonly wanted: WantedForm
}

/** Sends a file, that of one part, or the result in files: what is not one file is always decoded. */
async function sendStatic(parts: DataParts, asked: StaticWish, reply: FastifyReply): Promise<FastifyReply> {
  const { specimen, wanted } = asked
  const { scene, id } = specimen
  const part = asked.part ?? (wanted.isLegacy && scene?.returns ? findDrawable(scene.returns) : undefined)
  const type = findFileType(specimen, part)
  const file = type && findAsset(specimen, part === undefined ? 'data' : `data/${part}`)
  const isWhole = part === undefined && scene !== undefined
  if (!type || !file || isWhole) {
    const named = isWhole && !wanted.isLegacy ? { fileStem: id.replace(/^.*:/, ''), ...wanted } : wanted
    await sendDecoded(parts, { ...asked, part, wanted: named, wish: 'result' }, reply)
    return reply
  }
  const fileName = file.name ?? id
  const named = readFileWish(wanted, { type, fileMediaType: toMediaType(fileName) })
  const isDecoded = named === 'file' && type === 'volume' && wanted.isLegacy
  const wish = isDecoded ? 'result or file' : named
  if (wish !== 'file' && (await sendDecoded(parts, { ...asked, part, wish }, reply))) return reply
  addVary(reply, 'accept')
  return await sendNamedFile(file, reply, { log: parts.log, name: basename(fileName) })
}

/**
 * Sends the result in a static specimen's file, cached like a function's. Returns false when there is none
 * and the client accepts the file as well.
 * @throws `format.unknown` or `file.undecodable` when it does not
 */
async function sendDecoded(
  parts: DataParts,
  { specimen, roomId, wish, client, wanted, part }: StaticWish & { readonly wish: FileWish },
  reply: FastifyReply,
): Promise<boolean> {
  try {
    const values = { params: {}, roomId }
    const call = await parts.calls.find({ kind: 'static', specimen }, values, watchClient(reply))
    await sendResult(parts, { ...call, wanted, client, part }, reply)
    return true
  } catch (error) {
    const isUnreadable =
      error instanceof SpecimenError && (error.code === 'format.unknown' || error.code === 'file.undecodable')
    if (!isUnreadable) throw error
    if (wish === 'result or file') return false
    const form = wanted.format ? 'format' : 'naming a form in Accept'
    const remedy = specimen.scene
      ? 'A part that is a file is sent as it is by ?part= without a form.'
      : `Ask without ${form} to get the file itself.`
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
