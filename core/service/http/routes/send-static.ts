/** The answers to `/data` of files: a file, that of a part, and the result in files. */
import { basename } from 'node:path'
import type { FastifyReply } from 'fastify'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import { findAsset, type StaticSpecimen } from '../../../contract/domain/specimen.ts'
import { toMediaType } from '../../../engine/catalog/open-asset.ts'
import { findFileType } from '../../calls/drawn-part.ts'
import { type FileWish, readFileWish } from '../answer/choose-form.ts'
import { addVary } from '../answer/compress-bodies.ts'
import type { WantedForm } from '../answer/represent.ts'
import { sendNamedFile } from '../answer/send-asset.ts'
import { findDrawable } from '../answer/sent-part.ts'
import { watchClient } from '../request/parse-request.ts'
import type { SpecimenCall } from './await-result.ts'
import { type DataParts, sendResult } from './send-result.ts'

/** A static specimen, and what of it is wanted in which form. */
export interface StaticWish extends Pick<SpecimenCall, 'roomId' | 'client' | 'part'> {
  readonly specimen: StaticSpecimen
  readonly wanted: WantedForm
}

/** Sends a file, that of one part, or the result in files: what is not one file is always decoded. */
export async function sendStatic(
  parts: DataParts,
  asked: StaticWish,
  reply: FastifyReply,
): Promise<FastifyReply> {
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
    const { caller } = reply.request
    const values = { params: {}, roomId, view: parts.calls.view(caller), caller }
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
